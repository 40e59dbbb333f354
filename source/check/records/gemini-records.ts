import type {SessionRef} from '../../adapters/adapter.ts';
import {isFields} from '../../adapters/fields.ts';
import {readLog} from '../../adapters/gemini/read-log.ts';
import type {RawRecord} from '../../adapters/jsonl/parse-line.ts';
import type {CheckedRecord, ReadUnit, Unit} from './unit.ts';

/** A log of lines, or one document a session. */
export function geminiUnits({files}: SessionRef): Unit[] {
	return files.map(file => ({agent: 'gemini', key: file, file, read: options => logRecords(file, options)}));
}

async function* logRecords(file: string, {signal, warn}: ReadUnit): AsyncGenerator<CheckedRecord[]> {
	for await (const pieces of readLog(file, {signal, warn, digest: messageRecord})) {
		const records: CheckedRecord[] = [];
		for (const piece of pieces) {
			if (piece.kind === 'message') records.push(messageRecord(piece.record));
			else if (piece.kind === 'shell') records.push(withKind(piece.record, 'document'));
			else {
				records.push(withKind(piece.record, geminiKind(piece.record.value)));
				records.push(...piece.messages);
			}
		}
		yield records.filter(({value}) => value !== undefined);
	}
}

/** A checkpoint holds what the model was told, a session what was shown. */
function isContent(value: unknown): boolean {
	return isFields(value) && 'role' in value;
}

function messageRecord(record: RawRecord): CheckedRecord {
	return withKind(record, isContent(record.value) ? 'content' : 'message');
}

export function geminiKind(value: unknown): string {
	if (!isFields(value) || 'type' in value) return 'message';
	if ('$set' in value) return 'set';
	if ('$rewindTo' in value) return 'rewind';
	// What changes the session has a name like these; a header has none.
	if (Object.keys(value).some(key => key.startsWith('$'))) return 'operator';
	if (isContent(value)) return 'content';
	return 'header';
}

function withKind({value, offset}: RawRecord, kind: string): CheckedRecord {
	return {kind, value, offset};
}
