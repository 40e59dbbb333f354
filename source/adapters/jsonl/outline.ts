import {isUtf8} from 'node:buffer';
import {isFields} from '../fields.ts';
import {tryParse} from './raw-record.ts';

/** Where there is none, nothing has to be put right. */
const beyondAscii = /[^\0-\u007F]/;
/** A letter beyond bytes was written as an escape, and is right as it is. */
const beyondBytes = /[^\0-\u00FF]/;

/**
 * A record for whoever wants its shape and not its words: every byte is taken for a letter, which a parser is done with in a
 * third of the time. Names, numbers, and strings that stand at the record's top are right; texts below that are right only
 * as far as they are ASCII. undefined: it has to be parsed as ever.
 */
export function outlineOf(bytes: Buffer, end: number): Record<string, unknown> | undefined {
	if (!isUtf8(bytes)) return undefined;
	const value = tryParse(bytes.toString('latin1', 0, end))?.value;
	if (!isFields(value)) return undefined;
	const fields = value as Record<string, unknown>;
	for (const name in fields) {
		const field = fields[name];
		if (typeof field !== 'string' || !beyondAscii.test(field) || beyondBytes.test(field)) continue;
		fields[name] = Buffer.from(field, 'latin1').toString('utf8');
	}
	return fields;
}
