import type {IndexState} from '../catalog/fulltext/pending.ts';
import {bytes, count} from '../text/figures.ts';
import {progressBar} from '../text/progress-bar.ts';

/** `indexing ████████░░░░ 62 %  6,210/10,000 sessions  1.2/2.0 GB  18 s left` */
export function describeProgress(state: IndexState, before: IndexState, elapsedMs: number): string {
	const share = state.bytes === 0 ? 1 : state.indexedBytes / state.bytes;
	const parts = [
		`indexing ${progressBar(share)}`,
		`${count(state.indexed)}/${count(state.sessions)} sessions`,
		`${bytes(state.indexedBytes)}/${bytes(state.bytes)}`,
	];
	const left = timeLeft(state, before, elapsedMs);
	return [...parts, ...(left === undefined ? [] : [left])].join('  ');
}

/** By the speed so far; nothing is said before it can be known. */
export function timeLeft(state: IndexState, before: IndexState, elapsedMs: number): string | undefined {
	const done = state.indexedBytes - before.indexedBytes;
	if (done <= 0 || elapsedMs < 1000) return undefined;
	const seconds = ((state.bytes - state.indexedBytes) / done) * (elapsedMs / 1000);
	return seconds < 90 ? `${Math.ceil(seconds)} s left` : `${Math.ceil(seconds / 60)} min left`;
}
