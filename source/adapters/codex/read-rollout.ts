/** The records of a rollout, whatever its format, in one shape. */
import fs from 'node:fs';
import type {RawRecord} from '../jsonl/parse-line.ts';
import type {ChunkOptions} from '../jsonl/read-chunks.ts';
import {type RecordOptions, readRecords, unparsed} from '../jsonl/read-records.ts';
import {type Line, lineOf} from './line.ts';
import {isOutlined} from './outlined-lines.ts';
import {splitDocument} from './split-document.ts';

export type RolloutRecord = {
	/** undefined: nothing Codex is known to write. */
	readonly line: Line | undefined;
	readonly value: unknown;
	readonly offset: number;
	readonly length: number;
	readonly cutBytes: number;
};

export type RolloutOptions = ChunkOptions &
	Pick<RecordOptions, 'warn' | 'isWhole' | 'observe'> & {
		/** Lines for which this is false are passed over: their record has neither a line nor a value. */
		readonly only?: (bytes: Buffer) => boolean;
		/** Nobody needs the long texts of calls and results. */
		readonly isSurvey?: boolean;
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
	})) {
		yield inOneShape(batch, bulky);
	}
}

function inOneShape(batch: readonly RawRecord[], bulky: BulkyLines): RolloutRecord[] {
	return batch.map(({value, offset, length, cutBytes}) =>
		value === unparsed
			? {line: bulky.take(), value: undefined, offset, length, cutBytes}
			: {line: lineOf(value), value, offset, length, cutBytes},
	);
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
