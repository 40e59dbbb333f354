/** A thread of one file from its beginning on, while somebody else finds out its shape. */

import type {Entry} from '../../model/entry.ts';
import type {Compaction, Glance, SessionRef} from '../adapter.ts';
import {unshortened} from '../fields.ts';
import {EntryReader} from './entry-reader.ts';
import {HintedSurvey} from './hint.ts';
import {planOf} from './plan.ts';
import {readRollout} from './read-rollout.ts';
import {entryId} from './record-ids.ts';

export async function glance(ref: SessionRef): Promise<Glance | undefined> {
	const {files} = await planOf(ref);
	const [file] = files;
	if (files.length !== 1 || !file?.path.endsWith('.jsonl')) return undefined;
	const survey = new HintedSurvey();
	// With their facts, but for tokens: secrets may stand there too.
	const reader = new EntryReader(survey, new Map());
	const compactions: Compaction[] = [];
	let from = 0;
	let node = 0;
	return {
		compactions,
		async *readTo(place, hint) {
			survey.begin(node, hint);
			for await (const batch of readRollout(file.path, {from, end: place, isWhole: true})) {
				const entries: Entry[] = [];
				unshortened(() => {
					for (const record of batch) {
						const known = survey.compactionAt(node);
						if (known) compactions.push({id: entryId(file, record.offset), ...known});
						reader.read(file, record, node++, true, entries);
					}
				});
				yield entries;
			}
			from = place;
		},
	};
}
