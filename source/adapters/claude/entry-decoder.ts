import type {BranchGraph} from '../../model/branch-graph.ts';
import type {Entry} from '../../model/entry.ts';
import type {SessionRef} from '../adapter.ts';
import {withFacts} from '../entry-facts.ts';
import {isFields, unshortened} from '../fields.ts';
import type {RawRecord} from '../jsonl/parse-line.ts';
import {RecentNames} from '../tools/recent-names.ts';
import {decode} from './decode.ts';
import {factsOf} from './entry-facts.ts';
import {steeredTextOf} from './records.ts';
import {SpilledResults} from './spilled-results.ts';
import type {Survey} from './survey.ts';

/** What the first pass found; absent for a preview, which comes before it. */
export type FirstPass = {readonly survey: Survey; readonly graph: BranchGraph};

export type DecoderOptions = {
	/** At which places a record of the queue holds a prompt that no other record has. */
	readonly isSteered?: (offset: number) => boolean;
	readonly isWhole?: boolean;
};

/** Decodes the records of a session one after the other, with what other records and files say of them. */
export function entryDecoder(
	ref: SessionRef,
	pass?: FirstPass,
	{isSteered = offset => pass?.survey.steeredPrompts.has(offset) ?? false, isWhole = false}: DecoderOptions = {},
): (record: RawRecord, node: number) => Entry[] {
	const survey = pass?.survey;
	const names = new RecentNames();
	const spilled = new SpilledResults(ref.path, isWhole);
	const toolName = (callId: string) => names.get(callId);
	const toEntries = (record: RawRecord, node: number): Entry[] => {
		const {value, offset, length, cutBytes} = record;
		if (typeof value === 'symbol') return [];
		const locator = {path: ref.path, offset, length};
		let entries = decode(value, locator, {isAgentFile: ref.isAgentSession, toolName});
		if (survey?.sums.repeatedBlocks.hasAny(node))
			entries = entries.filter((_, block) => !survey.sums.repeatedBlocks.has(node, block));
		const renamed = survey?.renamed.get(node);
		if (renamed !== undefined)
			entries = entries.map((entry, block) => ({...entry, id: block === 0 ? renamed : `${renamed}#${block}`}));
		// The graph knows what a record follows better than the record: compactions are joined there, lost parents gone.
		if (pass && node >= 0 && entries[0]) {
			const parent = pass.graph.parentOf(node);
			entries[0] = {...entries[0], parent: parent < 0 ? undefined : pass.graph.idOf(parent)};
		}
		const steered = isFields(value) && isSteered(offset) ? steeredTextOf(value) : undefined;
		return entries.map(entry => {
			const {tool} = entry;
			let complete = entry.kind === 'tool_result' ? spilled.complete(entry, value) : entry;
			if (entry.kind === 'tool_call' && tool?.callId !== undefined) {
				names.set(tool.callId, tool.name);
				const agent = survey?.sums.spawned.get(tool.callId);
				if (agent !== undefined) complete = {...complete, spawned: `agent-${agent}`};
			}
			if (cutBytes > 0)
				complete = {
					...complete,
					cutBytes: cutBytes + (complete.cutBytes ?? 0),
					media: withoutSizes(complete.media),
				};
			return steered === undefined
				? complete
				: {...complete, kind: 'user', role: 'user', text: steered, isAside: undefined};
		});
	};
	if (!isWhole) return toEntries;
	return (record, node) => {
		const entries = unshortened(() => toEntries(record, node));
		return withFacts(entries, isFields(record.value) ? factsOf(record.value) : {});
	};
}

/** What was cut can't be measured. */
function withoutSizes(media: Entry['media']): Entry['media'] {
	return media?.map(({bytes: _, ...rest}) => rest);
}
