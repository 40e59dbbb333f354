import type {SessionRef} from '../../adapters/adapter.ts';
import type {Library} from '../../catalog/library.ts';
import type {Pieces} from '../../formats/format.ts';
import type {Warning} from '../../model/warning.ts';
import {plural} from '../../text/figures.ts';
import {UserError} from '../user-error.ts';
import {FileExists, writeSafely} from '../write-file.ts';
import type {ExportJob, ExportResult} from './export-job.ts';
import {prepareExport} from './prepare-export.ts';
import type {PreparedExport} from './prepared-export.ts';
import type {Redaction} from './redaction.ts';
import {addReplaced, describeReplaced, type Replaced} from './replaced.ts';

/** Sessions on their way into files, and what has become of each. */
export class ExplorerExport {
	private readonly files: string[] = [];
	private size = 0;
	private readonly replaced: Replaced = new Map();
	private readonly warnings: Warning[] = [];
	private readonly inTheWay: FileExists[] = [];
	private readonly errors: unknown[] = [];
	private untried = 0;

	constructor(
		private readonly library: Library,
		private readonly job: ExportJob<SessionRef>,
		private readonly redaction: Redaction | undefined,
	) {}

	/** Each into a file of its own. */
	async writeFiles(fileOf: (prepared: PreparedExport) => string): Promise<void> {
		const {refs, force, signal} = this.job;
		for (const [at, ref] of refs.entries()) {
			const isPlaceBad = await this.attempt(async () => {
				const prepared = await this.prepare(ref, at, false);
				const file = fileOf(prepared);
				this.size += await writeSafely(file, prepared.pieces, {force, signal});
				this.files.push(file);
				this.note(prepared);
			});
			if (!isPlaceBad) continue;
			// The others would end there too.
			this.untried = refs.length - at - 1;
			return;
		}
	}

	/** All of them into one file, a line of each. */
	async writeLines(file: string): Promise<void> {
		const {force, signal} = this.job;
		this.size = await writeSafely(file, this.lines(), {force, signal});
		this.files.push(file);
	}

	/** Where nothing was written, the reason is thrown; one that can be answered comes first. */
	result(): ExportResult {
		const [error] = this.errors;
		if (this.files.length === 0) throw this.inTheWay[0] ?? error;
		const [warning] = this.warnings;
		return {
			files: this.files,
			size: this.size,
			replaced: describeReplaced(this.replaced),
			inTheWay: this.inTheWay.length,
			failed: error === undefined ? undefined : {number: this.errors.length + this.untried, why: wordsOf(error)},
			damage: warning && `${plural(this.warnings.length, 'place')} could not be read: ${warning.message}`,
		};
	}

	private async *lines(): Pieces {
		for (const [at, ref] of this.job.refs.entries()) {
			let prepared: PreparedExport | undefined;
			await this.attempt(async () => {
				prepared = await this.prepare(ref, at, true);
			});
			if (!prepared) continue;
			yield* prepared.pieces;
			this.note(prepared);
		}
		if (this.errors.length === this.job.refs.length) throw this.errors[0];
	}

	private prepare(ref: SessionRef, at: number, isLine: boolean): Promise<PreparedExport> {
		const {refs, choice, signal, onProgress} = this.job;
		return prepareExport(this.library, ref, {
			choice,
			isLine,
			redaction: this.redaction,
			signal,
			onProgress: (done, total) => onProgress?.((at + done / Math.max(1, total)) / refs.length),
		});
	}

	private note({replaced, warnings}: PreparedExport): void {
		for (const finding of replaced()) addReplaced(this.replaced, finding);
		this.warnings.push(...warnings);
	}

	/** Tells whether the place is bad: a disk that is full, a folder that can only be read. */
	private async attempt(work: () => Promise<void>): Promise<boolean> {
		const {refs, signal} = this.job;
		try {
			await work();
			return false;
		} catch (error) {
			if (refs.length === 1 || signal?.aborted) throw error;
			if (error instanceof FileExists) {
				this.inTheWay.push(error);
				return false;
			}
			this.errors.push(error);
			return error instanceof UserError && error.exitCode === 2;
		}
	}
}

function wordsOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
