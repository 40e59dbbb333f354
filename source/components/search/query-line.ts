import {count} from '../../text/figures.ts';
import {widthOf} from '../../text/width.ts';
import {cutLine, lineWidth} from '../line-tools.ts';
import type {SearchAnswer} from '../search-source.ts';
import type {Line} from '../theme.ts';
import {type LineView, lineView} from './line-view.ts';

const prompt = ' › ';

/** Columns for the text: those for what stands at the right stay the same while its figures change. */
export function queryRoom(columns: number): number {
	return Math.max(4, columns - widthOf(prompt) - rightRoom(columns));
}

export type QueryLine = LineView & {
	/** How much was found, as far as is known. */
	readonly progress?: SearchAnswer;
	/** Sessions in the whole list. */
	readonly sessions: number;
};

/** The line one types a query into, and how much it found. */
export function queryLine(line: QueryLine, columns: number): Line {
	const room = queryRoom(columns);
	const left: Line = [{text: prompt, role: line.isTyping ? 'prompt' : 'dim'}, ...cutLine(lineView(line, room), room)];
	const right = cutLine(
		[{text: line.progress ? foundText(line.progress, line.sessions) : '', role: 'dim'}],
		columns / 2,
	);
	const space = columns - lineWidth(left) - lineWidth(right) - 1;
	return space < 1 ? left : [...left, {text: ' '.repeat(space)}, ...right];
}

/** `23 of 1,284`, with an ellipsis while more may be found. */
function foundText({total, isComplete, scanning}: SearchAnswer, sessions: number): string {
	const reading = scanning && !isComplete ? `reading ${count(scanning.done)}/${count(scanning.of)} · ` : '';
	return `${reading}${count(total)}${isComplete ? '' : ' …'} of ${count(sessions)}`;
}

function rightRoom(columns: number): number {
	return Math.min(40, Math.floor(columns / 3));
}
