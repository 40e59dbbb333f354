import type {BranchGraph} from '../../model/branch-graph.ts';
import type {Counts} from '../../model/session.ts';

export type Spoken = Pick<Counts, 'prompts' | 'messages'>;

type Options = {
	/** The active one by default. */
	readonly branch?: number;
	/** How many prompts are no nodes: they were typed while the model worked. */
	readonly steered: number;
};

/** How much was said on a branch; blocks of one answer count once, records that stand there again not at all. */
export function spokenOn(graph: BranchGraph, repeats: ReadonlySet<number>, {branch, steered}: Options): Spoken {
	const belongs = graph.membership(branch);
	const answers = new Set<number>();
	let prompts = steered;
	for (let node = 0; node < graph.size; node++) {
		if (!belongs(node) || repeats.has(node)) continue;
		const role = graph.roleOf(node);
		if (role === 'prompt') prompts++;
		else if (role === 'answer') answers.add(graph.messageNumber(node) ?? -1 - node);
	}
	return {prompts, messages: prompts + answers.size};
}
