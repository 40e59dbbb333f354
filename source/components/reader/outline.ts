import {clock} from '../../text/times.ts';
import {cut, fit} from '../../text/width.ts';
import {cutLine} from '../line-tools.ts';
import type {Line} from '../theme.ts';
import type {Block} from './block.ts';
import type {ReaderDocument} from './reader-document.ts';

const widest = 46;
/** Beside it the text must stay readable. */
const fewestText = 50;

/** How many columns an outline takes of a screen; none where there is no room beside the text. */
export function outlineColumns(columns: number): number {
	const wanted = Math.min(widest, Math.floor(columns * 0.34));
	return columns - wanted >= fewestText ? wanted : 0;
}

/** Which of so many prompts stands in the first row, so that the current one is in sight. */
export function firstInOutline(prompts: number, current: number, rows: number): number {
	return Math.max(0, Math.min(current - Math.floor(rows / 2), prompts - rows));
}

/** The prompts of a session, one line each, around the one that is read. */
export function outlineLines(
	{blocks, prompts}: ReaderDocument,
	current: number,
	{columns, rows, hasFocus}: {readonly columns: number; readonly rows: number; readonly hasFocus: boolean},
): Line[] {
	const first = firstInOutline(prompts.length, current, rows);
	return prompts.slice(first, first + rows).map((block, at): Line => {
		const isCurrent = first + at === current;
		const text = promptLine(blocks[block]!, columns - 1, isCurrent);
		if (!isCurrent) return cutLine(text, columns - 1);
		const whole = text.map(span => span.text).join('');
		return [{text: fit(whole, columns - 1), role: hasFocus ? 'selection' : 'prompt'}];
	});
}

function promptLine({timestamp, summary}: Block, columns: number, isCurrent: boolean): Line {
	const time = clock(timestamp);
	const mark = isCurrent ? '▸' : ' ';
	return [
		{text: `${mark}${time === '' ? '' : `${time} `}`, role: 'dim'},
		{text: cut(summary || '…', Math.max(4, columns - time.length - 2))},
	];
}
