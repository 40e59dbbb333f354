import type {Column} from '../../model/column.ts';

/** The place of an offset among ascending ones; -1 if it is not there. */
export function nodeAt(offsets: Column, offset: number, from = 0, to = offsets.length): number {
	const place = firstFrom(offsets, offset, from, to);
	return place < to && offsets.at(place) === offset ? place : -1;
}

/** The first place among ascending offsets that is not before this one. */
export function firstFrom(offsets: Column, offset: number, from = 0, to = offsets.length): number {
	let [low, high] = [from, to];
	while (low < high) {
		const middle = (low + high) >> 1;
		if (offsets.at(middle) < offset) low = middle + 1;
		else high = middle;
	}
	return low;
}
