import type {Entry} from '../model/entry.ts';

/** The entries of batches, one by one. */
export async function* entriesOf(batches: AsyncIterable<readonly Entry[]>): AsyncGenerator<Entry> {
	for await (const batch of batches) yield* batch;
}
