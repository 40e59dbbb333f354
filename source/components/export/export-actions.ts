/** What the keys of the export do. */
import path from 'node:path';
import type {ExportChoice} from '../../actions/export/export-choice.ts';
import type {ExportResult} from '../../actions/export/export-job.ts';
import type {Action} from '../../keymap/keymap.ts';
import {bytes, plural} from '../../text/figures.ts';
import {sanitizeLine} from '../../text/sanitize.ts';
import {describeError} from '../describe-error.ts';
import type {Explorer} from '../explorer.ts';
import type {Confirmation} from '../overlay/confirmation.ts';
import type {ListedSession} from '../session-source.ts';
import {rowBranches} from '../tree/row-branches.ts';
import {ExportForm} from './export-form.ts';

type ExportAction = Extract<Action, 'export' | `export-${string}`>;

export function exportActions(explorer: Explorer): Readonly<Record<ExportAction, () => void>> {
	return {
		export: () => open(explorer),
		'export-next-row': () => explorer.form?.move(1),
		'export-previous-row': () => explorer.form?.move(-1),
		'export-next-value': () => explorer.form?.turn(1),
		'export-previous-value': () => explorer.form?.turn(-1),
		'export-now': () => {
			if (explorer.form && explorer.form.share === undefined) start(explorer, explorer.form);
		},
		'export-cancel': () => {
			explorer.form?.close();
			explorer.form = undefined;
		},
	};
}

function open(explorer: Explorer): void {
	const {source} = explorer.options;
	const {refs, branch} = subjects(explorer);
	const first = refs[0];
	if (!first || !source.export) return;
	const {choice = explorer.usualExport, folder = `.${path.sep}`} = explorer.lastExport ?? {};
	explorer.form = new ExportForm({
		refs,
		subject: refs.length === 1 ? titleOf(explorer, first) : plural(refs.length, 'marked session'),
		choice,
		shown: branch,
		folder: folder.endsWith(path.sep) ? folder : folder + path.sep,
		suggest: refs.length === 1 ? wanted => nameOf(explorer, first, wanted) : undefined,
		onChange: () => explorer.changed(),
	});
}

/** The row of the tree, the session that is open, those that are marked, or the one that is selected. */
function subjects(explorer: Explorer): {refs: readonly ListedSession[]; branch?: number} {
	const {tree, reader, marked, current} = explorer;
	const row = tree?.current;
	if (tree && row) {
		const ref = tree.refs[row.relative];
		const branches = rowBranches(tree, row);
		// What all branches share is on none of them.
		return {refs: ref ? [ref] : [], branch: branches.length === 1 ? branches[0] : undefined};
	}
	if (reader) return {refs: [reader.ref], branch: reader.branch};
	if (marked.length > 0) return {refs: marked};
	return {refs: current ? [current] : []};
}

/** A file somebody opened, or what only the tree shows, is not in the list. */
function titleOf({scene, reader, tree}: Explorer, ref: ListedSession): string {
	const read = reader?.ref === ref ? reader.session : undefined;
	const drawn = tree?.relatives[tree.refs.indexOf(ref)];
	return sanitizeLine(scene.sessionOf(ref)?.title ?? read?.title ?? drawn?.title ?? ref.id);
}

async function nameOf({options, scene}: Explorer, ref: ListedSession, choice: ExportChoice): Promise<string> {
	const session = scene.sessionOf(ref) ?? (await options.source.head(ref));
	return (await options.source.exportName?.(session, choice)) ?? 'session';
}

/** As it was chosen when somebody said so: whatever is typed meanwhile is not what a question is about. */
type Wanted = {readonly choice: ExportChoice; readonly folder: string; readonly target: string};

function start(explorer: Explorer, form: ExportForm): void {
	const {choice, folder} = form;
	const target = form.editor.text.trim();
	if (target === '') explorer.message = 'Where to? Type a file’s name';
	else void run(explorer, form, {choice, folder, target}, false);
}

async function run(explorer: Explorer, form: ExportForm, wanted: Wanted, force: boolean): Promise<void> {
	const {source} = explorer.options;
	const {refs} = form;
	const {choice, target} = wanted;
	form.share = 0;
	try {
		const done = await source.export!({
			refs,
			choice,
			target,
			force,
			signal: form.stopping.signal,
			onProgress: share => {
				form.share = share;
				explorer.options.onChange();
			},
		});
		const finish = () => finished(explorer, form, wanted, done);
		const {inTheWay = 0} = done;
		if (inTheWay === 0) return finish();
		form.share = undefined;
		const some =
			inTheWay === 1
				? '1 file is there already. Write over it'
				: `${inTheWay} files are there already. Write over them`;
		ask(explorer, {
			question: `${done.files.length} of ${refs.length} exported. ${some}?`,
			act: () => void run(explorer, form, wanted, true),
			otherwise: finish,
		});
	} catch (error) {
		form.share = undefined;
		if (form.stopping.signal.aborted)
			return explorer.say(refs.length > 1 ? 'Stopped: files that were whole stay' : 'Nothing was written');
		if ((error as Error).name !== 'FileExists') return explorer.say(`Not exported: ${describeError(error)}`);
		const isOne = refs.length === 1 || target.toLowerCase().includes('.ndjson');
		ask(explorer, {
			question: isOne
				? 'This file is there already. Write over it?'
				: 'These files are there already. Write over them?',
			act: () => void run(explorer, form, wanted, true),
		});
	}
}

/** The question is asked where its answer is drawn. */
function ask(explorer: Explorer, confirmation: Confirmation): void {
	explorer.help = undefined;
	explorer.confirmation = confirmation;
	explorer.changed();
}

function finished(explorer: Explorer, form: ExportForm, {choice, folder, target}: Wanted, done: ExportResult): void {
	// In a folder it has a name that nobody typed.
	const isFile = path.basename(target) === path.basename(done.files[0]!);
	explorer.lastExport = {choice, folder: isFile ? folder : target};
	if (explorer.form === form) explorer.form = undefined;
	explorer.changed();
	const one = isFile ? target : done.files[0]!;
	const what = form.refs.length === 1 || isFile ? one : `${plural(done.files.length, 'file')} in ${target}`;
	explorer.say(sanitizeLine(exportedWords(what, done)));
}

function exportedWords(what: string, {size, replaced, failed, damage, inTheWay = 0}: ExportResult): string {
	const left = inTheWay === 0 ? '' : ` · ${inTheWay} that ${inTheWay === 1 ? 'was' : 'were'} there already left alone`;
	const missing = failed ? ` · ${failed.number} not exported: ${failed.why}` : '';
	return `Exported${replaced ? ` · ${replaced} ·` : ''} ${what} (${bytes(size)})${left}${missing}${damage ? ` · ${damage}` : ''}`;
}
