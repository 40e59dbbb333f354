import {changeCount, changeOf} from '../../compare/change-lines.ts';
import {changedWords, type WordPiece} from '../../compare/changed-words.ts';
import type {Step} from '../../compare/step.ts';
import {plural} from '../../text/figures.ts';
import {sanitize, sanitizeLine} from '../../text/sanitize.ts';
import {clock} from '../../text/times.ts';
import {expandTabs, wrap} from '../../text/wrap.ts';
import {cutLine} from '../line-tools.ts';
import {markLines} from '../reader/mark-lines.ts';
import type {Line, Role, Span} from '../theme.ts';

/** More lines of one step are read in its session. */
const mostLines = 24;
const gutterColumns = 9;

/** The two words of a step that changed, each with what is its own. */
export type Marks = {readonly left: readonly WordPiece[]; readonly right: readonly WordPiece[]};

/** One side of a step as lines: its time, who speaks, and what; `pieces` says which words the other side has not. */
export function stepLines(step: Step, columns: number, role: Role | undefined, pieces?: readonly WordPiece[]): Line[] {
	const width = Math.max(8, columns - gutterColumns);
	const lines = step.tool ? toolLines(step, width) : textLines(step, width, role, pieces);
	const shown = lines.length > mostLines ? [...lines.slice(0, mostLines), moreLine(lines.length - mostLines)] : lines;
	return shown.map((line, row) => cutLine([...gutter(step, row === 0), ...line], columns));
}

/** A call that was told the same on both sides: what it said. */
export function resultLines({tool}: Step, columns: number, role: Role): Line[] {
	const output = sanitize(tool?.output ?? '').trimEnd() || 'no result';
	const lines = wrap(output, Math.max(8, columns - gutterColumns - 2));
	const shown = lines.slice(0, mostLines).map((text): Line => [{text: ' '.repeat(gutterColumns + 2)}, {text, role}]);
	return lines.length > mostLines ? [...shown, moreLine(lines.length - mostLines)] : shown;
}

/** Two calls of one tool may look the same from afar: what each was told stands below it. */
export function changeLines(step: Step, columns: number): Line[] {
	const {lines} = changeOf(step);
	const shown = lines.slice(0, mostLines).map(
		(line): Line => [
			{text: ' '.repeat(gutterColumns + 2)},
			{
				text: expandTabs(sanitize(line)),
				role: line.startsWith('+') ? 'added' : line.startsWith('-') ? 'removed' : 'dim',
			},
		],
	);
	const all = lines.length > mostLines ? [...shown, moreLine(lines.length - mostLines)] : shown;
	return all.map(line => cutLine(line, columns));
}

function gutter({kind, timestamp}: Step, isFirst: boolean): Span[] {
	const time: Span = {text: ` ${(isFirst ? clock(timestamp) : '').padEnd(5)} `, role: 'dim'};
	return [time, kind === 'prompt' ? {text: '┃ ', role: 'prompt'} : {text: '  '}];
}

function toolLines(step: Step, columns: number): Line[] {
	const {tool, text} = step;
	const count = changeCount(step);
	const line: Line = [
		{text: sanitizeLine(tool!.name), role: 'tool'},
		{text: `  ${sanitizeLine(text)}`, role: 'dim'},
		{text: count === '' ? '' : `  ${count}`, role: 'dim'},
		{text: tool!.isError ? '  ✗' : '', role: 'error'},
	];
	return [cutLine(line, columns)];
}

function textLines({kind, text}: Step, columns: number, role: Role | undefined, pieces?: readonly WordPiece[]): Line[] {
	if (kind === 'compaction') return [[{text: 'compacted', role: 'fork'}]];
	const clean = sanitize(text).trimEnd();
	const plain = wrap(clean, columns).map((line): Line => [{text: line, role}]);
	if (!pieces) return plain;
	const own: Role = role === 'added' ? 'added-word' : 'removed-word';
	const marked = markLines(
		plain.map(([span]) => [{text: span?.text ?? ''}]),
		clean,
		rangesOf(pieces),
	);
	return marked.map(line => line.map(span => (span.role === 'match' ? {...span, role: own} : span)));
}

function rangesOf(pieces: readonly WordPiece[]): Array<[number, number]> {
	const ranges: Array<[number, number]> = [];
	let at = 0;
	for (const {text, side} of pieces) {
		if (side !== 'both' && text.trim() !== '') ranges.push([at, at + text.length]);
		at += text.length;
	}
	return ranges;
}

/** Undefined where the two have too little in common to be compared word by word. */
export function wordMarks(left: Step, right: Step): Marks | undefined {
	const pieces = changedWords(sanitize(left.text).trimEnd(), sanitize(right.text).trimEnd());
	return (
		pieces && {
			left: pieces.filter(({side}) => side !== 'right'),
			right: pieces.filter(({side}) => side !== 'left'),
		}
	);
}

function moreLine(lines: number): Line {
	return [{text: `${' '.repeat(gutterColumns)}… ${plural(lines, 'more line')}`, role: 'dim'}];
}
