/** From an entry to the block that is drawn for it. What depends on the blocks around it is told by the document. */
import type {Entry} from '../../model/entry.ts';
import {compact} from '../../text/figures.ts';
import {sanitizeLine} from '../../text/sanitize.ts';
import {clock} from '../../text/times.ts';
import type {CompactionFacts} from '../session-source.ts';
import type {Block, BlockMedia} from './block.ts';
import {noText, type TextKeeper} from './kept-text.ts';
import {prettyJson} from './tools/pretty-json.ts';
import {callParts, resultOf} from './tools/tool-blocks.ts';

export const longestSummary = 400;

export type Around = Pick<Block, 'hasTime' | 'hasSpaceBefore' | 'side' | 'model'>;

export type MakeOptions = {
	readonly kind: Block['kind'];
	readonly around: Around;
	readonly keeper: TextKeeper;
	readonly media?: readonly BlockMedia[];
	readonly compaction?: CompactionFacts;
};

/** What an entry is drawn as; undefined for what there is nothing to see of. */
export function kindOf({kind, text, media, detail}: Entry): Block['kind'] | undefined {
	switch (kind) {
		case 'user':
			return 'prompt';
		case 'assistant':
			return /\S/.test(text) || media?.length ? 'answer' : undefined;
		case 'tool_call':
		case 'tool_result':
			return 'tool';
		case 'compaction':
			return 'boundary';
		case 'title':
			return 'note';
		case 'system':
			return detail === 'compact_summary' ? 'summary' : 'note';
		default:
			return kind;
	}
}

export function makeBlock(entry: Entry, options: MakeOptions): Block {
	const {kind, around, media} = options;
	return {
		id: entry.id,
		locator: entry.locator,
		kind,
		timestamp: entry.timestamp,
		name: '',
		summary: '',
		body: noText,
		cutBytes: entry.cutBytes ?? 0,
		isError: entry.isError === true,
		isAside: entry.isAside === true,
		spawned: entry.spawned,
		callId: entry.tool?.callId,
		isTask: entry.kind === 'tool_call' && entry.tool?.universal === 'task',
		media,
		...around,
		...partsOf(entry, options),
	};
}

function partsOf(entry: Entry, {kind, keeper, media, compaction}: MakeOptions): Partial<Block> {
	const {text} = entry;
	switch (kind) {
		case 'prompt':
			return {summary: oneLine(text), body: keeper.keep(text, true)};
		case 'answer':
			return {body: keeper.keep(text, true)};
		case 'thinking':
		case 'summary':
			return {name: kind, body: keeper.keep(text)};
		case 'tool':
			if (entry.kind === 'tool_call') return callParts(entry, keeper, oneLine);
			return {
				name: sanitizeLine(entry.tool?.name ?? 'result'),
				summary: 'a result whose call is not here',
				result: resultOf(entry, keeper, undefined, media),
			};
		case 'boundary':
			return {summary: describeCompaction(entry, compaction)};
		case 'note':
			if (entry.kind === 'title') return {name: 'named', summary: oneLine(text)};
			return {name: noteName(entry), summary: oneLine(text), body: keeper.keep(text)};
		case 'unknown':
			return {
				name: sanitizeLine(entry.detail ?? 'unknown'),
				summary: oneLine(text),
				body: keeper.keep(prettyJson(text)),
			};
		case 'fork':
			return {};
	}
}

function describeCompaction({timestamp}: Entry, {tokensBefore, tokensAfter}: Partial<CompactionFacts> = {}): string {
	const time = clock(timestamp);
	const tokens = [tokensBefore, tokensAfter].filter(value => value !== undefined).map(compact);
	return `compacted${time === '' ? '' : ` at ${time}`}${tokens.length > 0 ? ` · ${tokens.join(' → ')} tokens` : ''}`;
}

function noteName(entry: Entry): string {
	return sanitizeLine(entry.detail ?? 'note').replace(/^system\//, '');
}

function oneLine(text: string): string {
	return sanitizeLine(text.slice(0, longestSummary));
}
