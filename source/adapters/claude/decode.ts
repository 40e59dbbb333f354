/** From a record to the entries a reader sees. Pure: no files, no memory of other records. */
import type {Entry} from '../../model/entry.ts';
import type {Locator} from '../../model/locator.ts';
import {type Fields, isFields, isoTime, recordJson, stringOf} from '../fields.ts';
import {decodeAnswer} from './decode-answer.ts';
import {decodeAttachment, decodeBookkeeping, decodeProgress, decodeSystem, decodeTitle} from './decode-note.ts';
import {type DecodeOptions, type Draft, mediaOf, resultDraft} from './draft.ts';
import {blocksOf, familyOf, idOf, userTextOf} from './records.ts';

export function decode(value: unknown, locator: Locator, options: DecodeOptions): Entry[] {
	const place = 'offset' in locator ? locator.offset : locator.rowid;
	if (!isFields(value)) {
		const detail = value === undefined ? 'too large to read' : 'not an object';
		return [{id: `@${place}`, kind: 'unknown', detail, text: recordJson(value), locator}];
	}

	const id = idOf(value, place);
	const parent = stringOf(value.parentUuid) ?? stringOf(value.logicalParentUuid);
	const timestamp = isoTime(value.timestamp);
	const isSidechain = value.isSidechain === true && !options.isAgentFile;
	return draftsOf(value, options).map((draft, index) => ({
		...draft,
		// Nobody typed what a sub-agent was told.
		...(isSidechain && draft.kind === 'user' ? {kind: 'system' as const, role: 'system' as const} : undefined),
		id: index === 0 ? id : `${id}#${index}`,
		parent: index === 0 ? parent : index === 1 ? id : `${id}#${index - 1}`,
		timestamp,
		isSidechain: isSidechain || undefined,
		locator,
	}));
}

function draftsOf(record: Fields, options: DecodeOptions): Draft[] {
	switch (familyOf(record)) {
		case 'title':
			return [decodeTitle(record)];
		case 'bookkeeping':
			return [decodeBookkeeping(record)];
		case 'unknown':
			return [{kind: 'unknown', detail: stringOf(record.type) ?? 'no type', text: recordJson(record)}];
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
	const results = blocksOf(record).filter(block => block.type === 'tool_result');
	const beside = results.length === 1 ? record.toolUseResult : undefined;
	const drafts: Draft[] = results.map(block => resultDraft(block, options, beside));
	if (drafts.length > 0) {
		const rest = blocksOf(record).filter(block => block.type !== 'tool_result');
		const text = rest
			.map(block => stringOf(block.text) ?? '')
			.join('\n')
			.trim();
		if (text !== '') drafts.push({kind: 'system', role: 'system', detail: 'user/beside-result', text});
		return drafts;
	}

	const words = userTextOf(record);
	const media = mediaOf(blocksOf(record));
	if (!words) return [{kind: 'unknown', detail: 'user without content', text: recordJson(record)}];
	switch (words.kind) {
		case 'prompt':
			return [{kind: 'user', role: 'user', text: words.text, ...media}];
		case 'summary':
			return [{kind: 'system', role: 'system', detail: 'compact_summary', text: words.text}];
		case 'interrupt':
			return [{kind: 'system', role: 'system', detail: 'interrupted', text: words.text}];
		case 'command':
		case 'shell':
			return [{kind: 'system', role: 'system', detail: words.kind, text: words.text}];
		case 'harness':
			return [{kind: 'system', role: 'system', detail: 'harness', text: words.text, isAside: true, ...media}];
	}
}
