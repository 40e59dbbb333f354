import type {Entry, Media} from '../../model/entry.ts';

/** What stands for a prompt or an answer of pictures alone. */
export function shownText({text, media}: Entry): string {
	return text.trim() === '' && media?.length ? media.map(describeMedia).join(' ') : text;
}

function describeMedia({type, width, height}: Media): string {
	return width === undefined || height === undefined ? `[${type}]` : `[${type}, ${width}×${height}]`;
}
