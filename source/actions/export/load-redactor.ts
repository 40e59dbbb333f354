import type {ExportMap} from '../../formats/exported.ts';
import type {FormatId} from '../../formats/format.ts';
import type {Entry} from '../../model/entry.ts';
import type {Redactor} from '../../redact/redactor.ts';
import type {ExportChoice} from './export-choice.ts';
import type {Redaction} from './redaction.ts';

/** The rules take a moment to load: whoever replaces nothing does not wait for them. */
export async function loadRedactor(choice: ExportChoice, redaction?: Redaction): Promise<Redactor | undefined> {
	if (!choice.isRedacted && !choice.hidesHome) return undefined;
	return (await import('./redaction.ts')).redactorFor(choice, redaction);
}

/** What becomes of a session on its way out. */
export function redactionMap(redactor: Redactor | undefined, format?: FormatId): ExportMap | undefined {
	// Of native records as many are written as are read.
	let line = 0;
	return (
		redactor && {
			session: session => redactor.session(session),
			// No format writes down where a record lies, and its images are read from there.
			entry: entry => ({...redactor.entry(format === 'unified' ? entry : bare(entry)), locator: entry.locator}),
			record: record => redactor.record(record, `line ${++line}`),
		}
	);
}

/** Only the unified JSON has it: elsewhere nothing of it may be told as replaced. */
function bare(entry: Entry): Entry {
	if (entry.facts?.sentWith === undefined) return entry;
	const {sentWith: _, ...facts} = entry.facts;
	return {...entry, facts};
}
