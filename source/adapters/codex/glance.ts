/** A thread of one file from its beginning on, while somebody else finds out its shape. */
import type {Entry} from '../../model/entry.ts';
import type {Glance, SessionRef} from '../adapter.ts';
import {unshortened} from '../fields.ts';
import {ClaimMaker} from './claim.ts';
import {EntryReader} from './entry-reader.ts';
import {planOf} from './plan.ts';
import {type RolloutRecord, readRollout} from './read-rollout.ts';
import {entryId} from './record-ids.ts';
import {Survey} from './survey.ts';

/** Records that tell of each other stand close together. So many are looked at before one is believed. */
const reach = 100;

export async function glance(ref: SessionRef): Promise<Glance | undefined> {
	const {files} = await planOf(ref);
	const [file] = files;
	if (files.length !== 1 || !file?.path.endsWith('.jsonl')) return undefined;
	const survey = new Survey(ref.isAgentSession);
	survey.beginFile(file, undefined);
	const reader = new EntryReader(survey);
	let from = 0;
	return {
		get compactions() {
			return survey.compactions.map(({node, ...rest}) => ({id: entryId(file, survey.offsets.at(node)), ...rest}));
		},
		async *readTo(place) {
			const claim = new ClaimMaker(survey);
			let waiting: RolloutRecord[] = [];
			let node = survey.size;
			const take = (count: number) => {
				const entries: Entry[] = [];
				unshortened(() => {
					for (const record of waiting.slice(0, count)) {
						claim.add(node);
						reader.read(file, record, node++, true, entries);
					}
				});
				waiting = waiting.slice(count);
				return entries;
			};
			for await (const batch of readRollout(file.path, {from, end: place, isWhole: true})) {
				for (const record of batch) survey.observe(record);
				waiting.push(...batch);
				if (waiting.length > reach) yield take(waiting.length - reach);
			}
			yield take(waiting.length);
			from = place;
			return claim.finish();
		},
	};
}
