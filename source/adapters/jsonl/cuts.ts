/**
 * Where a session can be cut, so that its parts can be read apart, and several at once: places between two records such that
 * no call before one has its result behind it. Every record is told, in the order of the file.
 */
import type {ByteRange} from '../adapter.ts';

/** The larger the parts, the more is drawn in vain where a branch was left. */
const every = 256 * 1024;
/** Of so many calls and their forerunners the results may still come: a decoder knows no more names (see `RecentNames`). */
const mostCalls = 4096;

/** From one cut to the next; the beginning and the end are some, too. */
export function rangesBetween(cuts: readonly number[]): ByteRange[] {
	return [0, ...cuts].map((from, at) => ({from, to: cuts[at] ?? Number.POSITIVE_INFINITY}));
}

export class Cuts {
	readonly places: number[] = [];
	private last = 0;
	/** Where calls begin. Those of the generation before are remembered too. */
	private calls = new Map<string, number>();
	private earlier = new Map<string, number>();
	private readonly open = new Set<string>();

	/** `onPlace` is told of each place when it is found; it may be given up later. */
	constructor(public onPlace?: (place: number) => void) {}

	/** A record begins, before anything is told of its calls. A call that was given up must not keep others from being cut. */
	begin(offset: number, isPrompt: boolean): void {
		if (offset - this.last < every || (this.open.size > 0 && !isPrompt)) return;
		this.places.push(offset);
		this.last = offset;
		this.onPlace?.(offset);
	}

	/** One that is written again before its result began where it was written first; behind it, another call has its id. */
	call(id: string, offset: number): void {
		const place = this.open.has(id) ? this.placeOf(id) : undefined;
		this.open.add(id);
		this.remember(id, place ?? offset);
	}

	/** A call is told of once more, with its result, and another result may still come. */
	tellAgain(id: string, offset: number): void {
		this.remember(id, this.placeOf(id) ?? offset);
		this.result(id);
	}

	private remember(id: string, place: number): void {
		this.calls.set(id, place);
		if (this.calls.size < mostCalls) return;
		for (const old of this.open) if (!this.calls.has(old)) this.open.delete(old);
		this.earlier = this.calls;
		this.calls = new Map();
	}

	/** Where a call was written, if it was lately. */
	placeOf(id: string): number | undefined {
		return this.calls.get(id) ?? this.earlier.get(id);
	}

	/** A call may have more than one: what the model was told, and what the person was. */
	result(id: string): void {
		this.open.delete(id);
		// Nothing was cut since: then it does not matter where the call was.
		if (this.places.length === 0) return;
		const call = this.placeOf(id);
		if (call === undefined) return;
		while (this.places.length > 0 && this.places.at(-1)! > call) this.places.pop();
	}
}
