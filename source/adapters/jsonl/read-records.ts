import type {Warning} from '../../model/warning.ts';
import {type LineTrouble, parseInto, type RawRecord, type Shortcuts} from './parse-line.ts';
import {type ChunkOptions, ReadStopped, readChunks} from './read-chunks.ts';
import {type Line, LineSplitter, longestLine} from './split-lines.ts';

export type RecordOptions = ChunkOptions &
	Shortcuts & {
		readonly warn?: (warning: Warning) => void;
		/** Lines for which this is true are not parsed: their value is `unparsed`. */
		readonly skip?: (bytes: Buffer, line: Line) => boolean;
		/** Strings of very long lines are not shortened. */
		readonly isWhole?: boolean;
		/** Told of every value that was parsed. */
		readonly observe?: (value: unknown) => void;
	};

/** A file of nothing but trouble must not fill the memory with warnings. */
const mostWarnings = 1000;

/** Stands for a record nobody needed to parse. */
export const unparsed: unique symbol = Symbol('unparsed');

/**
 * The records of a JSONL file, a batch per chunk: a step of an asynchronous loop costs more than a record does.
 * Content never throws. An error of the file system does, when the file can't be opened at all.
 */
export async function* readRecords(path: string, options: RecordOptions = {}): AsyncGenerator<RawRecord[]> {
	const warn = options.warn ?? (() => {});
	const splitter = new LineSplitter(options.from ?? 0, options.isWhole ? longestLine : undefined);
	let troubles = 0;
	let firstUntold = 0;
	const report = (trouble: LineTrouble) => {
		troubles++;
		if (troubles <= mostWarnings) warn({path, ...trouble});
		else if (troubles === mostWarnings + 1) firstUntold = trouble.offset;
	};
	const {skip, observe, isOutline, longTextIn, mostOfText} = options;
	// Of one shape, whatever the options are: else the engine improves its code for each of them.
	const shortcuts: Shortcuts = {isOutline, longTextIn, mostOfText};
	const parse = (records: RawRecord[], line: Line) => {
		if (line.bytes && skip?.(line.bytes, line)) {
			records.push({value: unparsed, offset: line.offset, length: line.length, cutBytes: 0});
			return;
		}
		const first = records.length;
		parseInto(records, line, report, shortcuts);
		if (!observe) return;
		for (let at = first; at < records.length; at++) {
			const {value} = records[at]!;
			if (value !== undefined) observe(value);
		}
	};
	// Not in the loop below: to improve the code of a generator takes the engine longer than of anything else.
	const parseAll = (lines: readonly Line[]) => {
		const records: RawRecord[] = [];
		for (const line of lines) parse(records, line);
		return records;
	};

	try {
		const inLargePieces = options.inLargePieces || options.isWhole;
		for await (const chunk of readChunks(path, {...options, inLargePieces})) {
			const records = parseAll(splitter.push(chunk));
			if (records.length > 0) yield records;
		}
	} catch (error) {
		if (error instanceof ReadStopped) report({offset: splitter.position, message: error.message});
		else if (path.endsWith('.zst') && !(error as NodeJS.ErrnoException).syscall && !options.signal?.aborted)
			report({offset: splitter.position, message: `the compressed file is damaged: ${(error as Error).message}`});
		else throw error;
	}
	const last = splitter.finish();
	if (last) {
		const records = parseAll([last]);
		if (records.length > 0) yield records;
	}
	if (troubles > mostWarnings)
		warn({path, offset: firstUntold, message: `and ${troubles - mostWarnings} more places like these, from here on`});
}
