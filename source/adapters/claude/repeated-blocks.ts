import {type Fields, stringOf} from '../fields.ts';

/** How many messages are remembered: blocks of one message stand close together. */
const remembered = 32;

type Seen = {readonly calls: Set<string>; text?: {node: number; block: number; text: string} | undefined};

/**
 * Very old files hold growing snapshots of one message: a later record repeats the blocks of an earlier one.
 * Tells which blocks must not be shown: a call that was there before, a text that a later one begins with.
 */
export class RepeatedBlocks {
	private readonly recent = new Map<string, Seen>();
	private readonly repeated = new Map<number, Set<number>>();

	observe(message: string, node: number, blocks: readonly Fields[]): void {
		let seen = this.recent.get(message);
		if (!seen) {
			seen = {calls: new Set()};
			this.recent.set(message, seen);
			if (this.recent.size > remembered) this.recent.delete(this.recent.keys().next().value!);
		}
		for (const [index, block] of blocks.entries()) {
			if (block.type === 'tool_use') {
				const id = stringOf(block.id);
				if (id === undefined) continue;
				if (seen.calls.has(id)) this.drop(node, index);
				else seen.calls.add(id);
			} else if (block.type === 'text') {
				const text = stringOf(block.text) ?? '';
				const earlier = seen.text;
				if (earlier && earlier.node !== node && earlier.text !== '' && text.startsWith(earlier.text))
					this.drop(earlier.node, earlier.block);
				seen.text = {node, block: index, text};
			}
		}
	}

	/** Somebody else spoke: what comes now under the same message is said again, not a snapshot that grew. */
	interrupt(): void {
		for (const seen of this.recent.values()) seen.text = undefined;
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
