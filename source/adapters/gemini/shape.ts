/** From a survey to the branch graph, the counts and the sums. */
import type {BranchGraph} from '../../model/branch-graph.ts';
import {BranchGraphBuilder} from '../../model/branch-graph-builder.ts';
import type {NodeRole} from '../../model/node-role.ts';
import type {Counts, Tokens} from '../../model/session.ts';
import type {Compaction} from '../adapter.ts';
import type {Form} from './message.ts';
import type {Node} from './node.ts';
import type {Replay} from './replay.ts';

const roles: Partial<Record<Form, NodeRole>> = {prompt: 'prompt', answer: 'answer', results: 'result'};

export class Shape {
	readonly graph: BranchGraph;
	/** The nodes of the graph, in its order. */
	readonly nodes: readonly Node[];
	private readonly indexes = new Map<Node, number>();

	constructor(replay: Replay) {
		const {leaf} = replay.path;
		this.nodes = shownNodes(replay);
		for (const [index, node] of this.nodes.entries()) this.indexes.set(node, index);
		const builder = new BranchGraphBuilder();
		for (const node of this.nodes) {
			const parent = this.shownAbove(node.parent);
			builder.add({
				id: node.id,
				parent: parent?.id,
				role: roles[node.form] ?? 'aside',
				takesBack: node.takesBack,
				isRivalRoot: node.takesBack && !parent,
			});
		}
		this.graph = builder.build(this.shownAbove(leaf)?.id);
	}

	/** The place of a node in the graph, or of the one it belongs to; -1 where there is none. */
	indexOf(node: Node | undefined): number {
		const shown = this.shownAbove(node);
		return shown ? this.indexes.get(shown)! : -1;
	}

	/** The node itself where it is shown, else the nearest before it that is. */
	shownAbove(node: Node | undefined): Node | undefined {
		let at = node;
		while (at && !this.indexes.has(at)) at = at.copyOf ?? at.parent;
		return at;
	}

	get compactions(): Compaction[] {
		return this.nodes.filter(({form}) => form === 'summary').map(({id, shape}) => ({id, timestamp: shape.timestamp}));
	}

	counts(): Counts {
		const belongs = this.graph.membership();
		const calls = new Set<string>();
		const failed = new Set<string>();
		let [prompts, answers, errors, unknown] = [0, 0, 0, 0];
		let endsInError = false;
		for (const [index, {id, form, shape}] of this.nodes.entries()) {
			if (form === 'prompt' && belongs(index)) prompts++;
			else if (form === 'answer' && belongs(index)) answers++;
			if (shape.isError) errors++;
			if (form === 'unknown') unknown++;
			if (belongs(index) && (shape.isError || form === 'prompt' || form === 'answer')) endsInError = shape.isError;
			for (const [position, call] of shape.calls.entries()) calls.add(call.id ?? `${id}/${position}`);
			for (const [position, call] of [...shape.calls, ...shape.results].entries())
				if (call.isFailed) failed.add(call.id ?? `${id}/${position}`);
		}
		return {
			prompts,
			messages: prompts + answers,
			toolCalls: calls.size,
			errors: errors + failed.size,
			forks: this.graph.forks.length,
			unknown: unknown || undefined,
			endsInError: endsInError || undefined,
		};
	}

	/** Every message counts once, however often it was written. undefined: none of them tells. */
	tokens(): Tokens | undefined {
		if (!this.nodes.some(({shape}) => shape.tokens !== undefined)) return undefined;
		const sum = {input: 0, output: 0, cacheCreation: 0, cacheRead: 0};
		for (const {shape} of this.nodes) {
			sum.input += shape.tokens?.input ?? 0;
			sum.output += shape.tokens?.output ?? 0;
			sum.cacheRead += shape.tokens?.cacheRead ?? 0;
		}
		return sum;
	}

	models(): string[] {
		return [...new Set(this.nodes.flatMap(({shape}) => shape.model ?? []))];
	}
}

/** Each message once, in the order in which they are told. */
export function shownNodes({path: {sequence}}: Replay): Node[] {
	return sequence.filter(node => !node.copyOf && !isRepeated(node));
}

/** Nothing but results that were told before. */
function isRepeated(node: Node): boolean {
	const {form, shape} = node;
	if (form !== 'results') return false;
	const told = toldBefore(node);
	return shape.results.every(({id}) => id !== undefined && told.has(id));
}

/** The results of a record that stand with their calls already, or in another record of the same turn. */
export function toldBefore({parent, shape}: Node): Set<string> {
	const told = new Set<string>();
	const wanted = new Set(shape.results.map(({id}) => id));
	for (let at = parent; at && at.form !== 'prompt' && told.size < wanted.size; at = at.parent) {
		for (const {id, hasResult} of [...at.shape.calls, ...at.shape.results])
			if (hasResult && id !== undefined && wanted.has(id)) told.add(id);
	}
	return told;
}
