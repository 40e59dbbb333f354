/** Whether a file says nothing that another does not say too. */
import fs from 'node:fs';
import path from 'node:path';
import {FileEnds} from '../jsonl/read-ends.ts';
import type {Look} from '../look.ts';

const sampleBytes = 64 * 1024;
/** Beyond this the question is not worth the time; then both are read. */
const largest = 64 * 1024 * 1024;

export function isOlderStateOf(copy: string, original: string, look: Look): boolean {
	// A document that became a log holds more than the log took over: thoughts, models, tokens.
	if (path.extname(copy) !== path.extname(original)) return false;
	try {
		return look.facts(
			'gemini copies',
			[copy, original],
			() => isBeginningOf(copy, original) || hasAllIdsOf(copy, original),
		);
	} catch {
		return false;
	}
}

/** A log only grows: a copy that was left behind is the beginning of the one that was continued. */
function isBeginningOf(copy: string, original: string): boolean {
	const [short, long] = [new FileEnds(copy), new FileEnds(original)];
	try {
		if (short.size > long.size) return false;
		const last = Math.max(0, short.size - sampleBytes);
		return [0, last].every(offset =>
			short.read(offset, sampleBytes).equals(long.read(offset, Math.min(sampleBytes, short.size - offset))),
		);
	} finally {
		short.close();
		long.close();
	}
}

/** Documents are written anew with every change, and become logs when an old session is resumed; ids stay. */
function hasAllIdsOf(copy: string, original: string): boolean {
	const [short, long] = [copy, original].map(file => {
		if (fs.statSync(file).size > largest) return new Set();
		return new Set(
			fs
				.readFileSync(file, 'latin1')
				.match(/"id":\s?"(?:[^"\\]|\\.)*"/g)
				?.map(id => id.replace(': ', ':')),
		);
	}) as [Set<string>, Set<string>];
	return short.size > 0 && [...short].every(id => long.has(id));
}
