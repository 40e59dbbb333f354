/** Two documents of one session: which block of the one is which of the other. */
import type {Block} from './block.ts';
import type {Opening, Openings} from './opening.ts';
import type {ReaderDocument} from './reader-document.ts';

export function sameBlock(from: ReaderDocument, index: number, to: ReaderDocument): number | undefined {
	const block = from.blocks[index];
	return block && placeIn(to, block);
}

function placeIn(document: ReaderDocument, {id, kind}: Block): number | undefined {
	const at = document.indexOf(id);
	if (at === undefined) return undefined;
	// A compaction and its summary are two blocks of one entry.
	return document.facts.kindOf(at) !== kind && document.blocks[at + 1]?.id === id ? at + 1 : at;
}

/** How far blocks and runs of side work of the one are unfolded, for those of the other. */
export function sameOpenings(opened: Openings, to: ReaderDocument): Map<object, Opening> {
	const same = new Map<object, Opening>();
	for (const [each, opening] of opened) {
		const at = 'id' in each ? placeIn(to, each as Block) : undefined;
		if (at === undefined) continue;
		const other = to.blocks[at]!;
		same.set(other, opening);
		if (other.side) same.set(other.side.run, 'open');
	}
	return same;
}
