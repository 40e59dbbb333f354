import {deflateRawSync, inflateRawSync} from 'node:zlib';
import type {Entry} from '../../model/entry.ts';
import {isFileLocator} from '../../model/locator.ts';
import type {EntryMemory} from './entry-memory.ts';

const pageCharacters = 96 * 1024;

type Page = {readonly first: number; readonly bytes: Buffer};

/** Keeps entries in a small part of their size, where a session can't be read again record by record. */
export class PackedMemory implements EntryMemory {
	private readonly pages: Page[] = [];
	/** The page that is not full yet. */
	private texts: string[] = [];
	private characters = 0;
	private count = 0;
	private unpacked: {readonly page: Page; readonly texts: readonly string[]} | undefined;

	keep(entry: Entry): number {
		const text = JSON.stringify(entry);
		this.texts.push(text);
		this.characters += text.length;
		const number = this.count++;
		if (this.characters >= pageCharacters) this.turnPage();
		return number;
	}

	recall(number: number): readonly Entry[] {
		const wanted = this.entryAt(number);
		const before: Entry[] = [];
		for (let at = number - 1; at >= 0; at--) {
			const entry = this.entryAt(at);
			if (!isSameRecord(entry, wanted)) break;
			before.unshift(entry);
		}
		return [...before, wanted];
	}

	locatorOf(): undefined {
		return undefined;
	}

	private entryAt(number: number): Entry {
		const first = this.count - this.texts.length;
		if (number >= first) return JSON.parse(this.texts[number - first]!) as Entry;
		const page = this.pageOf(number);
		if (this.unpacked?.page !== page)
			this.unpacked = {page, texts: inflateRawSync(page.bytes).toString('utf16le').split('\n')};
		return JSON.parse(this.unpacked.texts[number - page.first]!) as Entry;
	}

	/** JSON has no line ends of its own: they part the entries. Lone surrogates survive in this encoding. */
	private turnPage(): void {
		const bytes = deflateRawSync(Buffer.from(this.texts.join('\n'), 'utf16le'), {level: 1});
		this.pages.push({first: this.count - this.texts.length, bytes});
		this.texts = [];
		this.characters = 0;
	}

	private pageOf(number: number): Page {
		let [low, high] = [0, this.pages.length - 1];
		while (low < high) {
			const middle = (low + high + 1) >> 1;
			if (this.pages[middle]!.first <= number) low = middle;
			else high = middle - 1;
		}
		return this.pages[low]!;
	}
}

function isSameRecord({locator: a}: Entry, {locator: b}: Entry): boolean {
	if (a.path !== b.path) return false;
	if (isFileLocator(a)) return isFileLocator(b) && a.offset === b.offset;
	return !isFileLocator(b) && a.table === b.table && a.rowid === b.rowid;
}
