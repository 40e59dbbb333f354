import type {Warning} from '../../model/warning.ts';
import type {RawRecord} from '../jsonl/parse-line.ts';
import {type ChunkOptions, ReadStopped, readChunks} from '../jsonl/read-chunks.ts';
import {FileEnds} from '../jsonl/read-ends.ts';
import {type Piece, sniffedBytes, splitLog} from './split-log.ts';

export type LogOptions<T> = ChunkOptions & {
	readonly warn?: (warning: Warning) => void;
	readonly digest: (record: RawRecord) => T;
};

/** A file of nothing but trouble must not fill the memory with warnings. */
const mostWarnings = 1000;

/**
 * The records of a session file, a batch per chunk. Content never throws; an error of the file system does, when the
 * file can't be opened at all.
 */
export async function* readLog<T>(path: string, options: LogOptions<T>): AsyncGenerator<Array<Piece<T>>> {
	let left = mostWarnings;
	const report = (trouble: {offset: number; message: string}) => {
		if (left-- > 0) options.warn?.({path, ...trouble});
	};
	const splitter = splitLog({path, head: firstBytes(path), report, digest: options.digest});
	let position = 0;
	try {
		for await (const chunk of readChunks(path, options)) {
			position += chunk.length;
			const pieces = splitter.push(chunk);
			if (pieces.length > 0) yield pieces;
		}
	} catch (error) {
		if (!(error instanceof ReadStopped)) throw error;
		report({offset: position, message: error.message});
	}
	const last = splitter.finish();
	if (last.length > 0) yield last;
}

function firstBytes(path: string): Buffer {
	const file = new FileEnds(path);
	try {
		return file.head(sniffedBytes);
	} finally {
		file.close();
	}
}
