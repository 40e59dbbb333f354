/** What a record tells, and how another record is known that tells the same. */
import type {Entry} from '../../model/entry.ts';
import {isFields, textOf} from '../fields.ts';
import type {RawRecord} from '../jsonl/parse-line.ts';
import {decode} from './decode.ts';
import {aside, type Decoded, type Draft} from './draft.ts';
import {type Line, lineOf} from './line.ts';
import {keysOf} from './speakers.ts';
import {textKey} from './twins.ts';

export type Told = {
	readonly entries: readonly Entry[];
	/** Of two records that say the same, the one with the model's words is left out. */
	readonly isModels: boolean;
	/** Each of them names its twin; none: nobody else says it. */
	readonly keys: readonly string[];
	/** The call that it is, or ends, or answers. */
	readonly call?: {readonly id: string; readonly part: 'call' | 'end' | 'output'};
};

export type TellOptions = {
	readonly path: string;
	/** Begins the ids of the file's entries. */
	readonly tag: string;
	/** Records before this one are those of the parent: context, told there. */
	readonly startOrdinal?: number;
};

const nothing: Told = {entries: [], isModels: false, keys: []};

export function tell({value, offset, length, cutBytes}: RawRecord, {path, tag, startOrdinal}: TellOptions): Told {
	if (typeof value === 'symbol') return nothing;
	const line = lineOf(value);
	const isInherited = (line?.ordinal ?? Number.POSITIVE_INFINITY) < (startOrdinal ?? 0);
	const decoded = decode(line, value);
	const drafts: readonly OpenDraft[] = isInherited
		? [aside(line?.type ?? '', textBehind(decoded.drafts))]
		: draftsOf(line, decoded);
	const entries: Entry[] = [];
	for (let index = 0; index < drafts.length; index++) {
		const draft = drafts[index]!;
		if (draft.isAside && draft.text === '' && draft.model === undefined) continue;
		// Field by field: this is done for every record of gigabytes, and a spread costs as much as the rest.
		entries.push({
			id: index === 0 ? `${tag}:${offset}` : `${tag}:${offset}#${index}`,
			kind: draft.kind,
			role: draft.role,
			timestamp: line?.timestamp,
			text: draft.text,
			tool: draft.tool,
			media: draft.media,
			model: draft.model,
			detail: draft.detail,
			isAside: draft.isAside,
			isError: draft.isError,
			spawned: draft.spawned,
			cutBytes: cutBytes > 0 ? cutBytes : undefined,
			locator: {path, offset, length},
		});
	}
	if (entries.length === 0 || isInherited) return {...nothing, entries};
	return {entries, ...ties(decoded, isFields(value) && 'payload' in value)};
}

type OpenDraft = Draft & {readonly model?: string};

/** The settings of a turn say nothing, but they name the model; wherever else it stood, a part could not be read alone. */
function draftsOf(line: Line | undefined, {drafts}: Decoded): readonly OpenDraft[] {
	const model = line?.type === 'turn_context' ? textOf(line.payload.model) : undefined;
	return model === undefined ? drafts : [{...aside('turn_context'), model}];
}

function textBehind(drafts: readonly Draft[]): string {
	return drafts.map(({text, tool}) => (typeof tool?.input === 'string' ? tool.input : text)).join('\n');
}

/** Files of early 2025 are bare: they hold the model's side only. */
function ties({drafts, source, twinId}: Decoded, isWrapped: boolean): Omit<Told, 'entries'> {
	const [first] = drafts;
	const isModels = source === 'response';
	const none = {isModels, keys: []};
	if (!first || source === undefined || first.isAside) return none;
	switch (first.kind) {
		case 'user':
		case 'assistant':
		case 'thinking':
			return isWrapped ? {isModels, keys: keysOf(first, twinId).map(key => `${first.kind} ${key}`)} : none;
		case 'tool_call':
			// A search has no id that both sides share; what was looked for tells the pair.
			if (first.tool?.name === 'web_search') return {isModels, keys: [`search ${textKey(first.text)}`]};
			return {...none, call: callOf(first, isModels ? 'call' : 'end')};
		case 'tool_result':
			return {...none, call: isModels ? callOf(first, 'output') : undefined};
		default:
			return none;
	}
}

function callOf({tool}: Draft, part: 'call' | 'end' | 'output'): Told['call'] {
	return tool?.callId === undefined ? undefined : {id: tool.callId, part};
}
