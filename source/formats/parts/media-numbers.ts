import type {Entry} from '../../model/entry.ts';
import {isFileLocator, type Locator} from '../../model/locator.ts';

/** Which of the media of a record belongs to which of its entries: they follow each other. */
export class MediaNumbers {
	private readonly first = new WeakMap<Entry, number>();
	private record = '';
	private count = 0;

	/** Must see every entry, in their order. */
	see(entry: Entry): void {
		const length = entry.media?.length ?? 0;
		const record = nameOf(entry.locator);
		if (record !== this.record) [this.record, this.count] = [record, 0];
		if (length > 0) this.first.set(entry, this.count);
		this.count += length;
	}

	/** The number, within its record, of the first that an entry has. */
	of(entry: Entry): number {
		return this.first.get(entry) ?? 0;
	}
}

function nameOf(locator: Locator): string {
	if (isFileLocator(locator)) return `${locator.path} ${locator.offset}`;
	return `${locator.path} ${locator.table} ${locator.rowid}`;
}
