import {plural} from '../../../text/figures.ts';
import {clock} from '../../../text/times.ts';
import {cutLine} from '../../line-tools.ts';
import type {RangesIn} from '../../search/ranges.ts';
import type {Line, Span} from '../../theme.ts';
import type {Block} from '../block.ts';
import {type BlockMarks, marksOf} from '../block-marks.ts';
import type {Opening, Openings} from '../opening.ts';
import {boundaryLines} from './boundary.ts';
import {type Drawing, hiddenHits} from './drawing.ts';
import {forkLines} from './fork.ts';
import {mediaLines} from './media.ts';
import {noteLines, unknownLines} from './note.ts';
import {proseLines} from './prose.ts';
import {summaryLines} from './summary.ts';
import {thinkingLines} from './thinking.ts';
import {toolLines} from './tool.ts';

/** What is unfolded; everything else is one line. */
export type Folds = {
	readonly tools: boolean;
	readonly thinking: boolean;
	readonly side: boolean;
	readonly level: Level;
};

/** Prompts and how each answer begins; everything, folded; everything, unfolded, and what the harness noted besides. */
export const levels = ['skim', 'normal', 'everything'] as const;

export type Level = (typeof levels)[number];

export const folded: Folds = {tools: false, thinking: false, side: false, level: 'normal'};

export type BlockStyle = {
	readonly columns: number;
	readonly folds: Folds;
	/** With times beside the text, as in the reader, or without, as in the preview. */
	readonly hasClock: boolean;
	/** Files below it are named from here. */
	readonly cwd?: string;
	/** Where the words are that are searched for. */
	readonly marks?: RangesIn;
	readonly opened?: Openings;
};

/** Prose is hard to read in longer lines, however wide the screen; code and what commands print are made of them. */
const widestProse = 110;
const widestTool = 160;

/** The lines of a block, none of them wider than the screen. */
export function layoutBlock(block: Block, style: BlockStyle): Line[] {
	const {opened, folds} = style;
	if (isHidden(block, style)) return [];
	if (block.side && !folds.side && folds.level !== 'everything' && !opened?.has(block.side.run))
		return block.side.isFirst ? sideLines(block, style) : [];
	const gutterColumns = style.hasClock ? 9 : 3;
	const columns = Math.max(
		8,
		Math.min(style.columns - gutterColumns - 1, block.kind === 'tool' ? widestTool : widestProse),
	);
	const opening = openingOf(block, style);
	const isOpen = opening !== 'folded';
	const isWhole = opening === 'whole';
	const marks = style.marks ? marksOf(block, style.marks) : noMarks;
	const lines = contentOf({block, columns, isOpen, isWhole, marks, hidden: hiddenHits(marks, isOpen)}, style.cwd);
	const shown = folds.level === 'skim' && block.kind === 'answer' && !isOpen ? beginning(lines) : lines;
	const headed: Line[] = block.model && style.hasClock ? [[{text: block.model, role: 'dim'}], ...shown] : shown;
	const drawn = headed.map((line, row) => [...gutter(block, row === 0, style), ...line]);
	return block.hasSpaceBefore ? [[], ...drawn] : drawn;
}

const noMarks: BlockMarks = {summary: [], body: [], result: []};

/** Whether somebody who skims, or does not care for what the harness noted, sees nothing of it. */
function isHidden(block: Block, {folds: {level}, opened}: BlockStyle): boolean {
	if (opened?.has(block) || level === 'everything') return false;
	if (block.isAside) return true;
	const isSpeech = ['prompt', 'answer', 'boundary', 'fork'].includes(block.kind);
	return level === 'skim' && !isSpeech && !block.isError && !block.result?.isError;
}

const skimmedLines = 4;

function beginning(lines: Line[]): Line[] {
	const more = lines.length - skimmedLines;
	if (more < 2) return lines;
	return [...lines.slice(0, skimmedLines), [{text: `… ${plural(more, 'more line')}`, role: 'dim'}]];
}

/** How far it is unfolded: by itself, else as all of its kind are. */
export function openingOf(block: Block, {folds, opened}: BlockStyle): Opening {
	return opened?.get(block) ?? (isUnfolded(block, folds) ? 'open' : 'folded');
}

function isUnfolded({kind}: Block, folds: Folds): boolean {
	if (folds.level === 'everything') return true;
	if (folds.level === 'skim') return false;
	return kind === 'thinking' || kind === 'summary' ? folds.thinking : folds.tools;
}

function contentOf(drawing: Drawing, cwd: string | undefined): Line[] {
	switch (drawing.block.kind) {
		case 'prompt':
		case 'answer':
			return proseLines(drawing);
		case 'thinking':
			return thinkingLines(drawing);
		case 'summary':
			return summaryLines(drawing);
		case 'tool':
			return toolLines(drawing, cwd);
		case 'note':
			return [...noteLines(drawing), ...mediaLines(drawing.block.media, drawing.columns)];
		case 'boundary':
			return boundaryLines(drawing);
		case 'fork':
			return forkLines(drawing);
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
