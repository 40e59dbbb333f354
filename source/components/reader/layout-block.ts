import {bytes, count, plural, words} from '../../text/figures.ts';
import {clock} from '../../text/times.ts';
import {wrap} from '../../text/wrap.ts';
import {cutLine, spread} from '../line-tools.ts';
import type {Line, Role, Span} from '../theme.ts';
import type {Block} from './block.ts';
import type {KeptText} from './kept-text.ts';

/** What is unfolded; everything else is one line. */
export type Folds = {readonly tools: boolean; readonly thinking: boolean; readonly side: boolean};

export type BlockStyle = {
	readonly columns: number;
	readonly folds: Folds;
	/** With times beside the text, as in the reader, or without, as in the preview. */
	readonly hasClock: boolean;
	/** Files below it are named from here. */
	readonly cwd?: string;
};

/** Prose is hard to read in longer lines, however wide the screen. */
const widestProse = 110;
/** A note of more lines is folded like a tool's output. */
const shortNote = 3;
const indent: Span = {text: '    '};

/** The lines of a block, none of them wider than the screen. */
export function layoutBlock(block: Block, style: BlockStyle): Line[] {
	if (block.side && !style.folds.side) return block.side.isFirst ? sideLines(block, style) : [];
	const gutterColumns = style.hasClock ? 9 : 3;
	const columns = Math.max(8, Math.min(style.columns - gutterColumns - 1, widestProse));
	const lines = contentOf(block, columns, style);
	const drawn = lines.map((line, row) => [...gutter(block, row === 0, style), ...line]);
	return block.hasSpaceBefore ? [[], ...drawn] : drawn;
}

function contentOf(block: Block, columns: number, {folds, cwd}: BlockStyle): Line[] {
	switch (block.kind) {
		case 'prompt':
		case 'answer':
			return [...textLines(block.body, columns), ...leftOutLines(block)];
		case 'thinking':
		case 'summary':
			return thinkingLines(block, columns, folds.thinking);
		case 'tool':
			return toolLines(block, columns, folds.tools, cwd);
		case 'note':
			return noteLines(block, columns, folds.tools);
		case 'boundary':
			return [boundary(block.summary, columns)];
		case 'unknown':
			return [cutLine([{text: `? ${block.name}  ${block.summary}`, role: 'dim'}], columns)];
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

function thinkingLines(block: Block, columns: number, isOpen: boolean): Line[] {
	const {text} = block.body;
	const size =
		text === '' ? 'not in the file' : `${plural(words(text), 'word')}${block.body.leftOut > 0 ? ' and more' : ''}`;
	const head = cutLine(
		[
			{text: isOpen && text !== '' ? '▾ ' : '▸ ', role: 'dim'},
			{text: `${block.name}  ${size}`, role: 'dim'},
		],
		columns,
	);
	if (!isOpen || text === '') return [head];
	const body = textLines(block.body, columns - 4, 'dim').map(line => [indent, ...line]);
	return [head, ...body, ...leftOutLines(block)];
}

function toolLines(block: Block, columns: number, isOpen: boolean, cwd: string | undefined): Line[] {
	const about = cwd && block.summary.startsWith(`${cwd}/`) ? block.summary.slice(cwd.length + 1) : block.summary;
	const head = spread(
		[
			{text: isOpen ? '▾ ' : '▸ ', role: 'dim'},
			{text: block.name, role: 'tool'},
			{text: about === '' ? '' : `  ${about}`, role: 'dim'},
		],
		resultSpans(block),
		columns,
	);
	if (!isOpen) return [head];
	const body = block.body.text === '' ? [] : bodyLines(block, columns - 4);
	const result = block.result && block.result.body.text !== '' ? textLines(block.result.body, columns - 4, 'dim') : [];
	return [head, ...[...body, ...result].map(line => [indent, ...line]), ...leftOutLines(block)];
}

function bodyLines(block: Block, columns: number): Line[] {
	return block.body.text.split('\n').flatMap(line => {
		const role = !block.isDiff ? undefined : line.startsWith('+') ? 'added' : line.startsWith('-') ? 'removed' : 'dim';
		return wrap(line, columns).map((text): Line => [{text, role}]);
	});
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

function noteLines(block: Block, columns: number, isOpen: boolean): Line[] {
	const role = block.isError ? 'error' : 'dim';
	const body = wrap(block.body.text, columns - 4);
	if (block.body.text === '' || body.length <= shortNote) {
		const text = block.body.text === '' ? `${block.name}: ${block.summary}` : block.body.text;
		return wrap(text, columns - 2).map((line, row) => [
			{text: row === 0 ? '· ' : '  ', role},
			{text: line, role},
		]);
	}
	const head = spread(
		[
			{text: isOpen ? '▾ ' : '▸ ', role: 'dim'},
			{text: `${block.name}  ${block.summary}`, role},
		],
		[{text: plural(body.length, 'line'), role: 'dim'}],
		columns,
	);
	return isOpen ? [head, ...body.map((text): Line => [indent, {text, role}])] : [head];
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
