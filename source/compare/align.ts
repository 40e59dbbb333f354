/**
 * Which turns of two sessions are the same. What stands only in one of them is left out at once, what stands once in both
 * is an anchor, and only between anchors the shortest way from one to the other is looked for: what it costs grows with
 * what differs, and needs no table of all against all.
 */
import {diff} from 'fast-myers-diff';

/** A stretch: the same on both sides, or what the one has where the other has something else, or nothing. */
export type Stretch = {
	readonly isEqual: boolean;
	readonly left: readonly [start: number, end: number];
	readonly right: readonly [start: number, end: number];
};

type Pair = readonly [left: number, right: number];

/**
 * Turns are compared by numbers: equal ones have the same. Where there are several ways that are equally short, the same
 * one is taken whichever side is called left.
 */
export function align(left: ArrayLike<number>, right: ArrayLike<number>): Stretch[] {
	if (isAfter(left, right))
		return align(right, left).map(({isEqual, ...sides}) => ({isEqual, left: sides.right, right: sides.left}));
	return stretchesOf(matchesOf(left, right), left.length, right.length);
}

function isAfter(left: ArrayLike<number>, right: ArrayLike<number>): boolean {
	if (left.length !== right.length) return left.length > right.length;
	for (let at = 0; at < left.length; at++) if (left[at] !== right[at]) return left[at]! > right[at]!;
	return false;
}

/** The turns that are the same on both sides, in order. */
function matchesOf(left: ArrayLike<number>, right: ArrayLike<number>): Pair[] {
	const most = Math.min(left.length, right.length);
	let start = 0;
	while (start < most && left[start] === right[start]) start++;
	let end = 0;
	while (end < most - start && left[left.length - 1 - end] === right[right.length - 1 - end]) end++;

	const matches: Pair[] = [];
	for (let at = 0; at < start; at++) matches.push([at, at]);
	const common = commonPlaces(left, right, start, end);
	for (const pair of between(left, right, common)) matches.push(pair);
	for (let at = end; at > 0; at--) matches.push([left.length - at, right.length - at]);
	return matches;
}

type Places = {readonly left: readonly number[]; readonly right: readonly number[]};

/** Where in the middle stands what stands there on both sides. */
function commonPlaces(left: ArrayLike<number>, right: ArrayLike<number>, start: number, end: number): Places {
	const places = (values: ArrayLike<number>, others: ReadonlySet<number>) => {
		const found: number[] = [];
		for (let at = start; at < values.length - end; at++) if (others.has(values[at]!)) found.push(at);
		return found;
	};
	const setOf = (values: ArrayLike<number>) => {
		const set = new Set<number>();
		for (let at = start; at < values.length - end; at++) set.add(values[at]!);
		return set;
	};
	return {left: places(left, setOf(right)), right: places(right, setOf(left))};
}

/** From anchor to anchor. */
function* between(left: ArrayLike<number>, right: ArrayLike<number>, common: Places): Generator<Pair> {
	let [fromLeft, fromRight] = [0, 0];
	const ends: Pair[] = [...anchors(left, right, common), [common.left.length, common.right.length]];
	for (const [atLeft, atRight] of ends) {
		yield* shortest(left, right, common.left.slice(fromLeft, atLeft), common.right.slice(fromRight, atRight));
		if (atLeft < common.left.length) yield [common.left[atLeft]!, common.right[atRight]!];
		[fromLeft, fromRight] = [atLeft + 1, atRight + 1];
	}
}

function* shortest(
	left: ArrayLike<number>,
	right: ArrayLike<number>,
	lefts: readonly number[],
	rights: readonly number[],
): Generator<Pair> {
	let [atLeft, atRight] = [0, 0];
	const xs = lefts.map(place => left[place]!);
	const ys = rights.map(place => right[place]!);
	const ends: Array<[number, number, number, number]> = [...diff(xs, ys), [xs.length, xs.length, ys.length, ys.length]];
	for (const [startLeft, endLeft, , endRight] of ends) {
		while (atLeft < startLeft) yield [lefts[atLeft++]!, rights[atRight++]!];
		[atLeft, atRight] = [endLeft, endRight];
	}
}

/** What stands once on each side, as many of them as stand in the same order on both. */
function anchors(left: ArrayLike<number>, right: ArrayLike<number>, common: Places): Pair[] {
	const once = (values: ArrayLike<number>, places: readonly number[]) => {
		const at = new Map<number, number>();
		for (const [index, place] of places.entries()) at.set(values[place]!, at.has(values[place]!) ? -1 : index);
		return at;
	};
	const [lefts, rights] = [once(left, common.left), once(right, common.right)];
	const pairs: Pair[] = [];
	for (const [value, at] of lefts) {
		const other = rights.get(value) ?? -1;
		if (at >= 0 && other >= 0) pairs.push([at, other]);
	}
	return longestRising(pairs);
}

/** Of pairs that rise on the left, the most that rise on the right too. */
function longestRising(pairs: readonly Pair[]): Pair[] {
	/** The last pair of the best row of each length, and which pair came before it. */
	const ends: number[] = [];
	const before = new Int32Array(pairs.length);
	for (const [index, [, right]] of pairs.entries()) {
		let [low, high] = [0, ends.length];
		while (low < high) {
			const middle = (low + high) >> 1;
			if (pairs[ends[middle]!]![1] < right) low = middle + 1;
			else high = middle;
		}
		before[index] = low > 0 ? ends[low - 1]! : -1;
		ends[low] = index;
	}
	const row: Pair[] = [];
	for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index]!) row.push(pairs[index]!);
	return row.reverse();
}

function stretchesOf(matches: readonly Pair[], leftLength: number, rightLength: number): Stretch[] {
	const stretches: Stretch[] = [];
	let [left, right] = [0, 0];
	const differ = (toLeft: number, toRight: number) => {
		if (left < toLeft || right < toRight)
			stretches.push({isEqual: false, left: [left, toLeft], right: [right, toRight]});
		[left, right] = [toLeft, toRight];
	};
	for (const [atLeft, atRight] of matches) {
		differ(atLeft, atRight);
		const last = stretches.at(-1);
		if (last?.isEqual && last.left[1] === left && last.right[1] === right)
			stretches[stretches.length - 1] = {...last, left: [last.left[0], left + 1], right: [last.right[0], right + 1]};
		else stretches.push({isEqual: true, left: [left, left + 1], right: [right, right + 1]});
		[left, right] = [left + 1, right + 1];
	}
	differ(leftLength, rightLength);
	return stretches;
}
