import type {Entry} from '../../model/entry.ts';
import {isFileLocator} from '../../model/locator.ts';

/** Told often enough for a bar, and not for every record. */
const step = 0.01;

/** How much of a session was written, by where in its file the entry lies that is on its way. */
export function entryShare({locator}: Entry, size: number): number {
	return isFileLocator(locator) ? (locator.offset + locator.length) / Math.max(1, size) : 0;
}

/** The same of records, by how many bytes they are. */
export function recordShare(size: number): (record: Buffer) => number {
	let done = 0;
	return ({length}) => {
		done += length;
		return done / Math.max(1, size);
	};
}

/** Never goes back: what is drawn again in its turn was counted before. */
export function rising(tell: (share: number) => void): (share: number) => void {
	let told = 0;
	return share => {
		told = Math.min(1, Math.max(told, share));
		tell(told);
	};
}

/** Tells as `tell` does, and stops when nobody wants it any more. */
export function tellOrStop(tell: (share: number) => void, signal: AbortSignal | undefined): (share: number) => void {
	return share => {
		signal?.throwIfAborted();
		tell(share);
	};
}

/** Tells how much was taken of what is on its way out. It never goes back: a session may lie in several files. */
export async function* toldShares<T>(
	items: AsyncIterable<T>,
	shareOf: (item: T) => number,
	tell: (share: number) => void,
): AsyncGenerator<T> {
	let told = 0;
	for await (const item of items) {
		yield item;
		const share = Math.min(1, shareOf(item));
		if (share < told + step) continue;
		told = share;
		tell(share);
	}
}
