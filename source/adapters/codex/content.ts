/** Text and media out of the lists of parts that messages, items and outputs are made of. */
import type {Media} from '../../model/entry.ts';
import {type Fields, fieldsOf, isFields, listOf, stringOf} from '../fields.ts';
import {mediaFrom as mediaOfType} from '../media.ts';

export type Content = {readonly text: string; readonly media?: readonly Media[]};

/** A string, a list of parts, or a single part. */
export function contentOf(value: unknown): Content {
	if (typeof value === 'string') return {text: value, media: undefined};
	let text: string | undefined;
	const media: Media[] = [];
	for (const part of isFields(value) ? [value] : listOf(value)) {
		const fields = typeof part === 'string' ? {text: part} : fieldsOf(part);
		const found = mediaOf(fields);
		if (found) media.push(found);
		const words = fields.text;
		if (typeof words !== 'string' || words === '' || isImageMark(words)) continue;
		text = text === undefined ? words : `${text}\n${words}`;
	}
	return {text: text ?? '', media: media.length > 0 ? media : undefined};
}

const imageMark = /^<\/?image\b[^>]*>$/;

/** Around each picture the client writes `<image …>` and `</image>` for the model. */
function isImageMark(text: string): boolean {
	// Not trimmed without need: the text of a part may be long.
	return /^\s*<\/?image\b/.test(text) && imageMark.test(text.trim());
}

const usualTypes = new Set(['input_text', 'output_text', 'text', 'Text']);
const mediaKinds: ReadonlyArray<[RegExp, string]> = [
	[/image/i, 'image'],
	[/audio/i, 'audio'],
];

function mediaOf(part: Fields): Media | undefined {
	const type = stringOf(part.type) ?? '';
	const kind = usualTypes.has(type) ? undefined : mediaKinds.find(([pattern]) => pattern.test(type))?.[1];
	if (kind === undefined) return undefined;
	const address = stringOf(part.image_url) ?? stringOf(part.audio_url) ?? stringOf(part.url) ?? stringOf(part.data);
	return mediaFrom(address, stringOf(part.mimeType) ?? kind);
}

/** From a `data:` address the type and the size; of anything else only that it is there. */
export function mediaFrom(address: string | undefined, kind: string): Media {
	const match = /^data:([^;,]+)[^,]*;base64,/.exec(address?.slice(0, 200) ?? '');
	if (!match || address === undefined) return {type: kind};
	return mediaOfType(match[1]!, address.slice(match[0].length));
}
