/** What the explorer's export needs: names to suggest, and the work itself. */
import path from 'node:path';
import type {SessionRef} from '../../adapters/adapter.ts';
import type {Library} from '../../catalog/library.ts';
import {formatOf} from '../../formats/formats.ts';
import type {Session} from '../../model/session.ts';
import {expandHome} from '../expand-home.ts';
import {writeSafely} from '../write-file.ts';
import type {ExportChoice} from './export-choice.ts';
import type {ExportJob, ExportResult} from './export-job.ts';
import {exportName} from './export-name.ts';
import {ExportNames, isFolder} from './export-target.ts';
import {prepareExport} from './prepare-export.ts';
import {type Redaction, redactorFor} from './redaction.ts';
import {addReplaced, describeReplaced, type Replaced} from './replaced.ts';

/** A title may hold a secret, and a file's name is seen by everybody. */
export function suggestedName(session: Session, {format, isRedacted}: ExportChoice, redaction?: Redaction): string {
	const shown = redactorFor({isRedacted, hidesHome: false}, redaction)?.session(session) ?? session;
	return (exportName(shown) || 'session') + formatOf(format).extension;
}

/** Stops at the first that fails; what is written until then stays. */
export async function exportFromExplorer(
	library: Library,
	job: ExportJob<SessionRef>,
	redaction?: Redaction,
): Promise<ExportResult> {
	const {refs, choice, force, signal, onProgress} = job;
	const typed = expandHome(job.target);
	const target = path.resolve(typed);
	const names = refs.length > 1 || isFolder(typed) ? new ExportNames(target) : undefined;
	const replaced: Replaced = new Map();
	const files: string[] = [];
	let size = 0;
	for (const [at, ref] of refs.entries()) {
		const prepared = await prepareExport(library, ref, {
			choice,
			redaction,
			signal,
			onProgress: (done, total) => onProgress?.((at + done / Math.max(1, total)) / refs.length),
		});
		const file = names?.next(prepared.session, prepared.format) ?? target;
		size += await writeSafely(file, prepared.pieces, {force, signal});
		files.push(file);
		for (const finding of prepared.replaced()) addReplaced(replaced, finding);
	}
	return {files, size, replaced: describeReplaced(replaced)};
}

/** For the clipboard. */
export function redactText(text: string, redaction: Redaction | undefined): {text: string; replaced?: string} {
	const redactor = redactorFor({isRedacted: true, hidesHome: false}, redaction)!;
	// A raw record is JSON: its strings are looked at as they are in an export.
	const clean = /^\s*[{[]/.test(text) ? redactor.record(Buffer.from(text)).toString('utf8') : redactor.text(text);
	const replaced: Replaced = new Map();
	for (const finding of redactor.report()) addReplaced(replaced, finding);
	return {text: clean, replaced: describeReplaced(replaced)};
}
