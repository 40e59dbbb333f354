import fs from 'node:fs';
import type {SessionRef} from '../../adapters/adapter.ts';
import {splitDocument} from '../../adapters/codex/split-document.ts';
import {isFields} from '../../adapters/fields.ts';
import {lineUnit} from './line-records.ts';
import type {CheckedRecord, ReadUnit, Unit} from './unit.ts';

/** Rollouts of lines, those of today and the bare ones of 2025, and the document the first program wrote. */
export function codexUnits({files}: SessionRef): Unit[] {
	return files.map(file => (file.endsWith('.json') ? documentUnit(file) : lineUnit('codex', file, codexKind)));
}

/** Before 0.32 the header and the turns' states had no type. */
export function codexKind(value: unknown): string {
	if (!isFields(value) || 'type' in value) return isFields(value) && 'payload' in value ? 'line' : 'bare item';
	return 'record_type' in value ? 'bare state' : 'bare header';
}

function documentUnit(file: string): Unit {
	return {
		agent: 'codex',
		key: file,
		file,
		async *read(options) {
			yield readDocument(file, options);
		},
	};
}

function readDocument(file: string, {warn}: ReadUnit): CheckedRecord[] {
	try {
		const records = splitDocument(fs.readFileSync(file)) ?? [];
		return records.map(({value, offset}) => ({kind: codexKind(value), value, offset}));
	} catch (error) {
		if ((error as NodeJS.ErrnoException).syscall) throw error;
		warn({path: file, offset: 0, message: 'the document is damaged'});
		return [];
	}
}
