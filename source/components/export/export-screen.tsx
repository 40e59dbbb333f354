import {formatOf} from '../../actions/export/format-table.ts';
import {keyFor} from '../../keymap/key-help.ts';
import {progressBar} from '../../text/progress-bar.ts';
import {sanitizeLine} from '../../text/sanitize.ts';
import {fit, widthOf} from '../../text/width.ts';
import {wrap} from '../../text/wrap.ts';
import {footerLine, questionLine} from '../footer-line.ts';
import {Frame} from '../frame.tsx';
import type {Layout} from '../layout.ts';
import {cutLine} from '../line-tools.ts';
import {Lines} from '../lines.tsx';
import type {Confirmation} from '../overlay/confirmation.ts';
import {lineView} from '../search/line-view.ts';
import type {Line, Role, Span} from '../theme.ts';
import {branchWords} from './branch-values.ts';
import {type ExportForm, type ExportRow, exportRows} from './export-form.ts';

type ExportScreenProps = {
	readonly layout: Layout;
	readonly form: ExportForm;
	readonly message: string;
	readonly confirmation?: Confirmation;
};

/** The columns before a value. */
const margin = 15;

/** Below this, what is told below the rows begins at the edge. */
const narrow = 60;

/** Below the header, its rule and a blank. */
export const firstFormRow = 3;

export function targetRoom(columns: number): number {
	return columns - margin - 4;
}

export function ExportScreen({layout, form, message, confirmation}: ExportScreenProps) {
	const {columns, bodyRows} = layout;
	const footer = confirmation ? questionLine(confirmation.question, columns) : exportFooter(form, message, columns);
	return (
		<Frame layout={layout} header={headerLine(form, columns)} footer={footer}>
			<Lines lines={bodyOf(form, layout)} width={columns} height={bodyRows} />
		</Frame>
	);
}

/** While it works there is one thing to do. */
export function exportFooter(form: ExportForm, message: string, columns: number): Line {
	const place = form.isTyping ? 'export-target' : 'export';
	if (form.share === undefined || message !== '') return footerLine(place, message, columns);
	return [{text: ' '}, {text: keyFor(place, 'export-cancel'), role: 'key'}, {text: ' stop', role: 'dim'}];
}

function headerLine({subject}: ExportForm, columns: number): Line {
	return cutLine(
		[
			{text: ' Export   ', role: 'dim'},
			{text: subject, role: 'title'},
		],
		columns,
	);
}

function bodyOf(form: ExportForm, {columns, bodyRows}: Layout): Line[] {
	const rows = exportRows.map(row => cutLine(rowLine(form, row, columns), columns));
	// Small screens have room for one of them.
	const below: Span =
		form.share === undefined
			? {text: `${' '.repeat(margin + 2)}in ${sanitizeLine(form.place)}`, role: 'dim'}
			: {text: `   ${progressBar(form.share)}`, role: 'tool'};
	const body = [[], ...rows, cutLine([below], columns)];
	const note = cutNote(form, columns);
	return [...body, ...(body.length + 1 + note.length > bodyRows ? [] : [[]]), ...note];
}

/** What the row one is at says, whole, where the row has no room for it. */
function cutNote(form: ExportForm, columns: number): Line[] {
	if (form.row === 'target' || form.share !== undefined) return [];
	const {value, note} = shownValue(form, form.row);
	if (note === '' || margin + widthOf(`‹ ${value} ›   ${note}`) <= columns) return [];
	const indent = ' '.repeat(columns < narrow ? 3 : margin + 2);
	return wrap(note, columns - indent.length).map(line => [{text: indent + line, role: 'dim'}]);
}

function rowLine(form: ExportForm, row: ExportRow, columns: number): Line {
	const isHere = form.row === row;
	const label: Line = [{text: isHere ? ' ▸ ' : '   ', role: 'prompt'}, {text: fit(names[row], margin - 3)}];
	if (row === 'target') {
		const typed = lineView({editor: form.editor, isTyping: isHere, problems: []}, targetRoom(columns));
		return [...label, {text: '  '}, ...typed];
	}
	const {value, note, role} = shownValue(form, row);
	const arrows = isHere ? (['‹ ', ' ›'] as const) : (['  ', '  '] as const);
	return [
		...label,
		{text: arrows[0], role: 'dim'},
		{text: value, role},
		{text: arrows[1], role: 'dim'},
		{text: `   ${note}`, role: 'dim'},
	];
}

const names: Readonly<Record<ExportRow, string>> = {
	format: 'Format',
	branch: 'Branches',
	secrets: 'Secrets',
	home: 'Home folder',
	target: 'To',
};

function shownValue(
	{choice, refs}: ExportForm,
	row: Exclude<ExportRow, 'target'>,
): {value: string; note: string; role?: Role} {
	const format = formatOf(choice.format);
	switch (row) {
		case 'format':
			return {value: format.name, note: format.summary, role: 'title'};
		case 'branch':
			return {value: branchWords(choice.branch, format.hasBranches), note: ''};
		case 'secrets':
			return choice.isRedacted
				? {value: 'replaced', note: 'keys, tokens, passwords and addresses; their kinds are told afterwards'}
				: {value: 'kept', note: `whoever gets the ${refs.length === 1 ? 'file' : 'files'} can use them`, role: 'error'};
		case 'home':
			return choice.hidesHome
				? {value: 'as ~', note: 'paths do not tell your name'}
				: {value: 'as it is', note: 'paths stay whole'};
	}
}
