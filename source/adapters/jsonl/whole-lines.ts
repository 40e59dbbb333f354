/** Where lines begin and end around a place in a large file, found without reading the rest of it. */
import {setImmediate as nextTurn} from 'node:timers/promises';
import {FileEnds} from './read-ends.ts';

const newline = 0x0a;
/** Most lines begin within the first block; behind a picture of many megabytes the others go faster. */
const firstBlock = 32 * 1024;
const largestBlock = 1024 * 1024;

export type ByteRange = {readonly from: number; readonly to: number};

/**
 * A range widened to whole lines, and how large the file is; nothing of the file is read but the search for line ends.
 * Below zero it counts from the end.
 */
export async function wholeLines(path: string, {from, to}: ByteRange): Promise<ByteRange & {readonly size: number}> {
	const file = new FileEnds(path);
	try {
		const {size} = file;
		const start = await lineStart(file, Math.max(0, Math.min(from < 0 ? size + from : from, size)));
		const end = to >= size ? size : await lineEnd(file, Math.max(start, to));
		return {from: start, to: end, size};
	} finally {
		file.close();
	}
}

/** The beginning of the line that this byte is in; of the last line for the end of the file. */
async function lineStart(file: FileEnds, place: number): Promise<number> {
	// The line end before the end of the file ends the last line.
	let end = place === file.size ? Math.max(0, place - 1) : place;
	for (let length = firstBlock; end > 0; length = Math.min(largestBlock, 4 * length)) {
		const from = Math.max(0, end - length);
		const at = file.read(from, end - from).lastIndexOf(newline);
		if (at !== -1) return from + at + 1;
		end = from;
		await nextTurn();
	}
	return 0;
}

/** Where the line ends that this byte is in: behind its line end, or with the file. A beginning ends nothing. */
async function lineEnd(file: FileEnds, place: number): Promise<number> {
	if (place === 0) return 0;
	// What ends exactly here is whole.
	let from = place - 1;
	for (let length = firstBlock; from < file.size; length = Math.min(largestBlock, 4 * length)) {
		const bytes = file.read(from, length);
		const at = bytes.indexOf(newline);
		if (at !== -1) return from + at + 1;
		if (bytes.length === 0) break;
		from += bytes.length;
		await nextTurn();
	}
	return file.size;
}
