/** What it takes to draw a session again, part by part, without finding out its shape once more. */
import type {ByteRange, Compaction, Hint, History} from '../../adapters/adapter.ts';
import {rangesBetween} from '../../adapters/jsonl/cuts.ts';
import type {BranchSums} from '../../model/branch-sums.ts';
import type {Session} from '../../model/session.ts';
import type {Warning} from '../../model/warning.ts';
import type {Told} from './facts.ts';
import {type Stretch, stretchesOf} from './stretches.ts';

export type KnownPart = {
	/** What a glance has to know of it. */
	readonly hint: Hint;
	/** The number of the stretch that all of it lies in, if all of it is on the active branch. */
	readonly stretch?: number;
	/** Otherwise: where its nodes lie, and the number of the stretch of each; `hidden` for those that are not shown. */
	readonly nodes?: ReadonlyMap<number, number>;
};

/** Of the active branch: of another one only if there is no other. */
export type KnownParts = {
	readonly session: Session;
	/** Of several branches what is known of the active one. */
	readonly active?: BranchSums;
	readonly compactions: readonly Compaction[];
	readonly warnings: readonly Warning[];
	readonly graph: Told['graph'];
	readonly stretches: readonly Stretch[];
	/** The numbers of the sides of each fork. */
	readonly sides: ReadonlyArray<readonly number[]>;
	/** Where the parts begin, but for the first one. */
	readonly cuts: readonly number[];
	readonly parts: readonly KnownPart[];
};

export const hidden = -1;

/** What has more forks, or as many records beside the active branch, is read again rather than remembered. */
const mostForks = 500;
const mostNodes = 200_000;

/** Whether a stretch begins in a part: what no branch has a say in may stand before it, and is none of its own. */
export function begins({parent, first}: Stretch, from: number, to: number): boolean {
	return parent !== undefined && first !== undefined && first >= from && first < to;
}

/** undefined for a session that a glance does not give as it is, or that is too much to be remembered. */
export function knownPartsOf(history: History): KnownParts | undefined {
	const {session, compactions, warnings, cuts, graph, hint, nodesIn, placeOf, sums} = history;
	if (!cuts || !hint || !nodesIn || !placeOf || graph.forks.length > mostForks) return undefined;
	if (!graph.isLinear && !sums) return undefined;
	const stretches = stretchesOf(history);
	const belongs = graph.membership();
	const partIn = (range: ByteRange): Omit<KnownPart, 'hint'> => {
		if (graph.isLinear) return {stretch: 0};
		const [first, end] = nodesIn(range);
		const stretchOf = (node: number) => (belongs(node) ? stretches.at(node).number : hidden);
		const stretch = first < end ? stretchOf(first) : 0;
		let isWhole = stretch !== hidden && !begins(stretches.all[stretch]!, first, end);
		for (let node = first; isWhole && node < end; node++) isWhole = stretchOf(node) === stretch;
		if (isWhole) return {stretch};
		const nodes = new Map<number, number>();
		for (let node = first; node < end; node++) nodes.set(placeOf(node), stretchOf(node));
		return {nodes};
	};
	const parts: KnownPart[] = [];
	let nodes = 0;
	for (const range of rangesBetween(cuts)) {
		const known = hint(range);
		const part = known && {hint: known, ...partIn(range)};
		nodes += part?.nodes?.size ?? 0;
		if (!part || nodes > mostNodes) return undefined;
		parts.push(part);
	}
	const {isLinear, branches, activeBranch} = graph;
	return {
		session,
		active: graph.isLinear ? undefined : sums?.(),
		compactions,
		warnings,
		graph: {isLinear, branches, activeBranch},
		stretches: stretches.all,
		sides: stretches.sides.map(sides => sides.map(({number}) => number)),
		cuts,
		parts,
	};
}
