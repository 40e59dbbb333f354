/** What has to be known of a session to draw it in parts: as it was read just now, or as it was an earlier time. */
import type {BranchChoice, ByteRange, EntryOptions, Glance, Hint, History} from '../../adapters/adapter.ts';
import {batchesOf} from '../../adapters/batches-of.ts';
import {rangesBetween} from '../../adapters/jsonl/cuts.ts';
import {begins, hidden, type KnownParts} from '../../formats/parts/known-parts.ts';
import {type Stretch, type Stretches, stretchesOf} from '../../formats/parts/stretches.ts';
import type {Entry} from '../../model/entry.ts';
import {isFileLocator} from '../../model/locator.ts';

type Texts = Pick<EntryOptions, 'keepsBytes'>;

export type SessionShape = {
	readonly ranges: readonly ByteRange[];
	readonly stretches: Stretches;
	/** The entries of a part that are wanted, whole, as they lie in the session. */
	batches(range: ByteRange, options?: Texts): AsyncIterable<readonly Entry[]>;
	/** What a glance has to be told of a part to be right (see `History`). */
	hint(range: ByteRange): Hint | undefined;
	/** The stretch that all of a part lies in, if all of it belongs to what is shown first. */
	stretchIn(range: ByteRange): Stretch | undefined;
	/** As the entries of a part are to be told which one they lie in. */
	stretchesFor(range: ByteRange): Stretches;
};

const whole: ByteRange = {from: 0, to: Number.POSITIVE_INFINITY};

export function shapeOf(history: History, branch: BranchChoice | undefined): SessionShape {
	const {graph, cuts, nodesIn, hint} = history;
	const stretches = stretchesOf(history);
	const belongs = graph.membership(branch);
	return {
		ranges: cuts?.length ? rangesBetween(cuts) : [whole],
		stretches,
		batches: (range, texts) =>
			batchesOf(history, branch, {isWhole: true, range: cuts?.length ? range : undefined, ...texts}),
		hint: range => hint?.(range),
		stretchIn(range) {
			if (graph.isLinear) return stretches.all[0];
			const [first, end] = nodesIn!(range);
			const stretch = stretches.at(first);
			if (begins(stretch, first, end)) return undefined;
			for (let node = first; node < end; node++) if (!belongs(node) || stretches.at(node) !== stretch) return undefined;
			return branch !== 'all' || stretch.isActive ? stretch : undefined;
		},
		stretchesFor: () => stretches,
	};
}

/** Of the active branch. `size`: what was written behind it since has no place in it. */
export function recalledShape(known: KnownParts, glance: Glance, size: number): SessionShape {
	const {stretches: all, sides, cuts, parts} = known;
	const ranges = rangesBetween(cuts);
	const numbers = new Map(ranges.map(({from}, number) => [from, number]));
	const partAt = ({from}: ByteRange) => parts[numbers.get(from)!]!;
	const numberOf = ({nodes}: (typeof parts)[number], {locator}: Pick<Entry, 'locator'>) =>
		nodes && isFileLocator(locator) ? nodes.get(locator.offset) : undefined;
	const stretchesIn = (of: Stretches['of']): Stretches => ({
		all,
		sides: sides.map(each => each.map(number => all[number]!)),
		of,
		at: () => all[0]!,
	});
	const stretches = stretchesIn(() => all[0]!);
	return {
		ranges,
		stretches,
		async *batches(range, texts) {
			const {hint, nodes} = partAt(range);
			const isHidden = nodes && ((place: number) => nodes.get(place) === hidden);
			yield* glance.read({from: range.from, to: Math.min(range.to, size)}, hint, {isHidden, ...texts});
		},
		hint: range => partAt(range).hint,
		stretchIn: range => all[partAt(range).stretch ?? -1],
		stretchesFor(range) {
			const part = partAt(range);
			return stretchesIn(entry => all[part.stretch ?? numberOf(part, entry) ?? 0]!);
		},
	};
}
