import {Column} from '../../model/column.ts';
import type {Entry} from '../../model/entry.ts';
import {type FileLocator, isFileLocator, type Locator} from '../../model/locator.ts';

/** Entries that can be had again without being held. */
export type EntryMemory = {
	/** The number by which it can be had again. */
	keep(entry: Entry): number;
	/** It and the entries of the same record before it; none if they are not where they were. */
	recall(number: number): readonly Entry[];
	/** Where its record lies, as far as that is known without reading. */
	locatorOf(number: number): Locator | undefined;
	/** The session was read: what comes now was written since. */
	settle?(): void;
};

/** Reads entries again from the session's own files. Of each only its place is kept. */
export class FileMemory implements EntryMemory {
	private readonly paths: string[] = [];
	private readonly files = new Column(Uint16Array);
	private readonly offsets = new Column(Float64Array);
	private readonly lengths = new Column(Uint32Array);
	private readonly checks = new Column(Int32Array);
	/** What could not be read again in a moment: it is shortened already, or in no file. */
	private readonly held = new Map<number, Entry>();
	private isSettled = false;

	constructor(private readonly read: (locator: FileLocator) => readonly Entry[]) {}

	keep(entry: Entry): number {
		const {id, locator, cutBytes = 0} = entry;
		const {path, offset, length} = isFileLocator(locator) ? locator : {path: '', offset: 0, length: 0};
		this.files.push(this.fileNumber(path));
		this.offsets.push(offset);
		this.lengths.push(length);
		const number = this.checks.push(checkOf(id));
		const canRead = isFileLocator(locator) && cutBytes === 0 && (!this.isSettled || this.recall(number).length > 0);
		if (!canRead) this.held.set(number, entry);
		return number;
	}

	/** Not every agent's records can be read again if they were not there when the session was read. */
	settle(): void {
		this.isSettled = true;
	}

	recall(number: number): readonly Entry[] {
		const held = this.held.get(number);
		if (held) return [held];
		const entries = this.read(this.place(number));
		const check = this.checks.at(number);
		return entries.slice(0, entries.findIndex(({id}) => checkOf(id) === check) + 1);
	}

	locatorOf(number: number): Locator {
		return this.held.get(number)?.locator ?? this.place(number);
	}

	private place(number: number): FileLocator {
		const path = this.paths[this.files.at(number)]!;
		return {path, offset: this.offsets.at(number), length: this.lengths.at(number)};
	}

	private fileNumber(path: string): number {
		// Nearly always the one before.
		const last = this.files.at(this.files.length - 1);
		if (this.paths[last] === path) return last;
		const known = this.paths.indexOf(path);
		return known >= 0 ? known : this.paths.push(path) - 1;
	}
}

/** Tells whether a record is still the one it was, and which of its entries is meant. */
function checkOf(id: string): number {
	let check = id.length;
	for (let at = 0; at < id.length; at++) check = Math.imul(check, 31) + id.charCodeAt(at);
	return check | 0;
}
