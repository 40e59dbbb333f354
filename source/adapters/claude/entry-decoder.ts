import type {BranchGraph} from '../../model/branch-graph.ts';
import type {Entry, EntryFacts, EntryKind} from '../../model/entry.ts';
import type {SessionRef} from '../adapter.ts';
import {withoutCosts} from '../entry-facts.ts';
import {type Fields, isFields} from '../fields.ts';
import type {RawRecord} from '../jsonl/parse-line.ts';
import {RecentNames} from '../tools/recent-names.ts';
import {decode} from './decode.ts';
import type {Draft} from './draft.ts';
import {factsOf} from './entry-facts.ts';
import {sentWithPrompt, steeredTextOf} from './records.ts';
import type {RepeatedBlocks} from './repeated-blocks.ts';
import {SpilledResults} from './spilled-results.ts';

/** What the first pass found; absent for a preview, which comes before it. */
export type FirstPass = {
	readonly survey: {
		readonly renamed: ReadonlyMap<number, string>;
		readonly steeredPrompts: ReadonlySet<number>;
		readonly sums: {
			readonly spawned: ReadonlyMap<string, string>;
			readonly repeatedBlocks: Pick<RepeatedBlocks, 'has' | 'hasAny'>;
		};
	};
	/** What records follow; absent where nobody need know. */
	readonly graph?: BranchGraph;
};

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
	const names = new RecentNames();
	const spilled = new SpilledResults(ref.path, isWhole);
	const options = {isAgentFile: ref.isAgentSession, toolName: (callId: string) => names.get(callId)};
	/** Most records follow the one before them, whose id need not be looked up. */
	let lastNode = -1;
	let lastId = '';
	const parentId = (graph: BranchGraph, node: number): string | undefined => {
		const parent = graph.parentOf(node);
		return parent < 0 ? undefined : parent === lastNode ? lastId : graph.idOf(parent);
	};
	return ({value, offset, length, cutBytes}, node) => {
		if (typeof value === 'symbol') return [];
		let entries = decode(value, {path: ref.path, offset, length}, options);
		if (pass && node >= 0) {
			const id = pass.survey.renamed.get(node) ?? entries[0]?.id ?? '';
			entries = withPlace(entries, node, pass.survey);
			// The graph knows what a record follows better than the record: compactions are joined there, lost parents gone.
			if (entries[0] && pass.graph) entries[0].parent = parentId(pass.graph, node);
			lastNode = node;
			lastId = id;
		}
		for (const entry of entries) {
			if (entry.kind === 'tool_result') spilled.complete(entry, value);
			else if (entry.kind === 'tool_call' && entry.tool?.callId !== undefined) {
				names.set(entry.tool.callId, entry.tool.name);
				const agent = pass?.survey.sums.spawned.get(entry.tool.callId);
				if (agent !== undefined) entry.spawned = `agent-${agent}`;
			}
			if (cutBytes === 0) continue;
			entry.cutBytes = cutBytes + (entry.cutBytes ?? 0);
			entry.media = withoutSizes(entry.media);
		}
		if (!isFields(value)) {
			if (isWhole) for (const entry of entries) entry.facts = {};
			return entries;
		}
		const steered = steeredTextOf(value);
		if (steered !== undefined && isSteered(offset)) for (const entry of entries) becomePrompt(entry, steered);
		if (isWhole) addFacts(entries, factsIn(value, entries[0]?.kind));
		return entries;
	};
}

/** Without blocks that a later record repeats, and under another name where another record has it. */
function withPlace(entries: Draft[], node: number, {sums, renamed}: FirstPass['survey']): Draft[] {
	const shown = sums.repeatedBlocks.hasAny(node)
		? entries.filter((_, block) => !sums.repeatedBlocks.has(node, block))
		: entries;
	const id = renamed.get(node);
	if (id !== undefined) for (const [block, entry] of shown.entries()) entry.id = block === 0 ? id : `${id}#${block}`;
	return shown;
}

function becomePrompt(entry: Draft, text: string): void {
	entry.kind = 'user';
	entry.role = 'user';
	entry.text = text;
	entry.isAside = undefined;
}

function factsIn(record: Fields, kind: EntryKind | undefined): EntryFacts {
	const sentWith = kind === 'user' && record.type === 'user' ? sentWithPrompt(record) : undefined;
	return sentWith === undefined ? factsOf(record) : {...factsOf(record), sentWith};
}

/** As `withFacts` does it, without copies. */
function addFacts(entries: readonly Draft[], facts: EntryFacts): void {
	let isMessage = false;
	for (const {message} of entries) if (message !== undefined) isMessage = true;
	for (let block = 0; block < entries.length; block++) {
		const entry = entries[block]!;
		entry.facts = (isMessage ? entry.message !== undefined : block === 0) ? facts : withoutCosts(facts);
	}
}

/** What was cut can't be measured. */
function withoutSizes(media: Entry['media']): Entry['media'] {
	return media?.map(({bytes: _, ...rest}) => rest);
}
