/** The records of a rollout, whatever its format, in one shape. */
import fs from 'node:fs';
import type {Entry} from '../../model/entry.ts';
import {decodeBytes} from '../../text/byte-text.ts';
import {fieldsOf} from '../fields.ts';
import type {LongText} from '../jsonl/long-text.ts';
import type {RawRecord} from '../jsonl/parse-line.ts';
import type {ChunkOptions} from '../jsonl/read-chunks.ts';
import {type RecordOptions, readRecords, unparsed} from '../jsonl/read-records.ts';
import {type Line, lineOf} from './line.ts';
import {isOutlined, outlinedOutput, outlinedText, wholeOutput} from './outlined-lines.ts';
import {splitDocument} from './split-document.ts';

export type RolloutRecord = {
	/** undefined: nothing Codex is known to write. */
	readonly line: Line | undefined;
	readonly value: unknown;
	readonly offset: number;
	readonly length: number;
	readonly cutBytes: number;
	/** Of the output in it. */
	readonly bytes?: Entry['bytes'];
};

export type RolloutOptions = ChunkOptions &
	Pick<RecordOptions, 'warn' | 'isWhole' | 'observe'> & {
		/** Lines for which this is false are passed over: their record has neither a line nor a value. */
		readonly only?: (bytes: Buffer) => boolean;
		/** Nobody needs the long texts of calls and results. */
		readonly isSurvey?: boolean;
		/** Long outputs may stay bytes (see `RolloutRecord`). */
		readonly keepsBytes?: boolean;
	};

/** Content never throws; an error of the file system does. */
export async function* readRollout(path: string, options: RolloutOptions = {}): AsyncGenerator<RolloutRecord[]> {
	if (path.endsWith('.json')) {
		yield readDocument(path, options);
		return;
	}
	const bulky = new BulkyLines(options.only);
	for await (const batch of readRecords(path, {
		...options,
		skip: bulky.skip,
		isOutline: options.isSurvey ? isOutlined : undefined,
		longTextIn: options.isSurvey ? outlinedOutput : options.keepsBytes ? wholeOutput : undefined,
		mostOfText: options.isSurvey ? outlinedText : undefined,
	})) {
		yield inOneShape(batch, bulky);
	}
}

function inOneShape(batch: readonly RawRecord[], bulky: BulkyLines): RolloutRecord[] {
	return batch.map(({value, offset, length, cutBytes, longText}) => {
		if (value === unparsed) return {line: bulky.take(), value: undefined, offset, length, cutBytes};
		const line = lineOf(value);
		const bytes = longText && line ? putBack(line.payload, longText) : undefined;
		return {line, value, offset, length, cutBytes, bytes};
	});
}

/** Where it would stand. A record may have the same field once more, which holds then. */
function putBack(payload: {output?: unknown}, {text, isPlain}: LongText): Entry['bytes'] {
	const {output} = payload;
	const isAlone = !Array.isArray(output) || output.length === 1;
	const part = Array.isArray(output) ? fieldsOf(output[0]) : undefined;
	// What follows in a list is letters: then this has to be, too.
	const words = isAlone ? text : decodeBytes(text);
	if (output === '') payload.output = words;
	else if (part?.text === '') (part as {text: string}).text = words;
	else return undefined;
	if (!isAlone) return undefined;
	return isPlain ? 'plain' : 'unsure';
}

function readDocument(path: string, {warn, end}: RolloutOptions): RolloutRecord[] {
	try {
		const records = splitDocument(fs.readFileSync(path)) ?? [];
		return records
			.filter(({offset}) => offset < (end ?? Number.POSITIVE_INFINITY))
			.map(record => ({...record, line: lineOf(record.value)}));
	} catch (error) {
		if ((error as NodeJS.ErrnoException).syscall) throw error;
		warn?.({path, message: `the document is damaged: ${(error as Error).message}`});
		return [];
	}
}

const bulkyLine =
	/^\{"timestamp":"(\d{4}-\d\d-\d\dT\d\d:[^"]*)",(?:"ordinal":(\d+),)?"type":"(?:(world_state)"|response_item","payload":\{"type":"(additional_tools|ghost_snapshot)")/;

/**
 * Large records that only the model needs: the state of its world, the description of its tools. They are named by
 * their first bytes and not parsed, which is a third of the work in files of today.
 */
class BulkyLines {
	private readonly named: Array<Line | undefined> = [];

	constructor(private readonly only: RolloutOptions['only']) {}

	readonly skip = (bytes: Buffer): boolean => {
		if (this.only?.(bytes) === false) {
			this.named.push(undefined);
			return true;
		}
		if (bytes.length < 256 || bytes.length > longestSkipped || isUsual(bytes)) return false;
		const match = bulkyLine.exec(bytes.toString('latin1', 0, 160));
		// A second record may be glued to it; that one must not be lost.
		if (!match || bytes.includes('}{"')) return false;
		const [, timestamp, ordinal, state, item] = match;
		this.named.push({
			type: state ?? 'response_item',
			payload: item === undefined ? {} : {type: item},
			timestamp,
			ordinal: ordinal === undefined ? undefined : Number(ordinal),
		});
		return true;
	};

	take(): Line | undefined {
		return this.named.shift();
	}
}

/**
 * Tells nearly all other lines apart without a regular expression: by single letters, where the time is as long as it
 * always is. `{"timestamp":"2026-11-16T10:00:00.000Z","type":"response_item","payload":{"type":"`
 */
function isUsual(bytes: Buffer): boolean {
	if (bytes[typePlace - 1] !== quote || bytes[typePlace - 2] !== colon || bytes[typePlace - 3] !== quote) return false;
	const type = bytes[typePlace];
	if (type !== letterR) return type !== letterW;
	if (bytes[itemPlace - 1] !== quote || bytes[itemPlace - 2] !== colon || bytes[itemPlace - 3] !== quote) return false;
	const item = bytes[itemPlace];
	return item !== letterA && item !== letterG;
}

const typePlace = 48;
const itemPlace = 82;
const [quote, colon, letterA, letterG, letterR, letterW] = Buffer.from('":agrw');

const longestSkipped = 4 * 1024 * 1024;
