import type {Column} from '../../model/column.ts';

/** The place of an offset among ascending ones; -1 if it is not there. */
export function nodeAt(offsets: Column, offset: number, from = 0, to = offsets.length): number {
	const place = firstFrom(offsets, offset, from, to);
	return place < to && offsets.at(place) === offset ? place : -1;
}

/** The first place among ascending offsets that is not before this one. */
export function firstFrom(offsets: Column, offset: number, from = 0, to = offsets.length): number {
	return firstOf(to, place => offsets.at(place) >= offset, from);
}

/** The first of so many places for which it is true, as it is for all behind it; `length` if there is none. */
export function firstOf(length: number, isTrue: (place: number) => boolean, from = 0): number {
	let [low, high] = [from, length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if (isTrue(middle)) high = middle;
		else low = middle + 1;
	}
	return low;
}
