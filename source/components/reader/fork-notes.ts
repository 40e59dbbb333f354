/** Where in a branch its forks are, and what competes there. */
import type {BranchGraph, ForkPoint} from '../../model/branch-graph.ts';
import {plural} from '../../text/figures.ts';

export type ForkNote = {
	readonly fork: ForkPoint;
	/** Which of its sides the branch shows. */
	readonly side: number;
};

/** By the id of the record that a side of a fork begins with. */
export type ForkNotes = ReadonlyMap<string, ForkNote>;

export function forkNotes(graph: BranchGraph, branch: number | undefined): ForkNotes {
	const notes = new Map<string, ForkNote>();
	if (graph.isLinear) return notes;
	const isShown = graph.membership(branch);
	for (const fork of graph.forks) {
		const side = fork.sides.findIndex(({first}) => isShown(first));
		if (side >= 0) notes.set(graph.idOf(fork.sides[side]!.first), {fork, side});
	}
	return notes;
}

/** `2 roads part here: this one (12 prompts) · the other (3 prompts)` */
export function describeFork({fork: {sides}, side}: ForkNote): string {
	const others = sides.filter((_, at) => at !== side);
	const name = others.length === 1 ? 'the other' : 'another';
	return [
		`${sides.length} roads part here: this one (${plural(sides[side]!.prompts, 'prompt')})`,
		...others.map(({prompts}) => `${name} (${plural(prompts, 'prompt')})`),
	].join(' · ');
}

/** The branch that shows another side of a fork: the active one if it does, else its newest. */
export function branchWith(graph: BranchGraph, {fork, side}: ForkNote, step: number): number | undefined {
	const {length} = fork.sides;
	const wanted = fork.sides[(side + step + length) % length]!.first;
	const showing = graph.branches.filter(({number}) => graph.membership(number)(wanted));
	return (showing.find(({isActive}) => isActive) ?? showing.at(-1))?.number;
}
