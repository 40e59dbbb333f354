/** Which `user.message` a person typed: Copilot speaks to its model under that name too. */
import type {Media} from '../../model/entry.ts';
import {type Fields, fieldsOf, listOf, numberOf, stringOf, textOf} from '../fields.ts';
import type {CopilotEvent} from './event.ts';

export type UserMessage = {
	/** False for the words of skills, of sub-agents, and of the autopilot that tells itself to go on. */
	readonly isTyped: boolean;
	readonly text: string;
	readonly media?: readonly Media[];
};

/** Others than these are a person's: the word is free, and a prompt must not be lost to a new one. */
const foreignSource = /^(?:skill|agent|system|schedule|autopilot|hook|notification|sidekick)(?![a-z])/i;

export function userMessageOf({data, isSidechain}: CopilotEvent): UserMessage {
	const content = stringOf(data.content) ?? '';
	const media = mediaOf(data.attachments);
	const isForeign =
		isSidechain ||
		data.isAutopilotContinuation === true ||
		foreignSource.test(stringOf(data.source) ?? '') ||
		content.trimStart().startsWith('<skill-context');
	// The autopilot's own words stand only in what the model is sent.
	const isBlank = content.trim() === '' && media.length === 0;
	const text = content.trim() === '' && isBlank ? (textOf(data.transformedContent) ?? '') : content;
	return {isTyped: !isForeign && !isBlank, text, ...(media.length > 0 ? {media} : undefined)};
}

function mediaOf(attachments: unknown): Media[] {
	return listOf(attachments).map(each => {
		const attachment = fieldsOf(each);
		const mime = textOf(attachment.mimeType);
		return {type: mime ?? describe(attachment), bytes: numberOf(attachment.byteLength)};
	});
}

function describe(attachment: Fields): string {
	const name = textOf(attachment.displayName) ?? textOf(attachment.path) ?? textOf(attachment.filePath);
	return [textOf(attachment.type) ?? 'attachment', name].filter(Boolean).join(' ');
}
