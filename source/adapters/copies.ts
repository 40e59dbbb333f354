import fs from 'node:fs';
import {openRegularFile} from './files.ts';
import {LineSplitter} from './jsonl/split-lines.ts';
import {Look} from './look.ts';

/** Beyond this the question is not worth the time; the file is listed. */
const largest = 64 * 1024 * 1024;
const chunkBytes = 1024 * 1024;

const sessionField = /"sessionId":\s?"[^"]*"/;

/** Whether every line of one file stands in the other too; only the session's own id may differ. */
export function isCopyOf(copy: string, original: string, look = new Look()): boolean {
	return look.facts('copies', [copy, original], () => holdsAllOf(original, copy));
}

function holdsAllOf(original: string, copy: string): boolean {
	try {
		if (fs.statSync(copy).size > largest || fs.statSync(original).size > largest) return false;
		// Of the lines only a number each is kept: the files may be large, and there may be many of them.
		const known = new Set<number>();
		for (const mark of lineMarks(original)) known.add(mark);
		for (const mark of lineMarks(copy)) if (!known.has(mark)) return false;
		return true;
	} catch {
		return false;
	}
}

function* lineMarks(file: string): Generator<number> {
	const {fd} = openRegularFile(file);
	try {
		const splitter = new LineSplitter();
		const buffer = Buffer.allocUnsafe(chunkBytes);
		for (let count = fs.readSync(fd, buffer); count > 0; count = fs.readSync(fd, buffer)) {
			for (const {bytes} of splitter.push(buffer.subarray(0, count))) yield* markOf(bytes);
		}
		const last = splitter.finish();
		if (last) yield* markOf(last.bytes);
	} finally {
		fs.closeSync(fd);
	}
}

/** Two hashes in one number: 52 bits, so that two different lines are practically never taken for one. */
function* markOf(bytes: Buffer | undefined): Generator<number> {
	const line = (bytes ?? Buffer.alloc(0)).toString('latin1').trim().replace(sessionField, '');
	if (line === '') return;
	let [low, high] = [line.length, 0x811c9dc5];
	for (let at = 0; at < line.length; at++) {
		const code = line.charCodeAt(at);
		low = (Math.imul(low, 31) + code) | 0;
		high = Math.imul(high ^ code, 0x01000193);
	}
	yield (low >>> 0) + (high & 0xfffff) * 2 ** 32;
}
