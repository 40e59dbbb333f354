import type {Session} from '../../model/session.ts';
import {describeError} from '../describe-error.ts';
import {keyOf, type ListedSession} from '../session-source.ts';

/** What is known of a session's header: the header, why there is none, or undefined while it is on its way. */
export type Head = {readonly session: Session} | {readonly failure: string} | undefined;

const mostKept = 2000;
const mostAtOnce = 8;

/**
 * Headers of the sessions on the screen, read when they come in sight. Rows that were scrolled past before their turn
 * came are never read: the cost of a key does not depend on how many sessions there are.
 */
export class HeadCache {
	private readonly heads = new Map<string, Exclude<Head, undefined>>();
	private readonly underWay = new Set<string>();
	private wanted: readonly ListedSession[] = [];

	constructor(
		private readonly read: (ref: ListedSession) => Promise<Session>,
		private readonly onChange: () => void,
	) {}

	get(ref: ListedSession): Head {
		return this.heads.get(keyOf(ref));
	}

	/** These are in sight now; whatever was waiting before is not wanted any more. */
	want(refs: readonly ListedSession[]): void {
		this.wanted = refs;
		this.readMore();
	}

	/** A better header became known: one with counts. */
	set(ref: ListedSession, session: Session): void {
		this.keep(keyOf(ref), {session});
	}

	private readMore(): void {
		for (const ref of this.wanted) {
			if (this.underWay.size >= mostAtOnce) return;
			const key = keyOf(ref);
			if (this.heads.has(key) || this.underWay.has(key)) continue;
			this.underWay.add(key);
			void this.readOne(ref, key);
		}
	}

	private async readOne(ref: ListedSession, key: string): Promise<void> {
		try {
			this.keep(key, {session: await this.read(ref)});
		} catch (error) {
			this.keep(key, {failure: describeError(error)});
		}
		this.underWay.delete(key);
		this.readMore();
	}

	private keep(key: string, head: Exclude<Head, undefined>): void {
		this.heads.delete(key);
		this.heads.set(key, head);
		if (this.heads.size > mostKept) this.heads.delete(this.heads.keys().next().value!);
		this.onChange();
	}
}
