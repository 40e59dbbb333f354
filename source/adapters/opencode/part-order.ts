/**
 * The parts of a message are in the order of their ids, which begin with 48 bits of time and counter. These wrap around
 * every 795 days, last on 2026-08-14: what was written right after that moment has the smaller id.
 */
const leadingTime = /^[a-z]+_([0-9a-f]{12})/;
const wrap = 2 ** 48;

export type Ordered = {readonly id: string; readonly createdAt?: number};

export function inOrder<T extends Ordered>(parts: readonly T[]): T[] {
	const times = parts.map(({id}) => Number.parseInt(leadingTime.exec(id)?.[1] ?? '', 16));
	// Ids of another make tell nothing about time.
	if (times.some(Number.isNaN)) return [...parts].sort((a, b) => (a.createdAt ?? 0) - (b.createdAt ?? 0) || byId(a, b));
	const isWrapped = Math.max(...times) - Math.min(...times) > wrap / 2;
	return parts
		.map((part, index) => ({part, time: times[index]! + (isWrapped && times[index]! < wrap / 2 ? wrap : 0)}))
		.sort((a, b) => a.time - b.time || byId(a.part, b.part))
		.map(({part}) => part);
}

/** Messages are in the order of their time, and of their ids only where that is the same. */
export function byTime(a: Ordered, b: Ordered): number {
	return (a.createdAt ?? Number.POSITIVE_INFINITY) - (b.createdAt ?? Number.POSITIVE_INFINITY) || byId(a, b);
}

function byId(a: Ordered, b: Ordered): number {
	return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}
