import type {KnownSession, KnownSessions} from './known-sessions.ts';

/** More than these would have to be unpacked for every shard. */
const mostNamed = 500;

/**
 * Which sessions may be found. They are asked one by one, when the index or a title speaks of them: what most questions
 * cost does not depend on how many sessions there are.
 */
export class Choice {
	private readonly verdicts = new Map<number, boolean>();
	private chosen: readonly KnownSession[] | undefined;

	constructor(
		private readonly known: KnownSessions,
		/** Without it all of them may. */
		private readonly isChosen?: (known: KnownSession) => boolean,
	) {}

	has(known: KnownSession): boolean {
		if (!this.isChosen) return true;
		let verdict = this.verdicts.get(known.number);
		if (verdict === undefined) {
			verdict = this.isChosen(known);
			this.verdicts.set(known.number, verdict);
		}
		return verdict;
	}

	hasNumber(number: number): boolean {
		const known = this.known.get(number);
		return known !== undefined && this.has(known);
	}

	/** All of them, newest first. */
	get all(): readonly KnownSession[] {
		this.chosen ??= this.isChosen ? this.known.all.filter(known => this.has(known)) : this.known.all;
		return this.chosen;
	}

	/** Their numbers, if they are few enough to be named in a question to the index. */
	get few(): readonly number[] | undefined {
		return this.isChosen && this.all.length <= mostNamed ? this.all.map(({number}) => number) : undefined;
	}
}
