/** Parts of a session read alone, where its file is made of lines: what a reader sees before all of it was read. */
import type {SessionRef} from '../adapters/adapter.ts';
import {type ByteRange, wholeLines} from '../adapters/jsonl/whole-lines.ts';
import {readerFor} from '../catalog/reader-for.ts';
import type {Entry} from '../model/entry.ts';

export type Stretch = ByteRange & {
	/** How large the file is now. */
	readonly size: number;
	/** In the order of the file, before anybody knows the branches. Streams. */
	readonly entries: AsyncIterable<Entry>;
};

/** The lines that a range of bytes touches; undefined where only the whole session can be read. */
export async function sessionStretch(ref: SessionRef, range: ByteRange): Promise<Stretch | undefined> {
	const adapter = await readerFor(ref);
	if (!adapter.hasLines?.(ref)) return undefined;
	const found = await wholeLines(ref.path, range);
	const {from, to} = found;
	const passages = from < to ? adapter.passages(ref, {from, to}) : [];
	return {
		...found,
		entries: (async function* () {
			for await (const batch of passages) for (const {entries} of batch) yield* entries;
		})(),
	};
}
