/** Text and media out of the lists of parts that messages, items and outputs are made of. */
import type {Media} from '../../model/entry.ts';
import {type Fields, fieldsOf, isFields, listOf, stringOf} from '../fields.ts';
import {mediaFrom as mediaOfType} from '../media.ts';

export type Content = {readonly text: string; readonly media?: readonly Media[]};

/** A string, a list of parts, or a single part. */
export function contentOf(value: unknown): Content {
	if (typeof value === 'string') return {text: value};
	const parts = isFields(value)
		? [value]
		: listOf(value).map(part => (typeof part === 'string' ? {text: part} : fieldsOf(part)));
	const media = parts.flatMap(mediaOf);
	const text = parts
		.filter(part => !isImageMark(part))
		.map(part => stringOf(part.text) ?? '')
		.filter(part => part !== '')
		.join('\n');
	return media.length > 0 ? {text, media} : {text};
}

/** Around each picture the client writes `<image …>` and `</image>` for the model. */
function isImageMark(part: Fields): boolean {
	return /^<\/?image\b[^>]*>$/.test((stringOf(part.text) ?? '').trim());
}

const mediaKinds: ReadonlyArray<[RegExp, string]> = [
	[/image/i, 'image'],
	[/audio/i, 'audio'],
];

function mediaOf(part: Fields): Media[] {
	const kind = mediaKinds.find(([pattern]) => pattern.test(stringOf(part.type) ?? ''))?.[1];
	if (kind === undefined) return [];
	const address = stringOf(part.image_url) ?? stringOf(part.audio_url) ?? stringOf(part.url) ?? stringOf(part.data);
	return [mediaFrom(address, stringOf(part.mimeType) ?? kind)];
}

/** From a `data:` address the type and the size; of anything else only that it is there. */
export function mediaFrom(address: string | undefined, kind: string): Media {
	const match = /^data:([^;,]+)[^,]*;base64,/.exec(address?.slice(0, 200) ?? '');
	if (!match || address === undefined) return {type: kind};
	return mediaOfType(match[1]!, address.slice(match[0].length));
}
