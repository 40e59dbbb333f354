/**
 * Where a reader is: a block and a line of it. Blocks far away are never laid out, so a place is not counted in lines
 * from the start but moved from where it is.
 */
import type {Line} from '../theme.ts';

export type Place = {readonly block: number; readonly line: number};

export type Blocks = {
	readonly count: number;
	linesOf(index: number): readonly Line[];
};

export const start: Place = {block: 0, line: 0};

/** So many lines further, or back if negative; not beyond the start, and not beyond the last line. */
export function moveBy(blocks: Blocks, place: Place, by: number): Place {
	let {block, line} = place;
	line += by;
	while (line < 0) {
		if (block === 0) return start;
		block--;
		line += blocks.linesOf(block).length;
	}
	while (block < blocks.count && line >= blocks.linesOf(block).length) {
		line -= blocks.linesOf(block).length;
		block++;
	}
	return block < blocks.count ? {block, line} : lastPlace(blocks, 1);
}

/** The place whose screen ends with the last line. */
export function lastPlace(blocks: Blocks, rows: number): Place {
	let missing = rows;
	for (let block = blocks.count - 1; block >= 0; block--) {
		const {length} = blocks.linesOf(block);
		if (length >= missing) return {block, line: length - missing};
		missing -= length;
	}
	return start;
}

/** The lines of a screen that begins at a place. */
export function linesFrom(blocks: Blocks, place: Place, rows: number): Line[] {
	const lines: Line[] = [];
	for (let block = place.block; block < blocks.count && lines.length < rows; block++) {
		const skipped = block === place.block ? place.line : 0;
		lines.push(...blocks.linesOf(block).slice(skipped, skipped + rows - lines.length));
	}
	return lines;
}

export function isBefore(a: Place, b: Place): boolean {
	return a.block < b.block || (a.block === b.block && a.line < b.line);
}
