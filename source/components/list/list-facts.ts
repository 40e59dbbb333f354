import {type Session, tokenSum} from '../../model/session.ts';
import {keyOf, type ListedSession, type SessionFacts, type SessionSource} from '../session-source.ts';

/** News come in swarms while the index is filled. */
const restBetween = 1000;
/** Headers of the rows in sight come one after the other. */
const restBeforeTelling = 120;

/**
 * What the whole list is sorted and grouped by: asked for in one piece when it is first needed, and again with the news.
 * What the catalogue does not know is learnt from the headers that are read.
 */
export class ListFacts {
	private saved: ReadonlyMap<string, SessionFacts> = new Map();
	private readonly learned = new Map<string, SessionFacts>();
	/** Whether they came, as many as there are. */
	private isKnown = false;
	private isAsked = false;
	private isAsking = false;
	private isStale = false;
	/** A header told what nobody was told of yet. */
	private hasLearned = false;
	private askedAt = 0;
	private timer: NodeJS.Timeout | undefined;
	private isClosed = false;

	constructor(
		private readonly source: SessionSource,
		/** They are known, or there are more of them. */
		private readonly onFacts: () => void,
	) {}

	readonly of = (ref: ListedSession): SessionFacts | undefined => {
		const key = keyOf(ref);
		const saved = this.saved.get(key);
		const learned = this.learned.get(key);
		return learned ? {...learned, ...saved} : saved;
	};

	/** Asks for them, if nobody did. */
	want(): void {
		if (this.isAsked) return;
		this.isAsked = true;
		void this.ask();
	}

	/** There may be more to know. */
	refresh(): void {
		if (!this.isAsked) return;
		this.isStale = true;
		if (!this.isAsking) this.tellAfter(Math.max(0, this.askedAt + restBetween - Date.now()));
	}

	/** A header was read. */
	learn(ref: ListedSession, session: Session): void {
		const {cwd, title, counts, tokens} = session;
		const isNewProject = cwd !== undefined && this.of(ref)?.cwd === undefined;
		const key = keyOf(ref);
		this.learned.set(key, {
			...this.learned.get(key),
			...(cwd === undefined ? undefined : {cwd}),
			...(title === undefined ? undefined : {title}),
			...(counts ? {prompts: counts.prompts} : undefined),
			...(tokens ? {tokens: tokenSum(tokens)} : undefined),
		});
		if (!isNewProject || !this.isKnown) return;
		this.hasLearned = true;
		this.tellAfter(restBeforeTelling);
	}

	close(): void {
		this.isClosed = true;
		clearTimeout(this.timer);
	}

	private tellAfter(milliseconds: number): void {
		if (this.timer || this.isClosed) return;
		this.timer = setTimeout(() => {
			this.timer = undefined;
			if (this.isStale) void this.ask();
			else this.tell();
		}, milliseconds);
		this.timer.unref();
	}

	private async ask(): Promise<void> {
		this.isAsking = true;
		this.isStale = false;
		this.askedAt = Date.now();
		// Without an answer the list stands as far as it is known.
		const known = await this.source.facts?.().catch(() => undefined);
		this.isAsking = false;
		if (this.isClosed) return;
		const isFirst = !this.isKnown;
		this.isKnown = true;
		const isNew = known !== undefined && known !== this.saved;
		if (known) this.saved = known;
		if (isFirst || isNew || this.hasLearned) this.tell();
		if (this.isStale) this.refresh();
	}

	private tell(): void {
		this.hasLearned = false;
		this.onFacts();
	}
}
