import type {Session} from '../../model/session.ts';
import {describeError} from '../describe-error.ts';
import {keyOf, type ListedSession} from '../session-source.ts';

/** What is known of a session's header: the header, why there is none, or undefined while it is on its way. */
export type Head = {readonly session: Session} | {readonly failure: string} | undefined;

type Kept = {
	readonly head: Exclude<Head, undefined>;
	/** Of the session when it was read, and when it was counted. */
	readonly stamp: string;
	readonly countedStamp?: string;
};

const mostKept = 2000;
const mostAtOnce = 8;

/**
 * Headers of the sessions on the screen, read when they come in sight. Rows that were scrolled past before their turn
 * came are never read: the cost of a key does not depend on how many sessions there are. Of a session that changed the
 * old header stays until the new one is there.
 */
export class HeadCache {
	private readonly heads = new Map<string, Kept>();
	private readonly underWay = new Set<string>();
	private wanted: readonly ListedSession[] = [];

	constructor(
		private readonly read: (ref: ListedSession) => Promise<Session>,
		private readonly onChange: () => void,
	) {}

	get(ref: ListedSession): Head {
		return this.heads.get(keyOf(ref))?.head;
	}

	/** Whether the header is there and tells of the session as it is now. */
	isFresh(ref: ListedSession): boolean {
		return this.heads.get(keyOf(ref))?.stamp === ref.stamp;
	}

	/** Whether its counts are known as they are now. */
	isCounted(ref: ListedSession): boolean {
		return this.heads.get(keyOf(ref))?.countedStamp === ref.stamp;
	}

	/** These are in sight now; whatever was waiting before is not wanted any more. */
	want(refs: readonly ListedSession[]): void {
		this.wanted = refs;
		this.readMore();
	}

	/** A better header became known: one with counts. */
	set(ref: ListedSession, session: Session): void {
		this.keep(ref, {session});
		this.onChange();
	}

	/** A header that came along with something else: good enough, if there is none. */
	offer(ref: ListedSession, session: Session | undefined): void {
		if (session && !this.isFresh(ref)) this.keep(ref, {session});
	}

	private readMore(): void {
		for (const ref of this.wanted) {
			if (this.underWay.size >= mostAtOnce) return;
			const key = keyOf(ref);
			if (this.isFresh(ref) || this.underWay.has(key)) continue;
			this.underWay.add(key);
			void this.readOne(ref, key);
		}
	}

	private async readOne(ref: ListedSession, key: string): Promise<void> {
		try {
			this.keep(ref, {session: await this.read(ref)});
		} catch (error) {
			this.keep(ref, {failure: describeError(error)});
		}
		this.underWay.delete(key);
		this.onChange();
		this.readMore();
	}

	private keep(ref: ListedSession, head: Exclude<Head, undefined>): void {
		const key = keyOf(ref);
		const before = this.heads.get(key);
		const isCounted = 'session' in head && head.session.counts !== undefined;
		this.heads.delete(key);
		this.heads.set(key, {
			head: withCounts(head, before?.head),
			stamp: ref.stamp,
			countedStamp: isCounted ? ref.stamp : before?.countedStamp,
		});
		if (this.heads.size > mostKept) this.heads.delete(this.heads.keys().next().value!);
	}
}

/** Counts that were true a moment ago are better than none, until somebody counts again. */
function withCounts(head: Exclude<Head, undefined>, before: Head): Exclude<Head, undefined> {
	if (!('session' in head) || head.session.counts || !before || !('session' in before)) return head;
	const {counts, models, tokens} = before.session;
	return counts ? {session: {...head.session, counts, models: head.session.models ?? models, tokens}} : head;
}
