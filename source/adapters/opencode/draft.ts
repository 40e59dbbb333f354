import type {Entry, Media} from '../../model/entry.ts';
import {type Fields, stringOf} from '../fields.ts';
import {mediaFrom} from '../media.ts';
import type {Part} from './source.ts';

/** What an entry says, without where it lies. */
export type Words = Omit<Entry, 'id' | 'parent' | 'locator'>;

/** An entry that has no place in its session yet. */
export type Draft = {
	readonly words: Words;
	/** The part it comes from, where it comes from one. */
	readonly part?: Part;
	/** Of what the model itself said the message tells which model that was. */
	readonly isAnswer?: boolean;
};

export function note(detail: string, text = ''): Words {
	return {kind: 'system', role: 'system', detail, text, isAside: true};
}

/** A file that lies in the record itself, as a `data:` address. */
export function mediaOf(files: readonly Fields[]): {media?: Media[]} {
	const media = files.filter(isInside).map((file): Media => {
		const url = stringOf(file.url) ?? '';
		const comma = url.indexOf(',');
		const isBase64 = url.slice(0, comma).endsWith(';base64');
		return mediaFrom(stringOf(file.mime) ?? 'file', isBase64 ? url.slice(comma + 1) : undefined);
	});
	return media.length > 0 ? {media} : {};
}

export function isInside(file: Fields): boolean {
	return stringOf(file.url)?.startsWith('data:') === true;
}
