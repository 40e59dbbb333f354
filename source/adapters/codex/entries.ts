/** The second pass: the entries of the records that somebody wants to see. */
import type {Entry} from '../../model/entry.ts';
import type {FileLocator} from '../../model/locator.ts';
import type {EntryOptions} from '../adapter.ts';
import {unshortened} from '../fields.ts';
import {firstFrom, nodeAt} from '../jsonl/node-at.ts';
import {RecordFile} from '../jsonl/record-file.ts';
import {EntryReader} from './entry-reader.ts';
import {lineOf} from './line.ts';
import type {PlannedFile} from './plan.ts';
import {readRollout} from './read-rollout.ts';
import type {Survey} from './survey.ts';

/** A batch per chunk that is read. `range` only means something where there is one file. */
export async function* readBatches(
	files: readonly PlannedFile[],
	survey: Survey,
	belongs: (node: number) => boolean,
	{isWhole, range, keepsBytes}: EntryOptions = {},
): AsyncGenerator<readonly Entry[]> {
	const reader = new EntryReader(survey, isWhole ? survey.usageByAnswer : undefined);
	for (const [position, file] of files.entries()) {
		let node = survey.fileStarts[position]!;
		const last = survey.fileStarts[position + 1] ?? survey.size;
		if (range) {
			node = firstFrom(survey.offsets, range.from, node, last);
			reader.beginAt(survey, file, node, belongs);
		}
		if (node === last) continue;
		// What was written since the first pass has no place in its shape yet.
		const written = survey.offsets.at(last - 1) + survey.lengths.at(last - 1);
		const end = range ? Math.min(written, range.to) : written;
		for await (const batch of readRollout(file.path, {from: range?.from, end, isWhole, keepsBytes})) {
			const entries: Entry[] = [];
			const read = () => {
				for (const record of batch) {
					// A damaged line may fall into other records when it is read whole.
					while (node < last && survey.offsets.at(node) < record.offset) node++;
					if (node >= last || survey.offsets.at(node) !== record.offset) continue;
					reader.read(file, record, node, belongs(node), entries);
					node++;
				}
			};
			if (isWhole) unshortened(read);
			else read();
			if (entries.length > 0) yield entries;
		}
	}
}

/** Single records once more, as the second pass told them. */
export function recaller(files: readonly PlannedFile[], survey: Survey): (locator: FileLocator) => readonly Entry[] {
	const reader = new EntryReader(survey);
	const opened = files.map(({path}) => new RecordFile(path));
	const readNode = (position: number, node: number, place: Place) => {
		const entries: Entry[] = [];
		for (const record of opened[position]!.read(place))
			if (record.offset === place.offset)
				reader.read(files[position]!, {...record, line: lineOf(record.value)}, node, true, entries);
		return entries;
	};
	return ({path, offset, length}) => {
		const position = files.findIndex(file => file.path === path);
		if (position < 0) return [];
		const [first, last] = [survey.fileStarts[position]!, survey.fileStarts[position + 1] ?? survey.size];
		const node = nodeAt(survey.offsets, offset, first, last);
		if (node < 0) return [];
		const end = survey.outcomeNodes.get(node);
		if (end !== undefined) readNode(position, end, {offset: survey.offsets.at(end), length: survey.lengths.at(end)});
		return readNode(position, node, {offset, length});
	};
}

type Place = {readonly offset: number; readonly length: number};
