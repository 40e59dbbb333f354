import type {ExportMap} from '../../formats/exported.ts';
import type {Redactor} from '../../redact/redactor.ts';
import type {ExportChoice} from './export-choice.ts';
import type {Redaction} from './redaction.ts';

/** The rules take a moment to load: whoever replaces nothing does not wait for them. */
export async function loadRedactor(choice: ExportChoice, redaction?: Redaction): Promise<Redactor | undefined> {
	if (!choice.isRedacted && !choice.hidesHome) return undefined;
	return (await import('./redaction.ts')).redactorFor(choice, redaction);
}

/** What becomes of a session on its way out. */
export function redactionMap(redactor: Redactor | undefined): ExportMap | undefined {
	return (
		redactor && {
			session: session => redactor.session(session),
			// No format writes down where a record lies, and its images are read from there.
			entry: entry => ({...redactor.entry(entry), locator: entry.locator}),
			record: record => redactor.record(record),
		}
	);
}
