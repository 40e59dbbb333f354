import type {Entry} from '../../model/entry.ts';
import {isFileLocator, type Locator} from '../../model/locator.ts';
import type {Exported} from '../format.ts';

/** Of each of an entry's media its base64, where its record has it. */
export type MediaData = ReadonlyArray<string | undefined>;

/** Reads the media of entries, which come in the order of their records. */
export function mediaReader({media: read}: Exported): (entry: Entry) => Promise<MediaData | undefined> {
	let record: string | undefined;
	let next = 0;
	return async entry => {
		if (!read || !entry.media) return undefined;
		const own = nameOf(entry.locator);
		if (own !== record) next = 0;
		record = own;
		const data: Array<string | undefined> = [];
		for (const {type, bytes} of entry.media) {
			// What is not in the record has no number there.
			const found = bytes === undefined ? undefined : await read(entry, next++).catch(() => undefined);
			const isIt = found?.type === type && found.data.length === bytes;
			data.push(isIt ? found.data.toString('base64') : undefined);
		}
		return data;
	};
}

function nameOf(locator: Locator): string {
	return isFileLocator(locator)
		? `${locator.path} ${locator.offset}`
		: `${locator.path} ${locator.table} ${locator.rowid}`;
}
