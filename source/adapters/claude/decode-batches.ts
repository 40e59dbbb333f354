import type {Entry} from '../../model/entry.ts';
import {unshortened} from '../fields.ts';
import type {RawRecord} from '../jsonl/parse-line.ts';

/** So many letters are enough for a batch: a stub of a few bytes may stand for an output of many megabytes. */
const mostLetters = 4 * 1024 * 1024;

/** The entries of records, as many at a time as were read at a time. */
export async function* decodeBatches(
	batches: AsyncIterable<readonly RawRecord[]>,
	decode: (record: RawRecord) => readonly Entry[],
	isWhole = false,
): AsyncGenerator<Entry[]> {
	/** From a place of the records on; tells how far it came. */
	const decodeFrom = (records: readonly RawRecord[], first: number, entries: Entry[]): number => {
		let letters = 0;
		let at = first;
		while (at < records.length && letters < mostLetters) {
			for (const entry of decode(records[at++]!)) {
				entries.push(entry);
				letters += entry.text.length;
			}
		}
		return at;
	};
	for await (const records of batches) {
		for (let at = 0; at < records.length; ) {
			const entries: Entry[] = [];
			at = isWhole ? unshortened(() => decodeFrom(records, at, entries)) : decodeFrom(records, at, entries);
			if (entries.length > 0) yield entries;
		}
	}
}
