import path from 'node:path';
import {expandHome} from '../../actions/expand-home.ts';
import type {ExportChoice} from '../../actions/export/export-choice.ts';
import {formatOf, formatOfFile, formats} from '../../actions/export/format-table.ts';
import {isFolder} from '../../actions/export/is-folder.ts';
import {LineEditor} from '../search/line-editor.ts';
import type {ListedSession} from '../session-source.ts';
import type {BranchNumber} from './branch-values.ts';
import {branchValues} from './branch-values.ts';

export const exportRows = ['format', 'branch', 'secrets', 'home', 'target'] as const;

export type ExportRow = (typeof exportRows)[number];

export type ExportFormOptions = {
	readonly refs: readonly ListedSession[];
	/** What is exported, in words. */
	readonly subject: string;
	readonly choice: ExportChoice;
	/** The branch that is shown, where one is. */
	readonly shown?: BranchNumber;
	/** Where files go, with the separator at its end. */
	readonly folder: string;
	/** A name for the file, whenever the choice is another; none for several sessions. */
	readonly suggest?: (choice: ExportChoice) => Promise<string>;
	readonly onChange: () => void;
};

/** What was chosen the last time. */
export type LastExport = {readonly choice: ExportChoice; readonly folder: string};

/** What is asked before sessions are exported: into what, how much of them, and where to. */
export class ExportForm {
	readonly refs: readonly ListedSession[];
	readonly subject: string;
	readonly editor = new LineEditor();
	choice: ExportChoice;
	row: ExportRow = 'format';
	/** While it works: how much is done. */
	share: number | undefined;
	private readonly options: ExportFormOptions;
	/** What we put into the line: as long as it stands there, it follows the choice. */
	private suggested = '';
	private suggestions = 0;
	readonly stopping = new AbortController();

	constructor(options: ExportFormOptions) {
		this.options = options;
		this.refs = options.refs;
		this.subject = options.subject;
		const {shown, choice} = options;
		// A number means another branch in another session.
		const branch = shown ?? (typeof choice.branch === 'number' ? undefined : choice.branch);
		this.choice = {...choice, branch};
		this.put(options.folder);
		void this.suggest();
	}

	get isTyping(): boolean {
		return this.row === 'target';
	}

	/** Of a bare name, the current one. */
	get folder(): string {
		return this.editor.text.trim().replace(/[^\\/]*$/, '') || `.${path.sep}`;
	}

	/** Where it will lie, in full. */
	get place(): string {
		const typed = expandHome(this.editor.text.trim());
		const isOwn = isFolder(typed) || (this.refs.length > 1 && formatOfFile(typed) === undefined);
		return path.resolve(isOwn ? typed : path.dirname(typed));
	}

	move(by: 1 | -1): void {
		const {length} = exportRows;
		this.row = exportRows[(exportRows.indexOf(this.row) + by + length) % length]!;
	}

	/** A name that was typed tells the format, as it does on the command line, unless it fits the one that was chosen. */
	edited(): void {
		const typed = this.editor.text.trim().replace(/\.gz$/i, '');
		const told = formatOfFile(typed);
		const {extension, loadLine} = formatOf(this.choice.format);
		// All that have a form of one session a line have the same name for it.
		if (loadLine && /\.ndjson$/i.test(typed)) return;
		if (told && !typed.toLowerCase().endsWith(extension.replace(/^.*(?=\.)/, '')))
			this.choice = {...this.choice, format: told.id};
	}

	/** Another value for the row one is at. While it works, what is shown is what is written. */
	turn(by: 1 | -1): void {
		if (this.share !== undefined) return;
		const {choice} = this;
		const next = <T>(values: readonly T[], now: T): T =>
			values[(Math.max(0, values.indexOf(now)) + by + values.length) % values.length]!;
		if (this.row === 'format') {
			const format = next(
				formats.map(({id}) => id),
				choice.format,
			);
			this.choice = {...choice, format};
		} else if (this.row === 'branch') this.choice = {...choice, branch: next(this.branches, choice.branch)};
		else if (this.row === 'secrets') this.choice = {...choice, isRedacted: !choice.isRedacted};
		else if (this.row === 'home') this.choice = {...choice, hidesHome: !choice.hidesHome};
		else return;
		void this.suggest();
	}

	get branches(): ReadonlyArray<ExportChoice['branch']> {
		return branchValues(this.options.shown);
	}

	close(): void {
		this.stopping.abort();
	}

	private put(text: string): void {
		this.suggested = text;
		this.editor.set(text);
	}

	private async suggest(): Promise<void> {
		const {suggest} = this.options;
		if (!suggest || this.editor.text !== this.suggested) return;
		const number = ++this.suggestions;
		const name = await suggest(this.choice);
		// Meanwhile somebody may have typed, or chosen another format.
		const isOld = number !== this.suggestions || this.stopping.signal.aborted;
		if (isOld || this.editor.text !== this.suggested) return;
		this.put(this.options.folder + name);
		this.options.onChange();
	}
}
