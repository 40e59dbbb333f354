/** `export`: sessions as files that others can read. */
import type {SessionRef} from '../../adapters/adapter.ts';
import {formatIds} from '../../formats/format.ts';
import {type Format, formatNamed, formatOfFile} from '../../formats/formats.ts';
import {bytes, count, plural} from '../../text/figures.ts';
import {progressBar} from '../../text/progress-bar.ts';
import {sanitizeLine} from '../../text/sanitize.ts';
import type {Context, Output} from '../context.ts';
import {type FoundSessions, findSessions} from '../find-session.ts';
import {schemaVersion} from '../session-json.ts';
import {UserError} from '../user-error.ts';
import {writeSafely} from '../write-file.ts';
import {dismissThread} from './draw-thread.ts';
import type {ExportChoice} from './export-choice.ts';
import {ExportNames, type ExportTarget, readTarget} from './export-target.ts';
import {prepareExport} from './prepare-export.ts';
import type {PreparedExport} from './prepared-export.ts';
import {addReplaced, adviseReplaced, placedIn, placesReplaced, type Replaced} from './replaced.ts';

type Done = {
	/** Absent where a file holds several. */
	readonly ref?: SessionRef;
	readonly file: string | null;
	readonly size: number;
	readonly replaced: Replaced;
};

export async function* exportSessions(
	context: Context,
	_first: string,
	_second: string,
	ids: readonly string[],
): Output {
	const {flags, json} = context;
	const format = readFormat(flags);
	if (format.id !== 'markdown') dismissThread();
	const {refs, isWhole} = await chosen(context, ids);
	const target = readTarget(flags.output, format, refs.length, ids.length === 0 || refs.length > 1);
	if (json && target.kind === 'output') throw new UserError('--json and --output - would both print: choose one.', 2);
	const choice: ExportChoice = {
		format: format.id,
		branch: flags.branches ?? flags.branch,
		isRedacted: flags.redact !== false,
		hidesHome: flags.hideHome === true,
	};
	const work = new Work(context, choice, refs);
	if (target.kind === 'output') yield* work.print();
	else if (target.kind === 'lines') await work.writeLines(target.file);
	else await work.writeFiles(target, format);
	context.ends?.(isWhole ? work.exitCode : 1);
	if (json) yield work.asJson();
	else if (target.kind === 'output') work.tellReplaced();
	else yield work.asText();
}

/** By its name, by the file's, or Markdown. */
function readFormat({format: name, output, usualFormat = 'markdown'}: Context['flags']): Format {
	const told = output === undefined ? undefined : formatOfFile(output);
	const format = name === undefined ? (told ?? formatNamed(usualFormat)) : formatNamed(name);
	if (!format) throw new UserError(`--format ${name}: not a format. There are ${formatIds.join(', ')}.`, 2);
	return format;
}

async function chosen(context: Context, ids: readonly string[]): Promise<FoundSessions> {
	const {library, flags} = context;
	const ways = [ids.length > 0, flags.all, flags.query !== undefined].filter(Boolean).length;
	if (ways === 0) throw new UserError('Which sessions? Name their ids, or give --query QUERY or --all.', 2);
	if (ways > 1) throw new UserError('Ids, --query and --all exclude each other.', 2);
	const {sessions} = ids.length > 0 && !flags.subAgents ? {sessions: []} : await library.scan();
	const found = await Promise.all(ids.map(id => findSessions(id, library, context.warn)));
	const named =
		ids.length > 0
			? found.flatMap(({refs}) => refs)
			: flags.all
				? sessions.filter(({isFolded}) => !isFolded)
				: await byQuery(context, flags.query!);
	const wanted = named.slice(0, flags.limit ?? named.length);
	if (wanted.length === 0)
		throw new UserError(
			flags.query === undefined
				? 'No sessions were found. --home DIR looks for them below another folder.'
				: 'No session is found by this query. `recollect search` takes the same one.',
		);
	return {
		refs: flags.subAgents ? withSubAgents(wanted, sessions) : [...new Set(wanted)],
		isWhole: found.every(each => each.isWhole),
	};
}

/** Whoever names a session need not wait until the search is loaded. */
async function byQuery(context: Context, query: string): Promise<SessionRef[]> {
	const {findByQuery} = await import('../search-sessions.ts');
	return findByQuery(context, query);
}

/** Each session, and behind it those that it started, and theirs. */
function withSubAgents(wanted: readonly SessionRef[], all: readonly SessionRef[]): SessionRef[] {
	const found = new Set<SessionRef>();
	const add = (ref: SessionRef) => {
		if (found.has(ref)) return;
		found.add(ref);
		for (const child of all) if (child.parentId === ref.id && child.agent === ref.agent) add(child);
	};
	for (const ref of wanted) add(ref);
	return [...found];
}

class Work {
	private failures = 0;
	/** Those of which the user has to say something: the file is there already, or its place can't be written to. */
	private unclear = 0;
	/** Then the bar must not come between its lines. */
	private isPrinting = false;
	private readonly done: Done[] = [];
	private readonly replaced: Replaced = new Map();

	constructor(
		private readonly context: Context,
		private readonly choice: ExportChoice,
		private readonly refs: readonly SessionRef[],
	) {}

	private get isOne(): boolean {
		return this.refs.length === 1;
	}

	/** Several of which none could be written end as one does. */
	get exitCode(): 0 | 1 | 2 {
		if (this.failures === 0) return 0;
		return this.unclear === this.refs.length ? 2 : 1;
	}

	async *print(): Output {
		this.isPrinting = true;
		for (const [at, ref] of this.refs.entries()) {
			const prepared = await this.prepare(ref, at, this.refs.length > 1);
			if (!prepared) continue;
			let size = 0;
			for await (const piece of prepared.pieces) {
				size += piece.length;
				yield piece;
			}
			this.finish(ref, prepared, null, size);
		}
	}

	async writeLines(file: string): Promise<void> {
		const size = await writeSafely(file, this.lines(file), {force: this.context.flags.force});
		this.done.push({file, size, replaced: this.replaced});
	}

	private async *lines(file: string): Output {
		for (const [at, ref] of this.refs.entries()) {
			const prepared = await this.prepare(ref, at, true);
			if (!prepared) continue;
			yield* prepared.pieces;
			for (const finding of prepared.replaced())
				addReplaced(this.replaced, this.isOne ? finding : placedIn(finding, ref.id));
		}
		if (this.failures === this.refs.length)
			throw new UserError(`None of the sessions could be read: ${file} is not made.`);
	}

	async writeFiles(target: Extract<ExportTarget, {kind: 'files' | 'file'}>, format: Format): Promise<void> {
		const names = target.kind === 'files' ? new ExportNames(target.folder) : undefined;
		for (const [at, ref] of this.refs.entries()) {
			const prepared = await this.prepare(ref, at, false);
			if (!prepared) continue;
			const file = target.kind === 'file' ? target.file : names!.next(prepared.session, format);
			const size = await this.attempt(ref, () => writeSafely(file, prepared.pieces, {force: this.context.flags.force}));
			if (size !== undefined) this.finish(ref, prepared, file, size);
		}
	}

	private async prepare(ref: SessionRef, at: number, isLine: boolean): Promise<PreparedExport | undefined> {
		const {library, progress, warn} = this.context;
		const {length} = this.refs;
		const share = (done: number, total: number) => (at + done / Math.max(1, total)) / length;
		const tell = (done: number, total: number) =>
			progress(
				`exporting ${progressBar(share(done, total))}${length > 1 ? `  ${count(at + 1)}/${count(length)} sessions` : ''}`,
				!this.isPrinting,
			);
		tell(0, 1);
		const prepared = await this.attempt(ref, () =>
			prepareExport(library, ref, {choice: this.choice, redaction: this.context.redaction, isLine, onProgress: tell}),
		);
		for (const warning of prepared?.warnings ?? []) warn(warning);
		return prepared;
	}

	/** One that can't be exported does not keep the others from it. */
	private async attempt<T>(ref: SessionRef, work: () => Promise<T>): Promise<T | undefined> {
		try {
			return await work();
		} catch (error) {
			if (this.refs.length === 1) throw error;
			this.failures++;
			if (error instanceof UserError && error.exitCode === 2) this.unclear++;
			this.context.warn({path: ref.path, message: error instanceof Error ? error.message : String(error)});
			return undefined;
		}
	}

	private finish(ref: SessionRef, prepared: PreparedExport, file: string | null, size: number): void {
		const replaced: Replaced = new Map();
		for (const finding of prepared.replaced()) {
			addReplaced(replaced, finding);
			// Of several files the names are enough.
			const placed = file === null ? placedIn(finding, ref.id) : {...finding, places: [file]};
			addReplaced(this.replaced, this.isOne ? finding : placed);
		}
		this.done.push({ref, file, size, replaced});
	}

	tellReplaced(): void {
		for (const line of this.replacedLines()) this.context.note?.(line);
	}

	private replacedLines(): string[] {
		const words = adviseReplaced(this.replaced);
		return words === undefined ? [] : [words, ...placesReplaced(this.replaced)];
	}

	asText(): string {
		const {paint} = this.context;
		const lines = this.done.map(({file, size}) => `${sanitizeLine(file ?? '-')}  ${paint('dim', bytes(size))}`);
		lines.push(...this.replacedLines().map(line => paint('dim', line)));
		if (this.failures > 0) lines.push(paint('error', `${plural(this.failures, 'session')} could not be exported`));
		return `${lines.join('\n')}\n`;
	}

	asJson(): string {
		return `${JSON.stringify({
			schema_version: schemaVersion,
			format: this.choice.format,
			sessions: this.refs.length,
			failed: this.failures,
			files: this.done.map(({ref, file, size, replaced}) => ({
				agent: ref?.agent ?? null,
				id: ref?.id ?? null,
				file,
				bytes: size,
				redacted: [...replaced].map(([kind, {number, places}]) => ({kind, count: number, places})),
			})),
		})}\n`;
	}
}
