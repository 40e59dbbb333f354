import {ReadStopped, readChunks} from './read-chunks.ts';

export type Range = {readonly from: number; readonly to: number};

/** The bytes of ranges of a file in their order, each followed by a line end. Neighbours are read together. */
export async function* copyRanges(path: string, ranges: AsyncIterable<Range>): AsyncGenerator<Buffer> {
	let open: {from: number; to: number} | undefined;
	for await (const {from, to} of ranges) {
		if (open && from === open.to + 1) {
			open.to = to;
			continue;
		}
		if (open) yield* copy(path, open);
		open = {from, to};
	}
	if (open) yield* copy(path, open);
}

async function* copy(path: string, {from, to}: Range): AsyncGenerator<Buffer> {
	try {
		for await (const chunk of readChunks(path, {from, end: to})) yield Buffer.from(chunk);
	} catch (error) {
		// What is gone by now can't be copied; the rest can.
		if (!(error instanceof ReadStopped)) throw error;
	}
	yield Buffer.from('\n');
}
