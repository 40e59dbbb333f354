import type {Warning} from '../../model/warning.ts';
import {ReadStopped, readChunks} from './read-chunks.ts';

export type Range = {readonly from: number; readonly to: number};

/** The bytes of ranges of a file in their order, each followed by a line end. Neighbours are read together. */
export async function* copyRanges(
	path: string,
	ranges: AsyncIterable<Range>,
	warn: (warning: Warning) => void = () => {},
): AsyncGenerator<Buffer> {
	let open: {from: number; to: number} | undefined;
	for await (const {from, to} of ranges) {
		if (open && from === open.to + 1) {
			open.to = to;
			continue;
		}
		if (open) yield* copy(path, open, warn);
		open = {from, to};
	}
	if (open) yield* copy(path, open, warn);
}

async function* copy(path: string, {from, to}: Range, warn: (warning: Warning) => void): AsyncGenerator<Buffer> {
	let at = from;
	try {
		for await (const chunk of readChunks(path, {from, end: to})) {
			at += chunk.length;
			yield Buffer.from(chunk);
		}
	} catch (error) {
		// What is gone by now can't be copied; the rest can.
		if (!(error instanceof ReadStopped)) throw error;
		warn({path, offset: at, message: error.message});
	}
	yield Buffer.from('\n');
}
