/** The families of Claude Code's records. */
import {type Fields, fieldsOf, isFields, listOf, stringOf, textOf} from '../fields.ts';
import {insertedIn, readUserText, type UserText} from './harness-text.ts';

/** Records that form the chain: they have a uuid and name their parent. */
const chainTypes = new Set(['user', 'assistant', 'system', 'attachment', 'progress']);

/** Records beside the chain that we know and that no reader misses. */
const bookkeepingTypes = new Set([
	'agent-color',
	'agent-name',
	'agent-setting',
	'api-request',
	'api-request-blob',
	'api-request-shape',
	'atis-latch',
	'attribution-snapshot',
	'bridge-session',
	'content-replacement',
	'continued-in',
	'cost-state',
	'file-history-delta',
	'file-history-snapshot',
	'fork-context-ref',
	'frame-link',
	'history-suppression',
	'isolation-latch',
	'last-prompt',
	'marble-origami-commit',
	'marble-origami-snapshot',
	'mode',
	'permission-mode',
	'pr-link',
	'queue-operation',
	'relocated',
	'saved_hook_context',
	'speculation-accept',
	'tag',
	'task-summary',
	'telemetry-latch',
	'tools-used',
	'worktree-state',
]);

const titleTypes = new Set(['custom-title', 'ai-title', 'summary']);

export type Family = 'chain' | 'title' | 'bookkeeping' | 'unknown';

export function familyOf(record: Fields): Family {
	const type = stringOf(record.type) ?? '';
	// Some very old files have no uuid; they are conversation all the same.
	if (chainTypes.has(type)) return 'chain';
	if (titleTypes.has(type)) return 'title';
	return bookkeepingTypes.has(type) ? 'bookkeeping' : 'unknown';
}

/** Whether it has a place in the graph: the chain has, and whatever else can be named as a parent. */
export function isLinked(record: Fields, family = familyOf(record)): boolean {
	return family === 'chain' || textOf(record.uuid) !== undefined;
}

/** What a record is called within its session: its uuid, or the place where it lies. */
export function idOf(record: Fields, offset: number | string): string {
	return textOf(record.uuid) ?? `@${offset}`;
}

/** Lines that repeat the conversation for the API: large, and never needed to tell a session's shape. */
export function isRequestCopy(line: Buffer): boolean {
	// The third byte tells nearly all other lines apart before a string is made.
	if (line[2] !== letterT || line.toString('latin1', 0, requestOpening.length) !== requestOpening) return false;
	// A writer that lost a line end may have put a record of the conversation behind it.
	return !line.includes('}{') && !line.includes('{"parentUuid"');
}

/** Answers, and results of tools: what they say has no part in a session's shape. */
export function isWordy(line: Buffer): boolean {
	// Whose message it is stands near the beginning: an answer need not be looked through.
	const role = line.indexOf(roleOpening);
	if (role !== -1 && line[role + roleOpening.length] === letterA) return true;
	return line.includes('"type":"tool_result"', Math.max(0, role)) || line.includes('"type":"assistant"');
}

const roleOpening = Buffer.from('"role":"');
const letterA = 0x61;

const letterT = 0x74;
const requestOpening = '{"type":"api-request';

/** The content of a record's message as blocks; a plain string is one text block. */
export function blocksOf(record: Fields): readonly Fields[] {
	const message = fieldsOf(record.message);
	const content = message.content ?? record.content;
	if (typeof content === 'string') return [{type: 'text', text: content}];
	const list = listOf(content);
	// As a rule they are blocks already.
	return list.every(isFields)
		? list
		: list.map(block => (typeof block === 'string' ? {type: 'text', text: block} : fieldsOf(block)));
}

/** Whether a block of this type calls a tool. */
export function isCall(type: unknown): boolean {
	return type === 'tool_use' || type === 'server_tool_use' || type === 'mcp_tool_use';
}

export function messageIdOf(record: Fields): string | undefined {
	return stringOf(fieldsOf(record.message).id) ?? stringOf(record.requestId);
}

export function isSynthetic(record: Fields): boolean {
	return record.isApiErrorMessage === true || fieldsOf(record.message).model === '<synthetic>';
}

export function hasToolResult(blocks: readonly Fields[]): boolean {
	for (const block of blocks) if (block.type === 'tool_result') return true;
	return false;
}

/** What the words of a `user` record are; undefined when it holds none (tool results). */
export function userTextOf(record: Fields, blocks = blocksOf(record)): UserText | undefined {
	return hasToolResult(blocks) ? undefined : wordsIn(record, blocks);
}

// With plain loops: those that take functions keep the engine busy improving this one again and again.
function wordsIn(record: Fields, blocks: readonly Fields[]): UserText | undefined {
	const texts: string[] = [];
	let hasMedia = false;
	for (const {type, text} of blocks) {
		if (type === 'text') texts.push(stringOf(text) ?? '');
		else if (type === 'image' || type === 'document') hasMedia = true;
	}
	if (record.isCompactSummary === true) return {kind: 'summary', text: texts.join('\n').trim()};
	const origin = stringOf(fieldsOf(record.origin).kind);
	const isHuman = (origin === undefined || origin === 'human') && record.promptSource !== 'system';
	if (record.isMeta === true || !isHuman) return {kind: 'harness', text: texts.join('\n').trim()};

	// Each block is looked at by itself: an IDE puts its context into a block before the words that were typed.
	let first: UserText | undefined;
	let prompt: string | undefined;
	let isHarness = true;
	for (const text of texts) {
		if (text.trim() === '') continue;
		const read = readUserText(text);
		first ??= read;
		if (read.kind !== 'harness') isHarness = false;
		if (read.kind === 'prompt') prompt = prompt && read.text ? `${prompt}\n${read.text}` : prompt || read.text;
	}
	if (prompt !== undefined) return {kind: 'prompt', text: prompt};
	if (hasMedia && isHarness) return {kind: 'prompt', text: ''};
	return first;
}

/** What stands in a prompt beside what was typed. */
export function sentWithPrompt(record: Fields): string | undefined {
	const texts = blocksOf(record).map(({type, text}) => (type === 'text' ? (stringOf(text) ?? '') : ''));
	return textOf(texts.flatMap(insertedIn).join('\n'));
}

/** Text typed while the model was working: it never becomes a `user` record. */
export function queuedPromptOf(record: Fields): {text: string; blocks: readonly Fields[]} | undefined {
	if (record.type !== 'attachment') return undefined;
	const attachment = fieldsOf(record.attachment);
	if (attachment.type !== 'queued_command' || attachment.commandMode === 'task-notification') return undefined;
	const origin = stringOf(fieldsOf(attachment.origin).kind);
	if (origin !== undefined && origin !== 'human') return undefined;
	const {prompt} = attachment;
	const blocks = typeof prompt === 'string' ? [{type: 'text', text: prompt}] : listOf(prompt).filter(isFields);
	const text = blocks.map(block => stringOf(block.text) ?? '').join('\n');
	const read = readUserText(text);
	if (read.kind === 'prompt') return {text: read.text, blocks};
	return text.trim() === '' && blocks.length > 0 ? {text: '', blocks} : undefined;
}

/** What was typed mid-turn, in versions that kept it nowhere but in the queue it was taken from. */
export function steeredTextOf(record: Fields): string | undefined {
	return record.type === 'queue-operation' && record.operation === 'remove' ? textOf(record.content) : undefined;
}

/** What a person typed in this record; undefined where nobody did. */
export function promptOf(record: Fields, blocks: readonly Fields[]): string | undefined {
	if (record.type !== 'user') return queuedPromptOf(record)?.text;
	const words = userTextOf(record, blocks);
	return words?.kind === 'prompt' ? words.text : undefined;
}

/** The end of the branch that the agent calls current; all zeros right after a rewind. */
export const noLeaf = '00000000-0000-0000-0000-000000000000';
