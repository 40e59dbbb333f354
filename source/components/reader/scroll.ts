/**
 * Where a reader is: a block and a line of it. Blocks far away are never laid out, so a position is not counted in lines
 * from the start but moved from where it is.
 */
import type {Line} from '../theme.ts';

export type Position = {readonly block: number; readonly line: number};

export type Blocks = {
	readonly count: number;
	linesOf(index: number): readonly Line[];
};

export const start: Position = {block: 0, line: 0};

/** So many lines further, or back if negative; not beyond the start, and not beyond the last line. */
export function moveBy(blocks: Blocks, position: Position, by: number): Position {
	let {block, line} = position;
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
	return block < blocks.count ? {block, line} : lastPosition(blocks, 1);
}

/** The position whose screen ends with the last line. */
export function lastPosition(blocks: Blocks, rows: number): Position {
	let missing = rows;
	for (let block = blocks.count - 1; block >= 0; block--) {
		const {length} = blocks.linesOf(block);
		if (length >= missing) return {block, line: length - missing};
		missing -= length;
	}
	return start;
}

/** The lines of a screen that begins at a position. */
export function linesFrom(blocks: Blocks, position: Position, rows: number): Line[] {
	const lines: Line[] = [];
	for (let block = position.block; block < blocks.count && lines.length < rows; block++) {
		const skipped = block === position.block ? position.line : 0;
		lines.push(...blocks.linesOf(block).slice(skipped, skipped + rows - lines.length));
	}
	return lines;
}

export function isBefore(a: Position, b: Position): boolean {
	return a.block < b.block || (a.block === b.block && a.line < b.line);
}
