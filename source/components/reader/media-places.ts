import type {Entry} from '../../model/entry.ts';
import {isFileLocator, type Locator} from '../../model/locator.ts';
import {sanitizeLine} from '../../text/sanitize.ts';
import type {BlockMedia} from './block.ts';

/** Which of the media of a record belongs to which of its entries: they follow each other. */
export class MediaPlaces {
	private record = '';
	private count = 0;

	/** Must see every entry, in their order. */
	of({media, locator}: Entry): readonly BlockMedia[] | undefined {
		const record = nameOf(locator);
		if (record !== this.record) [this.record, this.count] = [record, 0];
		return media?.map(each => ({...each, type: sanitizeLine(each.type), locator, index: this.count++}));
	}
}

function nameOf(locator: Locator): string {
	if (isFileLocator(locator)) return `${locator.path} ${locator.offset}`;
	return `${locator.path} ${locator.table} ${locator.rowid}`;
}
