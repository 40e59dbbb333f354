import {mediaIn} from '../adapters/media-in.ts';
import {readRecord} from '../adapters/read-record.ts';
import type {Locator} from '../model/locator.ts';

/** Nobody reads more of one record on a screen. */
const mostShown = 512 * 1024;
const mostMedia = 128 * 1024 * 1024;

export type RawText = {
	/** Laid out, if it is JSON and all of it is here. */
	readonly text: string;
	/** Bytes that are not here. */
	readonly leftOut: number;
};

export async function rawRecord(locator: Locator): Promise<RawText> {
	const {bytes, length} = await readRecord(locator, mostShown);
	const text = bytes.toString('utf8');
	return {text: pretty(text) ?? text, leftOut: length - bytes.length};
}

function pretty(text: string): string | undefined {
	try {
		return JSON.stringify(JSON.parse(text), undefined, 2);
	} catch {
		return undefined;
	}
}

export type Image = {readonly type: string; readonly data: Buffer};

/** The media of a record: of this number, or the only one; undefined where there is none. */
export async function recordMedia(locator: Locator, number: number): Promise<Image | undefined> {
	const {bytes, length} = await readRecord(locator, mostMedia);
	if (length > bytes.length) throw new Error('the record is too large');
	const media = mediaIn(JSON.parse(bytes.toString('utf8')));
	return media[number] ?? (media.length === 1 ? media[0] : undefined);
}
