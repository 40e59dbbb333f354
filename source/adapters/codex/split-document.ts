/**
 * The TypeScript CLI of 2025 wrote one JSON document a session: `{"session": {…}, "items": […]}`. This finds the
 * session and the items in it with their places, so that they can be read like the lines of a rollout.
 */
import type {RawRecord} from '../jsonl/parse-line.ts';

const quote = 0x22;
const backslash = 0x5c;
const opening = new Set([0x7b, 0x5b]);
const closing = new Set([0x7d, 0x5d]);

/** undefined: not such a document. Throws what JSON.parse says if it is one that is damaged. */
export function splitDocument(bytes: Buffer): RawRecord[] | undefined {
	if (!isSessionDocument(bytes)) return undefined;
	const records: RawRecord[] = [];
	let depth = 0;
	let start = -1;
	let startDepth = 0;
	let inItems = false;
	for (let at = 0; at < bytes.length; at++) {
		const byte = bytes[at]!;
		if (byte === quote) {
			const end = endOfString(bytes, at);
			if (depth === 1 && start === -1) inItems = bytes.toString('latin1', at + 1, end) === 'items';
			at = end;
		} else if (opening.has(byte)) {
			// What is cut out: the objects right below the document, and right below its `items`.
			if (start === -1 && byte === 0x7b && (depth === 1 || (depth === 2 && inItems))) {
				start = at;
				startDepth = depth;
			}
			depth++;
		} else if (closing.has(byte)) {
			depth--;
			if (start !== -1 && depth === startDepth) {
				const value: unknown = JSON.parse(bytes.toString('utf8', start, at + 1));
				records.push({value, offset: start, length: at + 1 - start, cutBytes: 0});
				start = -1;
			}
		}
	}
	return records;
}

/** Told by the beginning alone: the first bytes of a document are enough. */
export function isSessionDocument(head: Buffer): boolean {
	return /^\uFEFF?\s*\{\s*"(?:session|items)"\s*:/.test(head.toString('utf8', 0, 200));
}

function endOfString(bytes: Buffer, from: number): number {
	for (let at = from + 1; at < bytes.length; at++) {
		if (bytes[at] === backslash) at++;
		else if (bytes[at] === quote) return at;
	}
	return bytes.length;
}
