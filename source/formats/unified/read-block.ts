/** A block of a message as an entry: the way back of block-fields.ts. Anything may stand in a file; what does not fit is passed over. */

import {type Fields, fieldsOf, isFields, numberOf, stringOf} from '../../adapters/fields.ts';
import {summarizeInput} from '../../adapters/tools/summarize-input.ts';
import {universalTool} from '../../adapters/tools/tool-table.ts';
import {type EntryKind, entryKinds, type Role} from '../../model/entry.ts';
import {type ToldTool, type ToolUse, type UniversalTool, universalTools} from '../../model/tool.ts';
import {usualRoles} from '../common/extras.ts';
import {toldExchangeFrom} from '../common/told-exchange.ts';
import {toldToolFrom} from '../common/told-tool.ts';
import {inputFrom} from '../common/tool-values.ts';
import type {ImportedEntry} from '../import/open-format.ts';
import {mediaFrom} from '../import/read-parts.ts';
import type {Around} from './block-fields.ts';
import {factsFrom} from './facts-fields.ts';
import {type BlockType, usualKind} from './usual.ts';

const roles: readonly Role[] = ['user', 'assistant', 'system', 'tool'];

/** Without what it follows: its message knows that. */
export function entryFrom(block: Fields, type: BlockType, around: Around, id: string): ImportedEntry {
	const more = fieldsOf(block.extensions);
	const kind: EntryKind = entryKinds.find(each => each === more.kind) ?? kindFrom(type, around, more);
	const usualRole = kind === 'system' && around.role === 'user' ? 'user' : usualRoles[kind];
	const tool = toolFrom(block, type, more);
	const told = isFields(more.facts) ? factsFrom(more.facts) : around.metadata.facts;
	const sentWith = stringOf(more.sent_with);
	const facts = sentWith === undefined ? told : {...told, sentWith};
	const exchange = toldExchangeFrom(more.exchange, {startTime: 'start_time', endTime: 'end_time'});
	const isError = typeof more.error === 'boolean' ? more.error : tool?.isError === true;
	return {
		id,
		parent: undefined,
		kind,
		role: roles.find(each => each === more.role) ?? (more.role === null ? undefined : usualRole),
		timestamp: either(more.timestamp, around.timestamp),
		text: textFrom(block, type, more),
		tool,
		media: mediaFrom(more.media),
		model: either(more.model, around.metadata.model),
		message: either(more.message, around.message),
		detail: stringOf(more.detail),
		isAside: more.is_aside === true || undefined,
		isError: isError || undefined,
		isSidechain: (typeof more.is_sidechain === 'boolean' ? more.is_sidechain : around.isSidechain) || undefined,
		spawned: stringOf(more.spawned),
		cutBytes: numberOf(more.cut_bytes),
		facts,
		...(exchange && {exchange}),
	};
}

/** What others mark as meta is a message of the user only to the model: nobody typed it. Ours says more of it. */
function kindFrom(type: BlockType, {role, metadata}: Around, more: Fields): EntryKind {
	const isNote = role === 'user' && type === 'text' && metadata.isMeta && more.is_aside !== true;
	return isNote ? 'system' : usualKind(type, role);
}

/** A value that stands for itself, null for none, or what the message says. */
function either(value: unknown, usual: string | undefined): string | undefined {
	if (value === null) return undefined;
	return stringOf(value) ?? usual;
}

function textFrom(block: Fields, type: BlockType, more: Fields): string {
	if (type === 'tool_use') return stringOf(more.text) ?? summarizeInput(inputFrom(block.input, more.input_form));
	if (type === 'tool_result') return stringOf(more.text) ?? outputText(block.output);
	return stringOf(block.text) ?? '';
}

/** Others may write a list of blocks, as the API has them. */
function outputText(output: unknown): string {
	if (typeof output === 'string') return output;
	if (output === undefined || output === null) return '';
	if (!Array.isArray(output)) return JSON.stringify(output);
	return output.map(part => stringOf(fieldsOf(part).text) ?? JSON.stringify(part)).join('\n');
}

function toolFrom(block: Fields, type: BlockType, more: Fields): ToolUse | undefined {
	if (type === 'tool_use') {
		const input = more.input_form === 'none' ? undefined : inputFrom(block.input, more.input_form);
		return {
			...namesFrom(block, more),
			...toldFrom(more),
			...(input === undefined ? undefined : {input}),
			...withText('output', more.output),
			...(typeof more.is_error === 'boolean' ? {isError: more.is_error} : undefined),
			...outcomeFrom(more),
		};
	}
	if (type === 'tool_result') {
		const isError = block.is_error === true ? true : more.is_error === false ? false : undefined;
		return {
			...namesFrom(block, more),
			...toldFrom(more),
			...(more.input === undefined ? undefined : {input: more.input}),
			...(more.has_output === false ? undefined : {output: outputText(block.output)}),
			...(isError === undefined ? undefined : {isError}),
			...outcomeFrom(more),
		};
	}
	if (!isFields(more.tool)) return undefined;
	const {tool} = more;
	return {
		...namesFrom({tool_name: tool.name, tool_id: tool.call_id}, {universal: tool.universal}),
		...(tool.input === undefined ? undefined : {input: tool.input}),
		...withText('output', tool.output),
		...(typeof tool.is_error === 'boolean' ? {isError: tool.is_error} : undefined),
		...outcomeFrom(tool),
	};
}

function namesFrom({tool_name: toolName, tool_id: toolId}: Fields, {universal}: Fields) {
	const name = stringOf(toolName) ?? '';
	const callId = stringOf(toolId) || undefined;
	return {
		name,
		universal: universalTools.find(each => each === universal) ?? (universalTool(name) as UniversalTool),
		...(callId === undefined ? undefined : {callId}),
	};
}

function toldFrom(more: Fields): {told?: ToldTool} {
	const told = toldToolFrom({
		callId: more.own_id,
		beside: more.beside,
		type: more.tool_type,
		formattedMarkdown: more.formatted_markdown,
		output: more.output_more,
	});
	return told ? {told} : {};
}

function outcomeFrom(more: Fields) {
	const [exitCode, durationMs] = [numberOf(more.exit_code), numberOf(more.duration_ms)];
	return {
		...withText('printed', more.printed),
		...(exitCode === undefined ? undefined : {exitCode}),
		...(durationMs === undefined ? undefined : {durationMs}),
		...withText('patch', more.patch),
		...(isFields(more.found)
			? {found: {matches: numberOf(more.found.matches), files: numberOf(more.found.files)}}
			: undefined),
	};
}

function withText<Name extends string>(name: Name, value: unknown): {[each in Name]?: string} {
	return typeof value === 'string' ? ({[name]: value} as {[each in Name]?: string}) : {};
}
