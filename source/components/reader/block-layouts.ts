import type {Line} from '../theme.ts';
import type {Block, BlockResult} from './block.ts';
import {type BlockStyle, layoutBlock, openingOf} from './layout/layout-block.ts';
import {readyLanguages} from './markdown/highlight.ts';
import type {Opening} from './opening.ts';
import type {ReaderDocument} from './reader-document.ts';

const spoken: ReadonlySet<Block['kind']> = new Set<Block['kind']>(['prompt', 'answer', 'boundary', 'fork']);

const mostKept = 500;
/** However long the blocks are: more than anybody sees. */
const mostLines = 20_000;

type Kept = {
	readonly result?: BlockResult;
	readonly sideCount?: number;
	readonly opening: string;
	readonly lines: readonly Line[];
};

/** Lines of blocks, laid out when they come in sight and forgotten when they are long out of it. */
export class BlockLayouts {
	private readonly kept = new Map<Block, Kept>();
	private lines = 0;
	/** How many languages had their colours when what is kept was laid out. */
	private languages = readyLanguages();
	/** The block one is at a hit of, its lines as they are, and with that hit shown. */
	private here: {block: Block; hit: number; plain?: readonly Line[]; lines?: readonly Line[]} | undefined;

	constructor(
		readonly document: ReaderDocument,
		readonly style: BlockStyle,
	) {}

	get count(): number {
		return this.document.blocks.length;
	}

	linesOf(index: number): readonly Line[] {
		if (this.isUnseen(index)) return [];
		const block = this.document.blocks[index];
		if (!block) return [];
		const lines = this.plainLinesOf(block);
		const {here} = this;
		if (here?.block !== block) return lines;
		if (here.plain !== lines || !here.lines) {
			here.plain = lines;
			here.lines = lines.map(line => line.map(span => (span.hit === here.hit ? {...span, role: 'here'} : span)));
		}
		return here.lines;
	}

	/** Shows which hit of which block one is at. */
	point(index: number | undefined, hit: number): void {
		const block = index === undefined ? undefined : this.document.blocks[index];
		this.here = block && {block, hit};
	}

	/** Whether a hit is to be seen: it may be folded away, or cut off. */
	hasHit(index: number, hit: number): boolean {
		return this.linesOf(index).some(line => line.some(span => span.hit === hit));
	}

	/** The line a hit begins in; the first of the block if it is not to be seen. */
	lineOfHit(index: number, hit: number): number {
		const line = this.linesOf(index).findIndex(spans => spans.some(span => span.hit === hit));
		return Math.max(0, line);
	}

	/** How far a block would be unfolded next: to all that there is of it, and then back to one line. */
	nextOpening(index: number): Opening {
		const block = this.document.blocks[index]!;
		const opening = openingOf(block, this.style);
		if (opening !== 'open') return opening === 'folded' ? 'open' : 'folded';
		const whole = layoutBlock(block, {...this.style, opened: new Map(this.style.opened).set(block, 'whole')});
		return whole.length > this.linesOf(index).length ? 'whole' : 'folded';
	}

	/** Whether nothing is to be seen of a block, as far as that is known without reading its text. */
	private isUnseen(index: number): boolean {
		const {document, style} = this;
		const {folds, opened} = style;
		if (folds.level === 'everything' || index >= document.facts.length) return false;
		if (opened && opened.size > 0 && opened.has(document.known(index) ?? document)) return false;
		const {facts} = document;
		if (facts.isAside(index) || (!folds.side && facts.isInside(index, opened))) return true;
		return folds.level === 'skim' && !spoken.has(facts.kindOf(index)) && !facts.hasFailed(index);
	}

	private plainLinesOf(block: Block): readonly Line[] {
		if (this.languages !== readyLanguages()) {
			this.languages = readyLanguages();
			this.kept.clear();
			this.lines = 0;
		}
		const known = this.kept.get(block);
		const opening = this.openingNow(block);
		const sideCount = block.side?.run.count;
		// A result that came meanwhile, a run of side work that grew, or a block that was opened is laid out again.
		const isSame = known?.result === block.result && known?.sideCount === sideCount && known?.opening === opening;
		if (known && isSame) return known.lines;
		const lines = layoutBlock(block, this.style);
		this.forget(block);
		this.kept.set(block, {result: block.result, sideCount, opening, lines});
		this.lines += lines.length;
		for (const oldest of this.kept.keys()) {
			if (oldest === block || (this.kept.size <= mostKept && this.lines <= mostLines)) break;
			this.forget(oldest);
		}
		return lines;
	}

	private forget(block: Block): void {
		this.lines -= this.kept.get(block)?.lines.length ?? 0;
		this.kept.delete(block);
	}

	/** Changes whenever it, or the run it is a part of, is unfolded further or folded again. */
	private openingNow(block: Block): string {
		const {opened} = this.style;
		return `${opened?.get(block)} ${block.side && opened?.get(block.side.run)}`;
	}
}
