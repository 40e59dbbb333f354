import {bytes, count, plural, words} from '../../text/figures.ts';
import {clock} from '../../text/times.ts';
import {wrap} from '../../text/wrap.ts';
import {cutLine, spread} from '../line-tools.ts';
import {markedSpans, type RangesIn} from '../search/ranges.ts';
import type {Line, Role, Span} from '../theme.ts';
import type {Block} from './block.ts';
import {type BlockMarks, firstHits, marksOf} from './block-marks.ts';
import type {KeptText} from './kept-text.ts';
import {markLines} from './mark-lines.ts';

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

/** A block with what its lines are made from. */
type Drawing = {
	readonly block: Block;
	readonly columns: number;
	readonly isOpen: boolean;
	readonly marks: BlockMarks;
	/** Hits that are folded away. */
	readonly hidden: Line;
};

/** Prose is hard to read in longer lines, however wide the screen. */
const widestProse = 110;
/** A note of more lines is folded like a tool's output. */
const shortNote = 3;
const indent: Span = {text: '    '};

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
	const {block, columns} = drawing;
	switch (block.kind) {
		case 'prompt':
		case 'answer':
			return [...bodyText(drawing, columns), ...leftOutLines(block)];
		case 'thinking':
		case 'summary':
			return thinkingLines(drawing);
		case 'tool':
			return toolLines(drawing, cwd);
		case 'note':
			return noteLines(drawing);
		case 'boundary':
			return [boundary(block.summary, columns)];
		case 'unknown':
			return [cutLine([{text: `? ${block.name}  `, role: 'dim'}, ...summarySpans(drawing, 'dim')], columns)];
	}
}

function gutter(block: Block, isFirstLine: boolean, {hasClock}: BlockStyle): Line {
	const bar: Span =
		block.kind === 'prompt' ? {text: '┃ ', role: 'prompt'} : block.side ? {text: '┆ ', role: 'dim'} : {text: '  '};
	if (!hasClock) return [{text: ' '}, bar];
	const time = isFirstLine && block.hasTime ? clock(block.timestamp) : '';
	return [{text: ` ${time.padEnd(5)} `, role: 'dim'}, bar];
}

function textLines({text}: KeptText, columns: number, role?: Role): Line[] {
	return wrap(text, columns).map(line => [{text: line, role}]);
}

function bodyText({block, marks}: Drawing, columns: number, role?: Role): readonly Line[] {
	return markLines(textLines(block.body, columns, role), block.body.text, marks.body, firstHits(marks).body);
}

function summarySpans({block, marks}: Drawing, role: Role): Span[] {
	const first = firstHits(marks).summary;
	let hit = 0;
	return markedSpans(block.summary, marks.summary, role).map(span =>
		span.role === 'match' && first !== undefined ? {...span, hit: first + hit++} : span,
	);
}

/** Where words are folded away, their number says so. */
function hiddenHits(marks: BlockMarks, isOpen: boolean): Line {
	const hits = isOpen ? 0 : marks.body.length + marks.result.length;
	return hits > 0 ? [{text: '  '}, {text: plural(hits, 'hit'), role: 'match'}] : [];
}

function thinkingLines(drawing: Drawing): Line[] {
	const {block, columns, isOpen, hidden} = drawing;
	const {text} = block.body;
	const size =
		text === '' ? 'not in the file' : `${plural(words(text), 'word')}${block.body.leftOut > 0 ? ' and more' : ''}`;
	const head = cutLine(
		[
			{text: isOpen && text !== '' ? '▾ ' : '▸ ', role: 'dim'},
			{text: `${block.name}  ${size}`, role: 'dim'},
			...hidden,
		],
		columns,
	);
	if (!isOpen || text === '') return [head];
	const body = bodyText(drawing, columns - 4, 'dim').map(line => [indent, ...line]);
	return [head, ...body, ...leftOutLines(block)];
}

function toolLines(drawing: Drawing, cwd: string | undefined): Line[] {
	const {block, columns, isOpen, marks, hidden} = drawing;
	const head = spread(
		[
			{text: isOpen ? '▾ ' : '▸ ', role: 'dim'},
			{text: block.name, role: 'tool'},
			{text: block.summary === '' ? '' : '  '},
			...withoutFolder(summarySpans(drawing, 'dim'), cwd),
		],
		[...hidden, ...resultSpans(block)],
		columns,
	);
	if (!isOpen) return [head];
	const body = block.body.text === '' ? [] : toolBodyLines(drawing, columns - 4);
	const result = block.result && block.result.body.text !== '' ? textLines(block.result.body, columns - 4, 'dim') : [];
	const marked = markLines(result, block.result?.body.text ?? '', marks.result, firstHits(marks).result);
	return [head, ...[...body, ...marked].map(line => [indent, ...line]), ...leftOutLines(block)];
}

/** A file is named from the session's own directory, unless what is searched for stands in the part before. */
function withoutFolder(spans: readonly Span[], cwd: string | undefined): readonly Span[] {
	const [first, ...rest] = spans;
	if (!cwd || !first || first.role === 'match' || !first.text.startsWith(`${cwd}/`)) return spans;
	return [{...first, text: first.text.slice(cwd.length + 1)}, ...rest];
}

function toolBodyLines({block, marks}: Drawing, columns: number): readonly Line[] {
	const lines = block.body.text.split('\n').flatMap(line => {
		const role = !block.isDiff ? undefined : line.startsWith('+') ? 'added' : line.startsWith('-') ? 'removed' : 'dim';
		return wrap(line, columns).map((text): Line => [{text, role}]);
	});
	return markLines(lines, block.body.text, marks.body, firstHits(marks).body);
}

/** How a call ended: the change it made, whether it failed, how much it said. */
function resultSpans({change, result}: Block): Line {
	const spans: Span[] = [];
	if (change?.added) spans.push({text: ` +${count(change.added)}`, role: 'added'});
	if (change?.removed) spans.push({text: ` −${count(change.removed)}`, role: 'removed'});
	if (!result) return [...spans, {text: '  no result', role: 'dim'}];
	if (result.isError) spans.push({text: '  ✗', role: 'error'});
	if (result.isError || !change)
		spans.push({text: ` ${result.lines === 0 ? 'no output' : plural(result.lines, 'line')}`, role: 'dim'});
	return spans;
}

function noteLines(drawing: Drawing): Line[] {
	const {block, columns, isOpen, hidden} = drawing;
	const role = block.isError ? 'error' : 'dim';
	const isNamed = block.body.text === '';
	const height = isNamed ? 0 : wrap(block.body.text, columns - 4).length;
	if (height <= shortNote) return shortNoteLines(drawing, role, isNamed);
	const head = spread(
		[{text: isOpen ? '▾ ' : '▸ ', role: 'dim'}, {text: `${block.name}  `, role}, ...summarySpans(drawing, role)],
		[...hidden, {text: hidden.length > 0 ? '  ' : ''}, {text: plural(height, 'line'), role: 'dim'}],
		columns,
	);
	return isOpen ? [head, ...bodyText(drawing, columns - 4, role).map(line => [indent, ...line])] : [head];
}

function shortNoteLines({block, columns, marks}: Drawing, role: Role, isNamed: boolean): Line[] {
	const name = `${block.name}: `;
	const text = isNamed ? name + block.summary : block.body.text;
	const ranges = isNamed
		? marks.summary.map(([start, end]) => [start + name.length, end + name.length] as const)
		: marks.body;
	const lines = textLines({text, leftOut: 0}, columns - 2, role);
	return markLines(lines, text, ranges, 0).map((line, row) => [{text: row === 0 ? '· ' : '  ', role}, ...line]);
}

function boundary(text: string, columns: number): Line {
	return cutLine([{text: `── ${text} ${'─'.repeat(Math.max(2, columns - text.length - 4))}`, role: 'fork'}], columns);
}

function leftOutLines(block: Block): Line[] {
	const characters = block.body.leftOut + (block.result?.body.leftOut ?? 0);
	const size = characters + block.cutBytes;
	return size > 0 ? [[{text: `… ${bytes(size)} more in the file`, role: 'dim'}]] : [];
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
