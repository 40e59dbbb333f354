import {longestLine} from '../../adapters/jsonl/split-lines.ts';

const newline = 0x0a;

/** Bytes of files of lines, however they come: every line is changed for itself, with its end; one beyond all bounds in pieces. */
export async function* mapLines(
	chunks: AsyncIterable<Buffer>,
	change: (line: Buffer) => Buffer,
): AsyncGenerator<Buffer> {
	let held: Buffer[] = [];
	let length = 0;
	const whole = (last: Buffer) => {
		const line = held.length === 0 ? last : Buffer.concat([...held, last]);
		held = [];
		length = 0;
		return change(line);
	};
	for await (const chunk of chunks) {
		const changed: Buffer[] = [];
		let start = 0;
		for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
			changed.push(whole(chunk.subarray(start, end + 1)));
			start = end + 1;
		}
		if (start < chunk.length) {
			// Whoever gave it may write over it.
			held.push(Buffer.from(chunk.subarray(start)));
			length += chunk.length - start;
			if (length > longestLine) changed.push(whole(Buffer.alloc(0)));
		}
		if (changed.length > 0) yield changed.length === 1 ? changed[0]! : Buffer.concat(changed);
	}
	if (length > 0) yield whole(Buffer.alloc(0));
}
