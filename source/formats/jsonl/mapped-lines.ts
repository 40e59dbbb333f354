import {longestLine} from '../../adapters/jsonl/split-lines.ts';

const newline = 0x0a;

/**
 * What becomes of each line, its end included. Records come in pieces that end anywhere: what is looked for, or a letter,
 * may lie across two of them. A line beyond all bounds is taken in parts.
 */
export async function* mappedLines(
	pieces: AsyncIterable<Buffer>,
	map: (line: Buffer) => Buffer,
): AsyncGenerator<Buffer> {
	let held: Buffer[] = [];
	let length = 0;
	for await (const piece of pieces) {
		const end = piece.lastIndexOf(newline) + 1;
		if (end > 0) {
			yield Buffer.concat(linesOf(Buffer.concat([...held, piece.subarray(0, end)])).map(map));
			held = [];
			length = 0;
		}
		// Whoever gave the piece may use its memory again.
		if (end < piece.length) held.push(Buffer.from(piece.subarray(end)));
		length += piece.length - end;
		if (length <= longestLine) continue;
		yield map(Buffer.concat(held));
		held = [];
		length = 0;
	}
	if (length > 0) yield map(Buffer.concat(held));
}

function linesOf(bytes: Buffer): Buffer[] {
	const lines: Buffer[] = [];
	let start = 0;
	for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, start)) {
		lines.push(bytes.subarray(start, end + 1));
		start = end + 1;
	}
	return lines;
}
