/** Two documents of one session: which block of the one is which of the other. */
import type {ReaderDocument} from './reader-document.ts';

export function sameBlock(from: ReaderDocument, index: number, to: ReaderDocument): number | undefined {
	const {id, kind} = from.blocks[index] ?? {};
	const at = id === undefined ? undefined : to.indexOf(id);
	if (at === undefined) return undefined;
	// A compaction and its summary are two blocks of one entry.
	return to.blocks[at]!.kind !== kind && to.blocks[at + 1]?.id === id ? at + 1 : at;
}

/** Of blocks and runs of side work in the one, those in the other. */
export function sameBlocks(from: ReaderDocument, chosen: ReadonlySet<object>, to: ReaderDocument): Set<object> {
	const same = new Set<object>();
	if (chosen.size === 0) return same;
	for (const [index, block] of from.blocks.entries()) {
		const at = chosen.has(block) ? sameBlock(from, index, to) : undefined;
		if (at === undefined) continue;
		const other = to.blocks[at]!;
		same.add(other);
		if (other.side) same.add(other.side.run);
	}
	return same;
}
