import {widthOf} from '../../../text/width.ts';
import type {Line} from '../../theme.ts';
import {piecesText, piecesWidth} from './wrap-pieces.ts';

/** What stands between two columns. */
const gap = 3;
/** A column that has to give way is not made narrower than this, if it holds that much. */
const narrowest = 8;

/** How wide the columns of a table are so that it fits; undefined where there is not enough room to read them. */
export function tableColumns(columns: ReadonlyArray<readonly Line[]>, room: number): readonly number[] | undefined {
	const available = room - gap * (columns.length - 1);
	const wanted = columns.map(cells => Math.max(1, ...cells.map(piecesWidth)));
	if (sum(wanted) <= available) return wanted;
	const least = columns.map((cells, column) => Math.min(wanted[column]!, Math.max(narrowest, longestWord(cells))));
	const fair = Math.floor(available / columns.length);
	// A long word is broken rather than all others squeezed.
	const bounded = least.map(width => Math.min(width, Math.max(narrowest, fair)));
	if (sum(bounded) > available) return undefined;
	return shared(wanted, bounded, available);
}

/** What is left over goes to those that want more, the modest ones first. */
function shared(wanted: readonly number[], least: readonly number[], available: number): readonly number[] {
	const widths = [...least];
	let left = available - sum(widths);
	let hungry = widths.map((_, column) => column).filter(column => widths[column]! < wanted[column]!);
	while (left > 0 && hungry.length > 0) {
		const share = Math.max(1, Math.floor(left / hungry.length));
		for (const column of hungry) {
			const given = Math.min(share, left, wanted[column]! - widths[column]!);
			widths[column]! += given;
			left -= given;
		}
		hungry = hungry.filter(column => widths[column]! < wanted[column]!);
	}
	return widths;
}

function longestWord(cells: readonly Line[]): number {
	let longest = 1;
	for (const cell of cells)
		for (const word of piecesText(cell).split(/\s+/)) longest = Math.max(longest, widthOf(word));
	return longest;
}

function sum(numbers: readonly number[]): number {
	return numbers.reduce((total, number) => total + number, 0);
}
