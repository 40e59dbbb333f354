import type {Session} from '../../model/session.ts';
import {keyOf, type ListedSession, type SessionSource} from '../session-source.ts';

/** Keys held down pass many rows; they are counted when the list rests. */
const restBeforeCounting = 400;
/** Larger sessions are counted when they are selected or opened. */
const largestCounted = 1024 * 1024;

/** Counts the sessions in sight, one after the other, so that their rows need not be visited to tell. */
export class RowCounts {
	private stopping = new AbortController();
	private wanted = '';

	constructor(
		private readonly source: SessionSource,
		private readonly isCounted: (ref: ListedSession) => boolean,
		private readonly onCounted: (ref: ListedSession, session: Session) => void,
	) {}

	want(refs: readonly ListedSession[]): void {
		const wanted = refs.map(ref => `${keyOf(ref)}\n${ref.stamp}`).join();
		if (wanted === this.wanted) return;
		this.close();
		this.wanted = wanted;
		this.stopping = new AbortController();
		void this.count(refs, this.stopping.signal);
	}

	close(): void {
		this.stopping.abort();
		this.wanted = '';
	}

	private async count(refs: readonly ListedSession[], signal: AbortSignal): Promise<void> {
		await new Promise(resolve => setTimeout(resolve, restBeforeCounting));
		for (const ref of refs) {
			if (signal.aborted) return;
			if (ref.size > largestCounted || this.isCounted(ref)) continue;
			try {
				const {session} = await this.source.history(ref, {signal});
				if (!signal.aborted) this.onCounted(ref, session);
			} catch {
				// What can't be read says so in its row already.
			}
		}
	}
}
