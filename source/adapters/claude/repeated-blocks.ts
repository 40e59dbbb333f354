import {type Fields, stringOf} from '../fields.ts';

/** How many messages are remembered: blocks of one message stand close together. */
const remembered = 32;

type Seen = {
	/** Most messages call one tool at most. */
	readonly calls: string[];
	text: string;
	/** Where the text stands, and between which interruptions. */
	node: number;
	block: number;
	turn: number;
};

/**
 * Very old files hold growing snapshots of one message: a later record repeats the blocks of an earlier one.
 * Tells which blocks must not be shown: a call that was there before, a text that a later one begins with.
 */
export class RepeatedBlocks {
	private readonly recent = new Map<string, Seen>();
	private readonly repeated = new Map<number, Set<number>>();
	private turn = 0;

	observe(message: string, node: number, blocks: readonly Fields[]): void {
		let seen = this.recent.get(message);
		if (!seen) {
			seen = {calls: [], text: '', node: -1, block: 0, turn: -1};
			this.recent.set(message, seen);
			if (this.recent.size > remembered) this.recent.delete(this.recent.keys().next().value!);
		}
		for (let index = 0; index < blocks.length; index++) {
			const block = blocks[index]!;
			if (block.type === 'tool_use') {
				const id = stringOf(block.id);
				if (id === undefined) continue;
				if (seen.calls.includes(id)) this.drop(node, index);
				else seen.calls.push(id);
			} else if (block.type === 'text') {
				const text = stringOf(block.text) ?? '';
				const isLater = seen.turn === this.turn && seen.node !== node;
				if (isLater && seen.text !== '' && text.startsWith(seen.text)) this.drop(seen.node, seen.block);
				seen.text = text;
				seen.node = node;
				seen.block = index;
				seen.turn = this.turn;
			}
		}
	}

	/** Somebody else spoke: what comes now under the same message is said again, not a snapshot that grew. */
	interrupt(): void {
		this.turn++;
	}

	/** The blocks which must not be shown, by their nodes. */
	get all(): ReadonlyMap<number, ReadonlySet<number>> {
		return this.repeated;
	}

	has(node: number, block: number): boolean {
		return this.repeated.get(node)?.has(block) ?? false;
	}

	hasAny(node: number): boolean {
		return this.repeated.has(node);
	}

	private drop(node: number, block: number): void {
		const blocks = this.repeated.get(node) ?? new Set();
		blocks.add(block);
		this.repeated.set(node, blocks);
	}
}
