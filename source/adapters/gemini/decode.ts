/** From a record to the entries a reader sees. */
import type {Entry, Media} from '../../model/entry.ts';
import {type Fields, fieldsOf, isFields, listOf, recordJson, stringOf, textOf} from '../fields.ts';
import {summarizeInput} from '../tools/summarize-input.ts';
import {universalTool} from '../tools/tool-table.ts';
import {contentOf, type Form, hasOutput, typedText} from './message.ts';
import {callsIn, mediaOf, partsOf, responsesIn, textsOf, thoughtsIn} from './parts.ts';
import {outputOf, responseOf, type ToolOutput} from './tool-output.ts';

export type Draft = Omit<Entry, 'id' | 'parent' | 'locator' | 'cutBytes'>;

/** `text` is the record that holds the present text, where that is another one. */
export function decode(form: Form, record: unknown, text: unknown = record): Draft[] {
	if (!isFields(record)) return [unknownDraft('not an object', record)];
	const words = isFields(text) ? text : record;
	switch (form) {
		case 'prompt':
			return [...resultDrafts(record), userDraft(record, words)];
		case 'answer':
		case 'empty':
			return answerDrafts(record, words);
		case 'results':
			return resultDrafts(record);
		case 'summary':
			return [{kind: 'compaction', role: 'system', detail: 'summary', text: typedText(words)}];
		case 'context':
			return [...resultDrafts(record), system('context', textsOf(contentOf(words)).join('\n'), {isAside: true})];
		case 'harness':
			return [system('harness', typedText(words))];
		case 'scripted':
			return [system('scripted answer', textsOf(contentOf(words)).join('\n'), {isAside: true})];
		case 'note':
			return [noteDraft(record)];
		case 'rewind':
			return [system('rewind', 'What followed was taken back.')];
		case 'title':
			return [{kind: 'title', role: 'system', detail: 'summary', text: stringOf(fieldsOf(record.$set).summary) ?? ''}];
		case 'bookkeeping':
			return [system(describeRecord(record), '', {isAside: true})];
		case 'unknown':
			return [unknownDraft(stringOf(record.type) ?? stringOf(record.role) ?? 'no type', record)];
	}
}

function userDraft(record: Fields, words: Fields): Draft {
	return {
		kind: 'user',
		role: 'user',
		text: typedText({...words, displayContent: record.displayContent}),
		...media(record),
	};
}

function answerDrafts(record: Fields, words: Fields): Draft[] {
	const parts = contentOf(record);
	const model = textOf(record.model);
	const drafts: Draft[] = [];
	const thinking = thinkingText(record, parts);
	if (thinking !== '') drafts.push({kind: 'thinking', role: 'assistant', text: thinking});
	const text = textsOf(contentOf(words)).join('');
	if (text.trim() !== '' || mediaOf(parts).length > 0)
		drafts.push({kind: 'assistant', role: 'assistant', text, ...media(record)});
	drafts.push(...callDrafts(record, parts));
	if (drafts.length === 0) drafts.push({kind: 'assistant', role: 'assistant', text: '', isAside: true});
	return drafts.map(draft => (draft.role === 'assistant' ? {...draft, model} : draft));
}

/** Forks of the program write a thought again and again while it grows. */
function thinkingText({thoughts}: Fields, parts: readonly Fields[]): string {
	const texts = listOf(thoughts).map(thoughtText);
	const told = texts.length > 0 ? texts : thoughtsIn(parts);
	return told.filter((text, at) => text !== '' && !told[at + 1]?.startsWith(text)).join('\n\n');
}

function thoughtText(thought: unknown): string {
	if (typeof thought === 'string') return thought;
	const {subject, description, text} = fieldsOf(thought);
	const heading = textOf(subject);
	const body = textOf(description) ?? textOf(text) ?? '';
	return heading === undefined ? body : `**${heading}**\n${body}`.trim();
}

function callDrafts(record: Fields, parts: readonly Fields[]): Draft[] {
	const recorded = listOf(record.toolCalls).map(fieldsOf);
	if (recorded.length === 0) return callsIn(parts).map(call => callDraft(call));
	return recorded.flatMap(call => {
		const draft = {...callDraft(call), spawned: textOf(call.agentId)};
		if (!hasOutput(call)) return [draft];
		return [draft, {...resultDraft(call, outputOf(call)), timestamp: textOf(call.timestamp)}];
	});
}

function callDraft(call: Fields): Draft {
	const name = textOf(call.name) ?? 'unknown';
	const tool = {name, universal: universalTool(name), callId: textOf(call.id), input: call.args};
	return {kind: 'tool_call', role: 'assistant', text: summarizeCall(call), tool};
}

/** The program's own words for a call are one line; where they are not, they describe the tool and not the call. */
function summarizeCall({args, description}: Fields): string {
	const summary = summarizeInput(args);
	if (summary !== '') return summary;
	const {absolute_path, dir_path, agent_name, include, paths} = fieldsOf(args);
	const list = [...listOf(include), ...listOf(paths)].filter(item => typeof item === 'string').join(', ');
	const words = textOf(absolute_path) ?? textOf(dir_path) ?? textOf(agent_name) ?? textOf(list) ?? textOf(description);
	return words === undefined || words.length > 300 || words.includes('\n') ? '' : words;
}

function resultDrafts(record: Fields): Draft[] {
	return responsesIn(contentOf(record)).map(response => resultDraft(response, responseOf(response)));
}

function resultDraft(call: Fields, {text, media, isError, outcome}: ToolOutput): Draft {
	const name = textOf(call.name) ?? 'unknown';
	const tool = {name, universal: universalTool(name), callId: textOf(call.id), output: text, isError, ...outcome};
	return {
		kind: 'tool_result',
		role: 'tool',
		text,
		tool,
		isError: isError || undefined,
		...(media.length > 0 ? {media} : undefined),
	};
}

function noteDraft(record: Fields): Draft {
	const type = stringOf(record.type) ?? 'note';
	const text = textsOf(contentOf(record)).join('\n');
	return {
		...system(type, text, {isAside: text.trim() === ''}),
		isError: type === 'error' || undefined,
		...media(record),
	};
}

function system(detail: string, text: string, {isAside = false} = {}): Draft {
	return {kind: 'system', role: 'system', detail, text, isAside: isAside || undefined};
}

function unknownDraft(detail: string, value: unknown): Draft {
	return {kind: 'unknown', detail, text: recordJson(value)};
}

/** What sort of record it is that is not a message. */
function describeRecord(record: Fields): string {
	for (const name of ['$set', '$patch'] as const)
		if (isFields(record[name])) return `${name}/${Object.keys(record[name]).join(',')}`;
	return 'session';
}

function media(record: Fields): {media?: readonly Media[]} {
	const found = mediaOf(partsOf(record.content ?? record.parts));
	return found.length > 0 ? {media: found} : {};
}
