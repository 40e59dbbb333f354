import type {Media} from '../../model/entry.ts';
import {type Fields, isFields, listOf, shortJson, stringOf} from '../fields.ts';
import {mediaFrom} from '../media.ts';

/** The content of a message as blocks; a plain string is one text block. */
export function blocksOf(content: unknown): readonly Fields[] {
	if (typeof content === 'string') return content === '' ? [] : [{type: 'text', text: content}];
	return listOf(content).map(block => (isFields(block) ? block : {type: 'text', text: String(block)}));
}

export type Content = {readonly text: string; readonly media?: readonly Media[]};

/** Blocks as text; images are only described. */
export function contentOf(content: unknown): Content {
	const blocks = blocksOf(content);
	const text = blocks
		.filter(block => block.type !== 'image')
		.map(block => stringOf(block.text) ?? shortJson(block))
		.join('\n');
	const media = blocks
		.filter(block => block.type === 'image')
		.map(block => mediaFrom(stringOf(block.mimeType) ?? 'image', stringOf(block.data)));
	return media.length > 0 ? {text, media} : {text};
}
