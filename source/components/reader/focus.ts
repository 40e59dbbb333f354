/**
 * The block that keys are about: the one that was chosen, as long as it is in sight, else the first that begins on the
 * screen. Whoever only scrolls need not think of it.
 */
import type {Line} from '../theme.ts';
import type {Block} from './block.ts';
import type {Blocks, Position} from './scroll.ts';

export type BlockInSight = {
	readonly index: number;
	/** The row of its first own line; negative where that is above the screen. */
	readonly row: number;
};

/** The blocks of which lines are on the screen. */
export function blocksInSight(
	blocks: Blocks,
	position: Position,
	rows: number,
	spaceOf: (index: number) => number,
): BlockInSight[] {
	const found: BlockInSight[] = [];
	let row = -position.line;
	for (let index = position.block; index < blocks.count && row < rows; index++) {
		const {length} = blocks.linesOf(index);
		if (length > 0) found.push({index, row: row + spaceOf(index)});
		row += length;
	}
	return found.filter(each => each.row < rows);
}

export class Focus {
	private chosen: Block | undefined;

	choose(block: Block | undefined): void {
		this.chosen = block;
	}

	in(inSight: readonly BlockInSight[], blocks: readonly Block[]): BlockInSight | undefined {
		const chosen = this.chosen && inSight.find(({index}) => blocks[index] === this.chosen);
		return chosen ?? inSight.find(({row}) => row >= 0) ?? inSight[0];
	}
}

/** The lines of a screen with the mark of the focus in the gutter. */
export function withFocus(lines: Line[], row: number): Line[] {
	const line = lines[row];
	const [first, ...rest] = line ?? [];
	if (!line || !first?.text.startsWith(' ')) return lines;
	const marked: Line = [{text: '›', role: 'key'}, {...first, text: first.text.slice(1)}, ...rest];
	return lines.map((each, at) => (at === row ? marked : each));
}
