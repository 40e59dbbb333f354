/** An entry as a block of a message. What the document has no field for goes into the block's `extensions`. */
import {summarizeInput} from '../../adapters/tools/summarize-input.ts';
import {universalTool} from '../../adapters/tools/tool-table.ts';
import type {Entry, Media, ToldExchange} from '../../model/entry.ts';
import type {ToolUse} from '../../model/tool.ts';
import {usualRoles} from '../common/extras.ts';
import {inputObject} from '../common/tool-values.ts';
import {factsFields, type MessageMetadata, sameFacts} from './facts-fields.ts';
import type {MediaData} from './media-data.ts';
import {type BlockType, blockTypes, type MessageRole, usualKind} from './usual.ts';

/** What the message says of all its blocks. */
export type Around = {
	readonly role: MessageRole;
	readonly metadata: MessageMetadata;
	readonly timestamp?: string;
	readonly message?: string;
	readonly isSidechain?: boolean;
};

/** Where the block stands, as far as that can't be told from the blocks before it. */
export type Standing = {
	readonly id?: string;
	readonly parent?: string | null;
	readonly record?: string | null;
	readonly record_parent?: string | null;
	readonly record_role?: string;
};

/** Only what is there is put in: most blocks have next to nothing, and there are many of them. */
class Extensions {
	private fields: Record<string, unknown> | undefined;

	put(name: string, value: unknown): void {
		if (value === undefined) return;
		this.fields ??= {};
		this.fields[name] = value;
	}

	get all(): object | undefined {
		return this.fields;
	}
}

/** A type of its own is what nobody expects: thinking does not stand among the blocks. */
export function blockFields(entry: Entry, around: Around, standing: Standing, data?: MediaData) {
	const type: BlockType = blockTypes[entry.kind] ?? 'text';
	const extensions = new Extensions();
	extensions.put('id', standing.id);
	extensions.put('parent', standing.parent);
	extensions.put('record', standing.record);
	extensions.put('record_parent', standing.record_parent);
	extensions.put('record_role', standing.record_role);
	putCommon(extensions, entry, type, around);
	extensions.put(
		'media',
		entry.media?.map((media, at) => mediaFields(media, data?.[at])),
	);
	if (type === 'tool_use') return toolUse(entry, extensions);
	if (type === 'tool_result') return toolResult(entry, extensions);
	extensions.put('tool', entry.tool && bareTool(entry.tool));
	return {type, text: entry.text, extensions: extensions.all};
}

/** With its data under the names that agents use, so that it is found as in their own records. */
function mediaFields({type, bytes, width, height}: Media, data: string | undefined) {
	return {type, bytes, width, height, ...(data === undefined ? undefined : {media_type: type, data})};
}

function putCommon(extensions: Extensions, entry: Entry, type: BlockType, around: Around): void {
	const {role, metadata, timestamp, message} = around;
	const [isSidechain, isError] = [entry.isSidechain === true, entry.isError === true];
	if (entry.kind !== usualKind(type, role)) extensions.put('kind', entry.kind);
	if (entry.role !== usualRoles[entry.kind]) extensions.put('role', entry.role ?? null);
	if (entry.timestamp !== timestamp) extensions.put('timestamp', entry.timestamp ?? null);
	extensions.put('detail', entry.detail);
	if (entry.message !== message) extensions.put('message', entry.message ?? null);
	if (entry.model !== metadata.model) extensions.put('model', entry.model ?? null);
	if (entry.isAside) extensions.put('is_aside', true);
	if (isSidechain !== (around.isSidechain === true)) extensions.put('is_sidechain', isSidechain);
	if (isError !== (entry.tool?.isError === true)) extensions.put('error', isError);
	extensions.put('spawned', entry.spawned);
	extensions.put('cut_bytes', entry.cutBytes);
	extensions.put('sent_with', entry.facts?.sentWith);
	extensions.put('exchange', entry.exchange && exchangeFields(entry.exchange));
	if (!sameFacts(entry.facts, metadata.facts)) extensions.put('facts', factsFields(entry.facts ?? {}));
}

function exchangeFields({id, startTime, endTime}: ToldExchange) {
	return {id, start_time: startTime, end_time: endTime};
}

function toolUse({text, tool}: Entry, extensions: Extensions) {
	const {input: fields = {}, form} = inputObject(tool?.input);
	if (text !== summarizeInput(tool?.input)) extensions.put('text', text);
	extensions.put('input_form', tool?.input === undefined ? 'none' : form);
	if (tool) putTold(extensions, tool);
	if (tool) putOutcome(extensions, tool);
	extensions.put('output', tool?.output);
	extensions.put('is_error', tool?.isError);
	return {
		type: 'tool_use',
		tool_id: tool?.callId ?? '',
		tool_name: tool?.name ?? '',
		input: fields,
		extensions: extensions.all,
	};
}

function toolResult({text, tool}: Entry, extensions: Extensions) {
	const output = tool?.output;
	if (output === undefined) extensions.put('has_output', false);
	else if (output !== text) extensions.put('text', text);
	if (tool?.isError === false) extensions.put('is_error', false);
	if (tool) putTold(extensions, tool);
	if (tool) putOutcome(extensions, tool);
	extensions.put('input', tool?.input);
	return {
		type: 'tool_result',
		tool_id: tool?.callId ?? '',
		tool_name: tool?.name ?? '',
		output: output ?? text,
		is_error: tool?.isError === true,
		extensions: extensions.all,
	};
}

function putTold(extensions: Extensions, {told}: ToolUse): void {
	extensions.put('own_id', told?.callId);
	extensions.put('beside', told?.beside);
	extensions.put('tool_type', told?.type);
	extensions.put('formatted_markdown', told?.formattedMarkdown);
	extensions.put('output_more', told?.output);
}

function putOutcome(extensions: Extensions, tool: ToolUse): void {
	const {name, universal, found} = tool;
	if (universal !== universalTool(name)) extensions.put('universal', universal);
	extensions.put('printed', tool.printed);
	extensions.put('exit_code', tool.exitCode);
	extensions.put('duration_ms', tool.durationMs);
	extensions.put('patch', tool.patch);
	extensions.put('found', found && {matches: found.matches, files: found.files});
}

/** Of an entry that is neither a call nor a result. */
function bareTool(tool: ToolUse): object | undefined {
	const fields = new Extensions();
	fields.put('name', tool.name);
	fields.put('call_id', tool.callId === '' ? undefined : tool.callId);
	fields.put('input', tool.input);
	fields.put('output', tool.output);
	fields.put('is_error', tool.isError);
	putOutcome(fields, tool);
	return fields.all;
}
