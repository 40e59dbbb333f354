import type {SessionRef} from '../../adapters/adapter.ts';
import {isFields} from '../../adapters/fields.ts';
import {openSource} from '../../adapters/opencode/open-source.ts';
import {splitRowPath} from '../../adapters/opencode/places.ts';
import type {Message} from '../../adapters/opencode/source.ts';
import {isFileLocator, type Locator} from '../../model/locator.ts';
import type {CheckedRecord, ReadUnit, Unit} from './unit.ts';

/** A session of a database, of the tree of small files, or of an export: in all of them messages and their parts. */
export function opencodeUnits({path}: SessionRef): Unit[] {
	const file = splitRowPath(path)?.database ?? path;
	return [{agent: 'opencode', key: path, file, read: options => sessionRecords(path, options)}];
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
	const isSecondEngine = !isFileLocator(locator) && locator.table === 'session_message';
	// What other forms of a message say was put into today's; only the record itself tells what was written.
	const line = isSecondEngine || parts.some(({id}) => id.includes('#')) ? message.raw()[0]?.line : undefined;
	if (line !== undefined)
		return [{kind: isSecondEngine ? 'session_message' : 'old message', value: JSON.parse(line), ...placeOf(locator)}];
	return [
		...(isFields(info) ? [{kind: 'message', value: info, ...placeOf(locator)}] : []),
		...parts.map(part => ({kind: 'part', value: part.data, ...placeOf(part.locator)})),
	];
}

function placeOf(locator: Locator): Pick<CheckedRecord, 'offset' | 'row'> {
	return isFileLocator(locator) ? {offset: locator.offset} : {row: `${locator.table} ${locator.rowid}`};
}
