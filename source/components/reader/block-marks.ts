import type {Ranges, RangesIn} from '../search/ranges.ts';
import type {Block} from './block.ts';

/** Where the words stand in a block, part by part. */
export type BlockMarks = {
	readonly summary: Ranges;
	readonly body: Ranges;
	readonly result: Ranges;
};

const none: Ranges = [];

export function marksOf(block: Block, rangesIn: RangesIn): BlockMarks {
	// What a boundary or a fork says is ours.
	if (block.kind === 'boundary' || block.kind === 'fork' || block.isAside)
		return {summary: none, body: none, result: none};
	const read = (text: string | undefined) => (text ? rangesIn(text) : none);
	return {summary: read(block.summary), body: read(block.body.text), result: read(block.result?.body.text)};
}

/** How many hits it has. The summary repeats what is in the block: it counts where the words stand nowhere else. */
export function countHits({summary, body, result}: BlockMarks): number {
	return body.length + result.length || summary.length;
}

/** The number of the first hit of each part among those of the block; none for what does not count. */
export function firstHits({body, result}: BlockMarks): {summary?: number; body: number; result: number} {
	return {summary: body.length + result.length > 0 ? undefined : 0, body: 0, result: body.length};
}
