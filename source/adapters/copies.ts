import fs from 'node:fs';
import {readBeginning} from './jsonl/read-ends.ts';

/** Beyond this the question is not worth the time; the file is listed. */
const largest = 64 * 1024 * 1024;

const sessionField = /"sessionId":\s?"[^"]*"/;

/** Whether every line of one file stands in the other too; only the session's own id may differ. */
export function isCopyOf(copy: string, original: string): boolean {
	try {
		if (fs.statSync(copy).size > largest || fs.statSync(original).size > largest) return false;
		const copied = readBeginning(copy, largest).bytes;
		const other = readBeginning(original, largest).bytes;
		if (copied.equals(other)) return true;
		const known = new Set(linesOf(other));
		return linesOf(copied).every(line => known.has(line));
	} catch {
		return false;
	}
}

function linesOf(bytes: Buffer): string[] {
	return bytes
		.toString('latin1')
		.split('\n')
		.map(line => line.trim().replace(sessionField, ''))
		.filter(line => line !== '');
}
