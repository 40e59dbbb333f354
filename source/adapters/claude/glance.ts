/** A session from its beginning on, while somebody else finds out its shape. */
import type {Compaction, Glance, SessionRef} from '../adapter.ts';
import {isFields} from '../fields.ts';
import type {RawRecord} from '../jsonl/parse-line.ts';
import {readRecords} from '../jsonl/read-records.ts';
import {compactionOf, isBoundary} from './compaction-of.ts';
import {decodeBatches} from './decode-batches.ts';
import {entryDecoder} from './entry-decoder.ts';
import {idOf} from './records.ts';
import {spawnedBeside} from './spawned-beside.ts';

/** Whatever other records say of one is not known; `toldLater` knows where they do. */
export const noHint = new Uint8Array();

export async function glance(ref: SessionRef): Promise<Glance | undefined> {
	if (!ref.path.endsWith('.jsonl')) return undefined;
	const toEntries = entryDecoder(ref, undefined, {isWhole: true, spawned: spawnedBeside(ref.path)});
	const compactions: Compaction[] = [];
	const read = (record: RawRecord) => {
		const {value, offset} = record;
		if (isFields(value) && isBoundary(value)) compactions.push(compactionOf(value, idOf(value, offset)));
		return toEntries(record, -1);
	};
	let from = 0;
	return {
		compactions,
		async *readTo(place) {
			const records = readRecords(ref.path, {from, end: place, isWhole: true});
			from = place;
			yield* decodeBatches(records, read, true);
		},
	};
}
