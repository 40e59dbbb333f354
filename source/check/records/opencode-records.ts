import type {SessionRef} from '../../adapters/adapter.ts';
import {isFields} from '../../adapters/fields.ts';
import {withDatabase} from '../../adapters/opencode/database.ts';
import {openSource} from '../../adapters/opencode/open-source.ts';
import {splitRowPath} from '../../adapters/opencode/places.ts';
import type {Message} from '../../adapters/opencode/source.ts';
import {isFileLocator, type Locator} from '../../model/locator.ts';
import type {CheckedRecord, ReadUnit, Unit} from './unit.ts';

/** A session of a database, of the tree of small files, or of an export: in all of them messages and their parts. */
export function opencodeUnits({path}: SessionRef): Unit[] {
	const file = splitRowPath(path)?.database ?? path;
	const session: Unit = {agent: 'opencode', key: path, file, read: options => sessionRecords(path, options)};
	if (file === path) return [session];
	// What the tables of a database have is the same for all its sessions.
	return [{agent: 'opencode', key: `${file} tables`, file, read: () => tableRecords(file)}, session];
}

const tables = ['message', 'part', 'session_message'];

/** Columns beside those that are read: their names, as if they were fields. */
async function* tableRecords(file: string): AsyncGenerator<CheckedRecord[]> {
	const found = await withDatabase(file, async database => database.tables);
	yield tables
		.filter(table => found.has(table))
		.map(table => ({
			kind: `${table} columns`,
			value: Object.fromEntries([...found.get(table)!].map(name => [name, true])),
			row: table,
		}));
}

const batchSize = 64;

async function* sessionRecords(place: string, {signal, warn}: ReadUnit): AsyncGenerator<CheckedRecord[]> {
	const source = openSource(place);
	const header = await source.session();
	if (header) {
		const table = isFileLocator(header.locator) ? 'info' : header.locator.table;
		yield [{kind: table, value: JSON.parse(header.line), ...placeOf(header.locator)}];
	}
	let batch: CheckedRecord[] = [];
	for await (const message of source.messages({signal, warn, isForText: true})) {
		batch.push(...messageRecords(message));
		if (batch.length < batchSize) continue;
		yield batch;
		batch = [];
	}
	if (batch.length > 0) yield batch;
}

export function messageRecords(message: Message): CheckedRecord[] {
	const {info, parts, locator} = message;
	const line = isConverted(message) ? message.raw()[0]?.line : undefined;
	if (line !== undefined) {
		const value: unknown = JSON.parse(line);
		return [{kind: convertedKind(value), value, ...placeOf(locator)}];
	}
	return [
		...(isFields(info) ? [{kind: 'message', value: info, ...placeOf(locator)}] : []),
		...parts.map(part => ({kind: 'part', value: part.data, ...placeOf(part.locator)})),
	];
}

/** Other forms of a message are put into today's when they are read; only the record itself tells what was written. */
function isConverted({info, parts, locator}: Message): boolean {
	if (!isFileLocator(locator)) return locator.table === 'session_message';
	const isToday = isFields(info) && (info.role === 'user' || info.role === 'assistant');
	return !isToday || parts.some(({id}) => id.includes('#'));
}

function convertedKind(value: unknown): string {
	if (!isFields(value) || 'role' in value) return 'old message';
	return 'table' in value ? 'session_message' : 'second engine message';
}

function placeOf(locator: Locator): Pick<CheckedRecord, 'offset' | 'row'> {
	return isFileLocator(locator) ? {offset: locator.offset} : {row: `${locator.table} ${locator.rowid}`};
}
