/** One record, a message of the database or a line of a transcript, as the entries it yields. */
import {type Fields, fieldsOf, isFields, textOf} from '../fields.ts';
import {assistantDrafts, isToolResult, mediaOf, partsOf, resultDraft, texts} from './content.ts';
import {aside, type Draft, note, unknown} from './draft.ts';
import {readUserText} from './user-text.ts';

export function decode(value: unknown): Draft[] {
	if (!isFields(value)) return [unknown('not a record', value)];
	if (fieldsOf(fieldsOf(value.providerOptions).cursor).isSummary === true) return decodeSummary(value);
	const content = contentOf(value);
	switch (value.role) {
		case 'system':
			return [aside('system', texts(partsOf(content)))];
		case 'user':
			return userDrafts(partsOf(content), value);
		case 'assistant': {
			const drafts = partsOf(content).flatMap(assistantDrafts);
			const model = textOf(value.model);
			if (drafts.length === 0) return [aside('assistant/empty')];
			return model === undefined ? drafts : drafts.map(draft => ({...draft, model}));
		}
		case 'tool':
			return resultDrafts(partsOf(content), value);
		default:
			return [marker(value)];
	}
}

/** A message that is known to be the summary of what it replaced. */
export function decodeSummary(value: unknown): Draft[] {
	return [summary(texts(partsOf(contentOf(fieldsOf(value)))))];
}

function contentOf(record: Fields): unknown {
	return fieldsOf(record.message).content ?? record.content;
}

function userDrafts(parts: readonly Fields[], record: Fields): Draft[] {
	const results = parts.filter(isToolResult).map(part => resultDraft(part, record));
	const spoken = parts.filter(part => !isToolResult(part));
	const media = spoken.flatMap(part => mediaOf(part) ?? []);
	const isText = (part: Fields) => part.type === 'text' || part.type === undefined;
	const text = texts(spoken.filter(isText));
	const strange = spoken.filter(part => !isText(part) && !mediaOf(part));
	const drafts: Draft[] = [...results];
	if (text.trim() !== '' || media.length > 0) {
		const {prompt, time, isSummary} = readUserText(text);
		if (isSummary) drafts.push(summary(text));
		else if (prompt !== undefined || media.length > 0)
			drafts.push({
				kind: 'user',
				role: 'user',
				text: prompt ?? '',
				timestamp: time,
				...(media.length > 0 ? {media} : undefined),
			});
		else drafts.push(aside('user/context', text));
	}
	drafts.push(...strange.map(part => unknown(nameOf(part), part)));
	return drafts.length > 0 ? drafts : [aside('user/empty')];
}

function resultDrafts(parts: readonly Fields[], record: Fields): Draft[] {
	const drafts = parts.map(part => (isToolResult(part) ? resultDraft(part, record) : unknown(nameOf(part), part)));
	return drafts.length > 0 ? drafts : [aside('tool/empty')];
}

export function summary(text: string): Draft {
	return {kind: 'compaction', role: 'system', text, detail: 'summary'};
}

/** Lines of a transcript that nobody speaks. */
function marker(record: Fields): Draft {
	const error = textOf(record.error) ?? textOf(fieldsOf(record.error).message) ?? textOf(record.message);
	if (record.type === 'turn_ended') {
		const status = textOf(record.status) ?? 'unknown';
		if (status === 'error' || error !== undefined)
			return note('turn_ended', error ?? 'The turn ended in an error.', true);
		const isUsual = status === 'success' || status === 'completed';
		return isUsual ? aside('turn_ended', status) : note('turn_ended', `The turn ended: ${status}.`);
	}
	if (record.type === 'error') return note('error', error ?? 'An error that says nothing more.', true);
	return unknown(nameOf(record), record);
}

function nameOf(record: Fields): string {
	return textOf(record.type) ?? textOf(record.role) ?? 'no type';
}
