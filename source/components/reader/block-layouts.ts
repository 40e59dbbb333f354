import type {Line} from '../theme.ts';
import type {Block, BlockResult} from './block.ts';
import {type BlockStyle, layoutBlock} from './layout-block.ts';
import type {ReaderDocument} from './reader-document.ts';

const mostKept = 500;

/** Lines of blocks, laid out when they come in sight and forgotten when they are long out of it. */
export class BlockLayouts {
	private readonly kept = new Map<Block, {result?: BlockResult; sideCount?: number; lines: Line[]}>();

	constructor(
		readonly document: ReaderDocument,
		readonly style: BlockStyle,
	) {}

	get count(): number {
		return this.document.blocks.length;
	}

	linesOf(index: number): readonly Line[] {
		const block = this.document.blocks[index];
		if (!block) return [];
		const known = this.kept.get(block);
		// A result that came meanwhile, or a run of side work that grew, is laid out again.
		if (known && known.result === block.result && known.sideCount === block.side?.run.count) return known.lines;
		const lines = layoutBlock(block, this.style);
		this.kept.delete(block);
		this.kept.set(block, {result: block.result, sideCount: block.side?.run.count, lines});
		if (this.kept.size > mostKept) this.kept.delete(this.kept.keys().next().value!);
		return lines;
	}
}
