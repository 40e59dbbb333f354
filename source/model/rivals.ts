/**
 * Where turns compete. A node with several children is almost never a fork: parallel tool calls, progress records and
 * attachments all have siblings. It is one only if two prompts, or two answers to one prompt, come next.
 */
import type {ChildIndex} from './child-index.ts';
import {type NodeTable, nodeRoles, none} from './node-role.ts';

const [isPrompt, isAnswer, , isAside] = nodeRoles.keys();

const opensWithPrompt = 1;
const opensWithAnswer = 2;
const leadsToPrompt = 4;
const leadsToSpeech = 8;

export class Rivals {
	/** Of every subtree: what its first speakers are, asides skipped, and whether a prompt comes at all. */
	private readonly survey: Uint8Array;

	constructor(
		private readonly nodes: NodeTable,
		private readonly index: ChildIndex,
		private readonly takers: ReadonlySet<number>,
	) {
		this.survey = surveySubtrees(nodes, index.order);
	}

	/** The children that compete after a node; fewer than two where nothing competes. */
	among(node: number, children: readonly number[]): readonly number[] {
		if (this.nodes.sides) return this.nodes.sides.get(node) ?? [];
		if (this.nodes.isTree) return children.filter(child => this.has(child, leadsToSpeech) || this.takers.has(child));
		const prompting = children.filter(child => this.has(child, opensWithPrompt));
		if (prompting.length > 1) return prompting;
		if (prompting.length === 1 && this.takers.size > 0) {
			// The prompt was taken back, and the thread stands where it was before.
			const taker = children.find(child => this.takers.has(child) && child !== prompting[0]);
			if (taker !== undefined) return [prompting[0]!, taker].sort((a, b) => a - b);
		}
		if (this.nodes.roles[node] !== isPrompt) return [];

		// Two answers to one prompt compete, if they are not blocks of the same message.
		const answering = children.filter(child => this.has(child, opensWithAnswer) && !this.has(child, opensWithPrompt));
		const rivals = [...new Map(answering.map(child => [this.messageOf(child), child])).values()];
		// A prompt that follows a prompt competes with the answer only if the conversation went on after the answer.
		if (prompting.length === 1 && answering.some(child => this.has(child, leadsToPrompt))) rivals.push(prompting[0]!);
		return rivals.sort((a, b) => a - b);
	}

	private has(node: number, flag: number): boolean {
		return (this.survey[node]! & flag) !== 0;
	}

	/** The message of the first answer below. */
	private messageOf(start: number): number | string {
		let node = start;
		while (this.nodes.roles[node] === isAside) {
			const next = this.index.childrenOf(node).find(child => this.has(child, opensWithAnswer));
			if (next === undefined) break;
			node = next;
		}
		const message = this.nodes.messages[node]!;
		return message === none ? `#${node}` : message;
	}
}

/** Bottom-up and once, so that a deep history costs no more than a flat one. */
function surveySubtrees({parents, roles}: NodeTable, parentsFirst: Int32Array): Uint8Array {
	const below = new Uint8Array(roles.length);
	const survey = new Uint8Array(roles.length);
	for (let position = parentsFirst.length - 1; position >= 0; position--) {
		const node = parentsFirst[position]!;
		const role = roles[node]!;
		let flags = below[node]! & (leadsToPrompt | leadsToSpeech);
		if (role !== isAside) flags |= leadsToSpeech;
		if (role === isPrompt) flags |= opensWithPrompt | leadsToPrompt;
		else if (role === isAnswer) flags |= opensWithAnswer;
		else if (role === isAside) flags |= below[node]!;
		survey[node] = flags;
		const parent = parents[node]!;
		if (parent !== none) below[parent]! |= flags;
	}
	return survey;
}
