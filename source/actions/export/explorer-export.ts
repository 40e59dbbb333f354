/** What the explorer's export needs: names to suggest, and the work itself. */
import path from 'node:path';
import type {SessionRef} from '../../adapters/adapter.ts';
import type {Library} from '../../catalog/library.ts';
import {formatOf} from '../../formats/formats.ts';
import type {Session} from '../../model/session.ts';
import {expandHome} from '../expand-home.ts';
import {UserError} from '../user-error.ts';
import {ExplorerExport} from './explorer-work.ts';
import type {ExportChoice} from './export-choice.ts';
import type {ExportJob, ExportResult} from './export-job.ts';
import {exportName} from './export-name.ts';
import {ExportNames, readTarget} from './export-target.ts';
import {type Redaction, redactorFor} from './redaction.ts';
import {addReplaced, describeReplaced, type Replaced} from './replaced.ts';

/** A title may hold a secret, and a file's name is seen by everybody. */
export function suggestedName(session: Session, {format, isRedacted}: ExportChoice, redaction?: Redaction): string {
	const shown = redactorFor({isRedacted, hidesHome: false}, redaction)?.session(session) ?? session;
	return (exportName(shown) || 'session') + formatOf(format).extension;
}

/** Of several, one that can't be written does not keep the others from it. */
export async function exportFromExplorer(
	library: Library,
	job: ExportJob<SessionRef>,
	redaction?: Redaction,
): Promise<ExportResult> {
	const {refs, choice} = job;
	const target = readTarget(expandHome(job.target), formatOf(choice.format), refs.length);
	if (target.kind === 'output') throw new UserError('There is nothing to print to here: name a file or a folder.', 2);
	const work = new ExplorerExport(library, job, redaction);
	if (target.kind === 'lines') await work.writeLines(path.resolve(target.file));
	else if (target.kind === 'file') await work.writeFiles(() => path.resolve(target.file));
	else {
		const names = new ExportNames(path.resolve(target.folder));
		await work.writeFiles(({session, format}) => names.next(session, format));
	}
	return work.result();
}

/** For the clipboard. */
export function redactText(text: string, redaction: Redaction | undefined): {text: string; replaced?: string} {
	const redactor = redactorFor({isRedacted: true, hidesHome: false}, redaction)!;
	// A raw record is JSON: its strings are looked at as they are in an export. What a tool printed may be JSON as well, and
	// an export takes that for text.
	const strings = /^\s*[{[]/.test(text) ? redactor.record(Buffer.from(text)).toString('utf8') : text;
	const clean = redactor.text(strings);
	const replaced: Replaced = new Map();
	for (const finding of redactor.report()) addReplaced(replaced, finding);
	return {text: clean, replaced: describeReplaced(replaced)};
}
