import path from 'node:path';
import type {SessionRef} from '../../adapters/adapter.ts';
import {readMeta} from '../../adapters/cursor/chat-meta.ts';
import {ChatStore} from '../../adapters/cursor/chat-store.ts';
import {isStore, splitPath} from '../../adapters/cursor/places.ts';
import {isFields} from '../../adapters/fields.ts';
import {readJsonFile} from './json-file.ts';
import {lineUnit} from './line-records.ts';
import type {CheckedRecord, ReadUnit, Unit} from './unit.ts';

/** The rows of a chat's database that are JSON, what lies beside it, and its transcript. The rest is not JSON. */
export function cursorUnits({path: place, files}: SessionRef): Unit[] {
	const all = new Set([splitPath(place).file, ...files]);
	return [...all].flatMap(file => {
		if (isStore(file)) return [unit(file, options => storeRecords(file, options))];
		if (path.basename(file) === 'meta.json') return [unit(file, options => sidecarRecords(file, options))];
		return file.endsWith('.jsonl') ? [lineUnit('cursor', file)] : [];
	});
}

function unit(file: string, read: Unit['read']): Unit {
	return {agent: 'cursor', key: file, file, read};
}

async function* sidecarRecords(file: string, options: ReadUnit): AsyncGenerator<CheckedRecord[]> {
	yield readJsonFile(file, 'sidecar', options);
}

const batchSize = 64;

async function* storeRecords(file: string, {signal, warn}: ReadUnit): AsyncGenerator<CheckedRecord[]> {
	const store = await ChatStore.open(file, warn);
	try {
		yield readMeta(store.meta()).rows.map(({key, value}) => ({kind: 'meta', value, row: `meta ${key}`}));
		for (let from = 0; ; ) {
			signal?.throwIfAborted();
			const rows = store.nextJson(from, Number.MAX_SAFE_INTEGER, batchSize);
			if (!rows) warn({path: file, message: 'table blobs: a page of it is damaged'});
			if (!rows || rows.length === 0) return;
			from = rows.at(-1)!.place + 1;
			yield rows.flatMap(({id, data}) => blobRecord(id, data));
			await new Promise(resolve => setImmediate(resolve));
		}
	} finally {
		store.close();
	}
}

/** A message of the database says it itself, a line of a transcript has it inside. */
export function cursorKind(value: unknown): string {
	return isFields(value) && 'content' in value ? 'blob' : 'line';
}

/** A blob that is no JSON is something else, though it begins like it. */
function blobRecord(id: string, data: Buffer): CheckedRecord[] {
	try {
		return [{kind: 'blob', value: JSON.parse(data.toString('utf8')) as unknown, row: `blobs ${id}`}];
	} catch {
		return [];
	}
}
