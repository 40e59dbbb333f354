import {plural} from '../../../text/figures.ts';
import {clock} from '../../../text/times.ts';
import {cutLine} from '../../line-tools.ts';
import type {RangesIn} from '../../search/ranges.ts';
import type {Line, Span} from '../../theme.ts';
import type {Block} from '../block.ts';
import {type BlockMarks, marksOf} from '../block-marks.ts';
import {boundaryLines} from './boundary.ts';
import {type Drawing, hiddenHits} from './drawing.ts';
import {noteLines, unknownLines} from './note.ts';
import {proseLines} from './prose.ts';
import {thinkingLines} from './thinking.ts';
import {toolLines} from './tool.ts';

/** What is unfolded; everything else is one line. */
export type Folds = {readonly tools: boolean; readonly thinking: boolean; readonly side: boolean};

export type BlockStyle = {
	readonly columns: number;
	readonly folds: Folds;
	/** With times beside the text, as in the reader, or without, as in the preview. */
	readonly hasClock: boolean;
	/** Files below it are named from here. */
	readonly cwd?: string;
	/** Where the words are that are searched for. */
	readonly marks?: RangesIn;
	/** Blocks, and runs of side work, that are unfolded whatever `folds` says. */
	readonly opened?: ReadonlySet<object>;
};

/** Prose is hard to read in longer lines, however wide the screen. */
const widestProse = 110;

/** The lines of a block, none of them wider than the screen. */
export function layoutBlock(block: Block, style: BlockStyle): Line[] {
	const {opened} = style;
	if (block.side && !style.folds.side && !opened?.has(block.side.run))
		return block.side.isFirst ? sideLines(block, style) : [];
	const gutterColumns = style.hasClock ? 9 : 3;
	const columns = Math.max(8, Math.min(style.columns - gutterColumns - 1, widestProse));
	const isOpen = isUnfolded(block, style.folds) || opened?.has(block) === true;
	const marks = style.marks ? marksOf(block, style.marks) : noMarks;
	const lines = contentOf({block, columns, isOpen, marks, hidden: hiddenHits(marks, isOpen)}, style.cwd);
	const drawn = lines.map((line, row) => [...gutter(block, row === 0, style), ...line]);
	return block.hasSpaceBefore ? [[], ...drawn] : drawn;
}

const noMarks: BlockMarks = {summary: [], body: [], result: []};

function isUnfolded({kind}: Block, folds: Folds): boolean {
	return kind === 'thinking' || kind === 'summary' ? folds.thinking : folds.tools;
}

function contentOf(drawing: Drawing, cwd: string | undefined): Line[] {
	switch (drawing.block.kind) {
		case 'prompt':
		case 'answer':
			return proseLines(drawing);
		case 'thinking':
		case 'summary':
			return thinkingLines(drawing);
		case 'tool':
			return toolLines(drawing, cwd);
		case 'note':
			return noteLines(drawing);
		case 'boundary':
			return boundaryLines(drawing);
		case 'unknown':
			return unknownLines(drawing);
	}
}

function gutter(block: Block, isFirstLine: boolean, {hasClock}: BlockStyle): Line {
	const bar: Span =
		block.kind === 'prompt' ? {text: '┃ ', role: 'prompt'} : block.side ? {text: '┆ ', role: 'dim'} : {text: '  '};
	if (!hasClock) return [{text: ' '}, bar];
	const time = isFirstLine && block.hasTime ? clock(block.timestamp) : '';
	return [{text: ` ${time.padEnd(5)} `, role: 'dim'}, bar];
}

function sideLines(block: Block, style: BlockStyle): Line[] {
	const line: Line = [
		...gutter({...block, kind: 'note'}, true, style),
		{text: '▸ ', role: 'dim'},
		{text: 'sub-agent', role: 'tool'},
		{text: `  ${plural(block.side!.run.count, 'step')} written here`, role: 'dim'},
	];
	return [cutLine(line, style.columns)];
}
