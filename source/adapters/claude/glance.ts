/** Parts of a session, for somebody who does not know its shape. */
import type {Entry} from '../../model/entry.ts';
import type {Compaction, Glance, SessionRef} from '../adapter.ts';
import {isFields} from '../fields.ts';
import type {RawRecord} from '../jsonl/parse-line.ts';
import {readRecords} from '../jsonl/read-records.ts';
import {compactionOf, isBoundary} from './compaction-of.ts';
import {decodeBatches} from './decode-batches.ts';
import {entryDecoder} from './entry-decoder.ts';
import {hintedPass} from './hint.ts';
import {idOf} from './records.ts';
import {spawnedBeside} from './spawned-beside.ts';

export async function glance(ref: SessionRef): Promise<Glance | undefined> {
	if (!ref.path.endsWith('.jsonl')) return undefined;
	const beside = spawnedBeside(ref.path);
	const compactions: Compaction[] = [];
	return {
		compactions,
		async *read({from, to}, hint, {isHidden} = {}) {
			const pass = hintedPass(hint, beside);
			const toEntries = entryDecoder(ref, pass, {isWhole: true});
			const decode = (record: RawRecord) => {
				const {value, offset} = record;
				if (pass.repeats.has(offset) || isHidden?.(offset)) return none;
				if (isFields(value) && isBoundary(value))
					compactions.push(compactionOf(value, pass.survey.renamed.get(offset) ?? idOf(value, offset)));
				return toEntries(record, offset);
			};
			yield* decodeBatches(readRecords(ref.path, {from, end: to, isWhole: true}), decode, true);
		},
	};
}

const none: readonly Entry[] = [];
