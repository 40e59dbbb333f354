import type {Warning} from '../../model/warning.ts';
import {ReadStopped, readChunks} from './read-chunks.ts';

export type WholeOptions = {
	/** Where it ended when it was read; its present end by default. */
	readonly end?: number;
	readonly warn?: (warning: Warning) => void;
};

/** Every byte of a file of lines, whatever of it could be read as a record: damaged lines are the session's, too. */
export async function* copyWhole(path: string, {end, warn = () => {}}: WholeOptions = {}): AsyncGenerator<Buffer> {
	let at = 0;
	try {
		for await (const chunk of readChunks(path, {end})) {
			at += chunk.length;
			yield Buffer.from(chunk);
		}
	} catch (error) {
		// What is gone, or can't be decompressed, can't be copied; what was there until then can.
		const isOurs = (error as NodeJS.ErrnoException).syscall === undefined && path.endsWith('.zst');
		if (!(error instanceof ReadStopped || isOurs)) throw error;
		warn({path, offset: at, message: (error as Error).message});
	}
}

const newline = 0x0a;

/** Files one behind the other: where one ends in the middle of a line, the next begins on a new one. */
export async function* oneBehindTheOther(files: Iterable<AsyncIterable<Buffer>>): AsyncGenerator<Buffer> {
	let last = newline;
	for (const file of files) {
		let isBegun = false;
		for await (const chunk of file) {
			if (!isBegun && last !== newline) yield Buffer.from('\n');
			isBegun = true;
			last = chunk.at(-1) ?? last;
			yield chunk;
		}
	}
}
