/** What a message's content is made of: a string, a part, or a list of both. */
import type {Media} from '../../model/entry.ts';
import {type Fields, fieldsOf, isFields, listOf, stringOf} from '../fields.ts';
import {mediaFrom} from '../media.ts';

/** Strings become parts with text. */
export function partsOf(content: unknown): Fields[] {
	if (typeof content === 'string') return [{text: content}];
	if (isFields(content)) return [content];
	return listOf(content).map(part => (typeof part === 'string' ? {text: part} : fieldsOf(part)));
}

export function isThought(part: Fields): boolean {
	return part.thought === true;
}

/** What was said: neither thoughts nor calls. */
export function textsOf(parts: readonly Fields[]): string[] {
	return parts
		.filter(part => !isThought(part))
		.map(spokenText)
		.filter(text => text !== '');
}

function spokenText(part: Fields): string {
	const text = stringOf(part.text);
	if (text !== undefined) return text;
	const code = isFields(part.executableCode) ? stringOf(part.executableCode.code) : undefined;
	if (code !== undefined) return `\`\`\`\n${code}\n\`\`\``;
	return (isFields(part.codeExecutionResult) ? stringOf(part.codeExecutionResult.output) : undefined) ?? '';
}

export function thoughtsIn(parts: readonly Fields[]): string[] {
	return parts
		.filter(isThought)
		.map(part => stringOf(part.text) ?? '')
		.filter(text => text !== '');
}

export function mediaOf(parts: readonly Fields[]): Media[] {
	return parts.flatMap(({inlineData, fileData}) => {
		if (isFields(inlineData)) return [mediaFrom(stringOf(inlineData.mimeType) ?? 'file', stringOf(inlineData.data))];
		return isFields(fileData) ? [{type: stringOf(fileData.mimeType) ?? 'file'}] : [];
	});
}

/** The calls the model made, as the API gives them. */
export function callsIn(parts: readonly Fields[]): Fields[] {
	return parts.flatMap(part => (isFields(part.functionCall) ? [part.functionCall] : []));
}

/** What tools answered, as it was sent to the model. */
export function responsesIn(parts: readonly Fields[]): Fields[] {
	return parts.flatMap(part => (isFields(part.functionResponse) ? [part.functionResponse] : []));
}
