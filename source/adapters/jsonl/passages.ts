import {createHash} from 'node:crypto';
import fs from 'node:fs';
import type {Entry} from '../../model/entry.ts';
import type {Passage, PassageOptions} from '../adapter.ts';
import {openRegularFile} from '../files.ts';
import type {RawRecord} from './parse-line.ts';
import {type RecordOptions, readRecords} from './read-records.ts';

const newline = 0x0a;

/** The records of a file as passages whose places are byte offsets. */
export async function* readPassages(
	path: string,
	{from, to, signal}: PassageOptions,
	toEntries: (record: RawRecord) => readonly Entry[],
	skip?: RecordOptions['skip'],
): AsyncGenerator<Passage[]> {
	// The end of a record that was not finished is its beginning: then the one record is meant.
	const isUnfinished = to !== undefined && to === from;
	let held: {from: number; entries: readonly Entry[]} | undefined;
	let end = 0;
	for await (const batch of readRecords(path, {
		from,
		end: isUnfinished ? undefined : to,
		signal,
		skip,
	})) {
		const passages: Passage[] = [];
		for (const record of batch) {
			if (held) passages.push({from: held.from, to: record.offset, entries: held.entries});
			if (held && isUnfinished) return yield passages;
			held = {from: record.offset, entries: toEntries(record)};
			end = record.offset + record.length;
		}
		yield passages;
	}
	if (!held) return;
	const next = lineEnd(path, end) ?? held.from;
	yield [{...held, to: to === undefined || isUnfinished ? next : Math.min(next, to)}];
}

/** Where the next line begins, if the line before it is complete. */
function lineEnd(path: string, end: number): number | undefined {
	// Nobody knows the last byte of a compressed file, and nobody appends to one.
	if (path.endsWith('.zst')) return end;
	const {fd} = openRegularFile(path);
	try {
		const rest = Buffer.alloc(16);
		const at = rest.subarray(0, fs.readSync(fd, rest, 0, rest.length, end)).indexOf(newline);
		return at === -1 ? undefined : end + at + 1;
	} finally {
		fs.closeSync(fd);
	}
}

const markBytes = 512;

/** What a file holds before an offset, as far as two short reads tell; undefined if it is not that long any more. */
export function markBefore(path: string, offset: number): string | undefined {
	// Offsets count decompressed bytes there.
	if (path.endsWith('.zst')) return undefined;
	let fd: number | undefined;
	try {
		const opened = openRegularFile(path);
		fd = opened.fd;
		if (opened.stat.size < offset) return undefined;
		const length = Math.min(markBytes, offset);
		const hash = createHash('sha1');
		for (const at of [0, offset - length]) {
			const bytes = Buffer.alloc(length);
			fs.readSync(fd, bytes, 0, length, at);
			hash.update(bytes);
		}
		return `${opened.stat.ino}.${hash.digest('base64url')}`;
	} catch {
		return undefined;
	} finally {
		if (fd !== undefined) fs.closeSync(fd);
	}
}
