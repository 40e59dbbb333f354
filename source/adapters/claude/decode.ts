/** From a record to the entries a reader sees. Pure: no files, no memory of other records. */
import type {FileLocator} from '../../model/locator.ts';
import {type Fields, isFields, isoTime, recordJson, stringOf} from '../fields.ts';
import {decodeAnswer} from './decode-answer.ts';
import {decodeAttachment, decodeBookkeeping, decodeProgress, decodeSystem, decodeTitle} from './decode-note.ts';
import {type DecodeOptions, type Draft, draftOf, mediaOf, resultDraft} from './draft.ts';
import {blocksOf, familyOf, hasToolResult, idOf, userTextOf} from './records.ts';

export function decode(value: unknown, locator: FileLocator, options: DecodeOptions): Draft[] {
	const place = locator.offset;
	if (!isFields(value)) {
		const draft = draftOf(
			'unknown',
			undefined,
			recordJson(value),
			value === undefined ? 'too large to read' : 'not an object',
		);
		draft.id = `@${place}`;
		draft.locator = locator;
		return [draft];
	}

	const id = idOf(value, place);
	const parent = stringOf(value.parentUuid) ?? stringOf(value.logicalParentUuid);
	const timestamp = isoTime(value.timestamp);
	const isSidechain = value.isSidechain === true && !options.isAgentFile;
	const drafts = draftsOf(value, options);
	let before = parent;
	for (let index = 0; index < drafts.length; index++) {
		const draft = drafts[index]!;
		draft.id = index === 0 ? id : `${id}#${index}`;
		draft.parent = before;
		before = draft.id;
		draft.timestamp = timestamp;
		draft.locator = locator;
		if (!isSidechain) continue;
		draft.isSidechain = true;
		// Nobody typed what a sub-agent was told.
		if (draft.kind === 'user') {
			draft.kind = 'system';
			draft.role = 'system';
		}
	}
	return drafts;
}

function draftsOf(record: Fields, options: DecodeOptions): Draft[] {
	switch (familyOf(record)) {
		case 'title':
			return [decodeTitle(record)];
		case 'bookkeeping':
			return [decodeBookkeeping(record)];
		case 'unknown':
			return [draftOf('unknown', undefined, recordJson(record), stringOf(record.type) ?? 'no type')];
		case 'chain':
			return chainDrafts(record, options);
	}
}

function chainDrafts(record: Fields, options: DecodeOptions): Draft[] {
	switch (record.type) {
		case 'user':
			return decodeUser(record, options);
		case 'assistant':
			return decodeAnswer(record, options);
		case 'system':
			return [decodeSystem(record)];
		case 'attachment':
			return [decodeAttachment(record)];
		default:
			return [decodeProgress(record)];
	}
}

function decodeUser(record: Fields, options: DecodeOptions): Draft[] {
	const blocks = blocksOf(record);
	if (hasToolResult(blocks)) return decodeResults(record, blocks, options);
	const words = userTextOf(record, blocks);
	if (!words) return [draftOf('unknown', undefined, recordJson(record), 'user without content')];
	const draft = draftOf('system', 'system', words.text);
	switch (words.kind) {
		case 'prompt':
			draft.kind = 'user';
			draft.role = 'user';
			draft.media = mediaOf(blocks);
			break;
		case 'summary':
			draft.detail = 'compact_summary';
			break;
		case 'interrupt':
			draft.detail = 'interrupted';
			break;
		case 'command':
		case 'shell':
			draft.detail = words.kind;
			break;
		case 'harness':
			draft.detail = 'harness';
			draft.isAside = true;
			draft.media = mediaOf(blocks);
	}
	return [draft];
}

function decodeResults(record: Fields, blocks: readonly Fields[], options: DecodeOptions): Draft[] {
	const results = blocks.filter(block => block.type === 'tool_result');
	const beside = results.length === 1 ? record.toolUseResult : undefined;
	const drafts = results.map(block => resultDraft(block, options, beside));
	if (results.length === blocks.length) return drafts;
	const text = blocks
		.filter(block => block.type !== 'tool_result')
		.map(block => stringOf(block.text) ?? '')
		.join('\n')
		.trim();
	if (text !== '') drafts.push(draftOf('system', 'system', text, 'user/beside-result'));
	return drafts;
}
