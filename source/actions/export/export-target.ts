import path from 'node:path';
import {type Format, formatOfFile} from '../../formats/formats.ts';
import type {Session} from '../../model/session.ts';
import {UserError} from '../user-error.ts';
import {refuseOtherPacking} from '../write-file.ts';
import {exportName} from './export-name.ts';
import {isFolder} from './is-folder.ts';

/** Where exports go: each session into a file of its own, all of them into one, or onto standard output. */
export type ExportTarget =
	| {readonly kind: 'files'; readonly folder: string}
	| {readonly kind: 'file'; readonly file: string}
	| {readonly kind: 'lines'; readonly file: string}
	| {readonly kind: 'output'};

/** What `--output` means. `isMany`: several were asked for, however many there are. Without it, files with telling names in the current folder. */
export function readTarget(
	output: string | undefined,
	format: Format,
	sessions: number,
	isMany = sessions > 1,
): ExportTarget {
	if (output === '-') {
		if (sessions > 1 && !format.loadLine && format.id !== 'jsonl') throw new UserError(tooMany(sessions, format), 2);
		return {kind: 'output'};
	}
	if (output === undefined) return {kind: 'files', folder: '.'};
	if (isFolder(output)) return {kind: 'files', folder: output};
	refuseOtherPacking(output);
	if (/\.ndjson(?:\.gz)?$/i.test(output)) {
		if (!format.loadLine) throw new UserError(`${output}: ${format.name} has no form of one session a line.`, 2);
		return {kind: 'lines', file: output};
	}
	// `found.md` is never meant as a folder; of any other name that nobody has, where several were asked for, nothing else is.
	const isFile = formatOfFile(output) !== undefined;
	if (sessions > 1 && isFile) throw new UserError(`${output}: ${tooMany(sessions, format)}`, 2);
	return isMany && !isFile ? {kind: 'files', folder: output} : {kind: 'file', file: output};
}

function tooMany(sessions: number, {id, loadLine}: Format): string {
	const line = loadLine ? ', a name that ends in .ndjson a line of each' : '';
	return `${sessions} sessions can't be one text in the format ${id}: a folder (DIR/) takes a file of each${line}.`;
}

/** The names of one export: two sessions never get the same. */
export class ExportNames {
	private readonly taken = new Set<string>();

	constructor(private readonly folder: string) {}

	/** The file's own name, and nothing above it. */
	next(session: Session, {extension}: Format): string {
		const name = exportName(session) || 'session';
		let file = name + extension;
		for (let number = 2; this.taken.has(file.toLowerCase()); number++) file = `${name}-${number}${extension}`;
		this.taken.add(file.toLowerCase());
		return path.join(this.folder, file);
	}
}
