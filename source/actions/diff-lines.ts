import {changeCount, changeOf} from '../compare/change-lines.ts';
import {changedWords} from '../compare/changed-words.ts';
import type {Hunk} from '../compare/compare-steps.ts';
import type {Step} from '../compare/step.ts';
import {plural} from '../text/figures.ts';
import type {Paint} from '../text/paint.ts';
import {sanitize, sanitizeLine} from '../text/sanitize.ts';
import {clock} from '../text/times.ts';
import {cut} from '../text/width.ts';
import {wrap} from '../text/wrap.ts';
import type {Context} from './context.ts';

/** More lines of one step are read with `show`. */
const mostLines = 20;

/** A piece of a comparison as text: what is the same is counted, what differs stands there. */
export function hunkLines(hunk: Hunk, {paint, columns}: Context): string {
	if (hunk.kind === 'equal') {
		const text = `═══ ${plural(hunk.left.length, 'step')} the same `;
		return `${paint('dim', text.padEnd(Math.min(columns, 100), '═'))}\n`;
	}
	if (hunk.kind === 'changed') return changedLines(hunk.left, hunk.right, paint, columns);
	const sign = hunk.kind === 'left' ? '-' : '+';
	return hunk.steps.map(step => stepLines(step, sign, paint, columns)).join('');
}

function changedLines(left: Step, right: Step, paint: Paint, columns: number): string {
	if (left.tool && right.tool) return toolLines(left, right, paint, columns);
	const words = changedWords(sanitize(left.text), sanitize(right.text));
	if (!words) return stepLines(left, '-', paint, columns) + stepLines(right, '+', paint, columns);
	const side = (of: 'left' | 'right') =>
		words
			.filter(piece => piece.side === 'both' || piece.side === of)
			.map(({text, side: where}) => (where === 'both' ? text : mark(text, paint)))
			.join('');
	return linesOf(side('left'), '-', left, paint) + linesOf(side('right'), '+', right, paint);
}

/** Blanks at the ends of a piece are not marked. */
function mark(text: string, paint: Paint): string {
	const [, before = '', word = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? [];
	return word === '' ? text : `${before}${paint('match', word)}${after}`;
}

/** The same call with another result, or another call of the same tool. */
function toolLines(left: Step, right: Step, paint: Paint, columns: number): string {
	const isSameCall = left.tool!.inputText === right.tool!.inputText;
	if (!isSameCall) return callLines(left, '-', paint, columns) + callLines(right, '+', paint, columns);
	const head = `~ ${paint('tool', sanitizeLine(left.tool!.name))}  ${sanitizeLine(left.text)}  ${paint('dim', 'another result')}\n`;
	return head + resultLines(left, '-', paint, columns) + resultLines(right, '+', paint, columns);
}

/** Two calls of one tool may look the same from afar: what each was told stands below it. */
function callLines(step: Step, sign: '-' | '+', paint: Paint, columns: number): string {
	const lines = changeOf(step).lines.map(line => cut(sanitizeLine(line), Math.max(20, columns - 10)));
	const shown = lines.slice(0, mostLines).map(line => `${signed(sign, paint)} ${' '.repeat(8)}${paint('dim', line)}\n`);
	return stepLines(step, sign, paint, columns) + shown.join('') + more(lines.length, sign, paint);
}

function resultLines({tool}: Step, sign: '-' | '+', paint: Paint, columns: number): string {
	return bodyLines(tool!.output ?? '(no result)', sign, paint, columns);
}

function stepLines(step: Step, sign: '-' | '+', paint: Paint, columns: number): string {
	const {tool} = step;
	if (!tool) return linesOf(wrap(sanitize(step.text), Math.max(20, columns - 10)).join('\n'), sign, step, paint);
	const failed = tool.isError ? paint('error', '  ✗') : '';
	const count = changeCount(step);
	return `${signed(sign, paint)} ${' '.repeat(6)}${paint('tool', sanitizeLine(tool.name))}  ${sanitizeLine(step.text)}${count === '' ? '' : paint('dim', `  ${count}`)}${failed}\n`;
}

function linesOf(text: string, sign: '-' | '+', {kind, timestamp}: Step, paint: Paint): string {
	const lines = text.trimEnd().split('\n');
	const bar = kind === 'prompt' ? paint('prompt', '┃ ') : '  ';
	const shown = lines
		.slice(0, mostLines)
		.map((line, at) => `${signed(sign, paint)} ${(at === 0 ? clock(timestamp) : '').padEnd(6)}${bar}${line}\n`);
	return shown.join('') + more(lines.length, sign, paint);
}

function bodyLines(text: string, sign: '-' | '+', paint: Paint, columns: number): string {
	const lines = wrap(sanitize(text).trimEnd(), Math.max(20, columns - 10));
	const shown = lines.slice(0, mostLines).map(line => `${signed(sign, paint)} ${' '.repeat(8)}${line}\n`);
	return shown.join('') + more(lines.length, sign, paint);
}

function more(lines: number, sign: '-' | '+', paint: Paint): string {
	return lines > mostLines
		? `${signed(sign, paint)} ${paint('dim', `        … ${plural(lines - mostLines, 'more line')}`)}\n`
		: '';
}

function signed(sign: '-' | '+', paint: Paint): string {
	return sign === '+' ? paint('good', '+') : paint('error', '-');
}
