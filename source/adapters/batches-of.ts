import type {Entry} from '../model/entry.ts';
import type {BranchChoice, EntryOptions, History} from './adapter.ts';

const batchSize = 64;
/** Entries may be long: a batch is no longer than this, or one of them. */
const mostLetters = 1024 * 1024;

/** The entries of a session many at a time, whether or not its adapter gives them so. */
export async function* batchesOf(
	history: History,
	branch?: BranchChoice,
	options?: EntryOptions,
): AsyncGenerator<readonly Entry[]> {
	if (history.batches) return yield* history.batches(branch, options);
	let batch: Entry[] = [];
	let letters = 0;
	for await (const entry of history.entries(branch, options)) {
		batch.push(entry);
		letters += entry.text.length;
		if (batch.length < batchSize && letters < mostLetters) continue;
		yield batch;
		batch = [];
		letters = 0;
	}
	if (batch.length > 0) yield batch;
}
