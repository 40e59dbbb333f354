/** Parts of a thread of one file, for somebody who does not know its shape. */
import type {Entry} from '../../model/entry.ts';
import type {Compaction, Glance, SessionRef} from '../adapter.ts';
import {unshortened} from '../fields.ts';
import {EntryReader} from './entry-reader.ts';
import {HintedSurvey} from './hint.ts';
import {planOf} from './plan.ts';
import {type RolloutRecord, readRollout} from './read-rollout.ts';
import {entryId} from './record-ids.ts';

export async function glance(ref: SessionRef): Promise<Glance | undefined> {
	const {files} = await planOf(ref);
	const [file] = files;
	if (files.length !== 1 || !file?.path.endsWith('.jsonl')) return undefined;
	const compactions: Compaction[] = [];
	return {
		compactions,
		async *read({from, to}, hint, {isHidden, keepsBytes} = {}) {
			const survey = new HintedSurvey(hint);
			// With their facts, but for tokens: secrets may stand there too.
			const reader = new EntryReader(survey, new Map());
			reader.beginWith(file, survey.settings);
			let node = 0;
			const readAll = (batch: readonly RolloutRecord[]) => {
				const entries: Entry[] = [];
				for (const record of batch) {
					const known = survey.compactionAt(node);
					if (known) compactions.push({id: entryId(file, record.offset), ...known});
					reader.read(file, record, node++, !isHidden?.(record.offset), entries);
				}
				return entries;
			};
			for await (const batch of readRollout(file.path, {from, end: to, isWhole: true, keepsBytes})) {
				const entries = unshortened(() => readAll(batch));
				if (entries.length > 0) yield entries;
			}
		},
	};
}
