import fs from 'node:fs';
import type {SessionRef} from '../../adapters/adapter.ts';
import {cutObjects} from '../../adapters/copilot/cut-objects.ts';
import {isLegacy} from '../../adapters/copilot/places.ts';
import {isFields} from '../../adapters/fields.ts';
import {readJsonFile} from './json-file.ts';
import {lineUnit} from './line-records.ts';
import type {CheckedRecord, ReadUnit, Unit} from './unit.ts';

/** A log of events, or the one document a session of the first versions. */
export function copilotUnits({files}: SessionRef): Unit[] {
	return files
		.filter(file => /\.jsonl?$/.test(file))
		.map(file => (isLegacy(file) ? legacyUnit(file) : eventUnit(file)));
}

function eventUnit(file: string): Unit {
	return lineUnit('copilot', file);
}

function legacyUnit(file: string): Unit {
	return {
		agent: 'copilot',
		key: file,
		file,
		async *read(options) {
			yield legacyRecords(file, options);
		},
	};
}

/** The document without its two lists, and what is in them, each at its own place. */
function legacyRecords(file: string, options: ReadUnit): CheckedRecord[] {
	const [document] = readJsonFile(file, 'document', options);
	if (!document || !isFields(document.value)) return document ? [document] : [];
	const {timeline, chatMessages, ...rest} = document.value;
	const bytes = fs.readFileSync(file);
	const cut = (key: string, kind: string) => cutObjects(bytes, key).map(({value, offset}) => ({kind, value, offset}));
	return [{...document, value: rest}, ...cut('timeline', 'timeline item'), ...cut('chatMessages', 'chat message')];
}
