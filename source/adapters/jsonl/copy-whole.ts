import type {Warning} from '../../model/warning.ts';
import {ReadStopped, readChunks} from './read-chunks.ts';

export type WholeOptions = {
	/** Where it ended when it was read; its present end by default. */
	readonly end?: number;
	readonly warn?: (warning: Warning) => void;
};

const newline = 0x0a;

/** Every byte of a file of lines, whatever of it could be read as a record: damaged lines are the session's, too. */
export async function* copyWhole(path: string, {end, warn = () => {}}: WholeOptions = {}): AsyncGenerator<Buffer> {
	let at = 0;
	let last = newline;
	try {
		for await (const chunk of readChunks(path, {end})) {
			at += chunk.length;
			last = chunk.at(-1) ?? last;
			yield Buffer.from(chunk);
		}
	} catch (error) {
		// What is gone, or can't be decompressed, can't be copied; what was there until then can.
		const isOurs = (error as NodeJS.ErrnoException).syscall === undefined && path.endsWith('.zst');
		if (!(error instanceof ReadStopped || isOurs)) throw error;
		warn({path, offset: at, message: (error as Error).message});
	}
	if (last !== newline) yield Buffer.from('\n');
}
