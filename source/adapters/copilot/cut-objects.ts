/** Cuts the objects out of an array right below a JSON document, with their places, without parsing the document. */
import type {RawRecord} from '../jsonl/parse-line.ts';

const quote = 0x22;
const backslash = 0x5c;
const opening = new Set([0x7b, 0x5b]);
const closing = new Set([0x7d, 0x5d]);

export function cutObjects(bytes: Buffer, key: string): RawRecord[] {
	const records: RawRecord[] = [];
	let depth = 0;
	let start = -1;
	let isInside = false;
	for (let at = 0; at < bytes.length; at++) {
		const byte = bytes[at]!;
		if (byte === quote) {
			const end = endOfString(bytes, at);
			if (depth === 1) isInside = bytes.toString('latin1', at + 1, end) === key;
			at = end;
		} else if (opening.has(byte)) {
			if (depth === 2 && isInside && byte === 0x7b) start = at;
			depth++;
		} else if (closing.has(byte)) {
			depth--;
			if (depth !== 2 || start === -1) continue;
			const value = tryParse(bytes.toString('utf8', start, at + 1));
			records.push({value, offset: start, length: at + 1 - start, cutBytes: 0});
			start = -1;
		}
	}
	return records;
}

function tryParse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function endOfString(bytes: Buffer, from: number): number {
	for (let at = from + 1; at < bytes.length; at++) {
		if (bytes[at] === backslash) at++;
		else if (bytes[at] === quote) return at;
	}
	return bytes.length;
}
