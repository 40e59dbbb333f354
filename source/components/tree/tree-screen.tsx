import type {TreeRow} from '../../model/lineage.ts';
import {plural} from '../../text/figures.ts';
import {clock} from '../../text/times.ts';
import {fit} from '../../text/width.ts';
import {footerLine} from '../footer-line.ts';
import {Frame} from '../frame.tsx';
import type {Layout} from '../layout.ts';
import {joinSpans, spread} from '../line-tools.ts';
import {Lines} from '../lines.tsx';
import type {Line, Role, Span} from '../theme.ts';
import type {TreeView} from './tree-view.ts';

type TreeScreenProps = {readonly layout: Layout; readonly view: TreeView; readonly message: string};

/** The family of a session as a tree of prompts. */
export function TreeScreen({layout, view, message}: TreeScreenProps) {
	const {columns, bodyRows} = layout;
	return (
		<Frame layout={layout} header={headerLine(view, columns)} footer={footerLine('tree', message, columns)}>
			<Lines lines={bodyOf(view, columns)} width={columns} height={bodyRows} />
		</Frame>
	);
}

function headerLine({ref, relatives, rows, isRead}: TreeView, columns: number): Line {
	const own = relatives.find(({id}) => id === ref.id);
	const left: Line = [
		{text: ' ⑂ ', role: 'fork'},
		{text: own?.title ?? 'Fork tree', role: 'title'},
	];
	if (!isRead) return left;
	const prompts = relatives.reduce(
		(sum, {milestones}) => sum + [...milestones.values()].filter(({kind}) => kind === 'prompt').length,
		0,
	);
	const branches = rows.filter(({branch}) => branch !== undefined).length;
	const facts = joinSpans([
		{text: relatives.length > 1 ? `family of ${plural(relatives.length, 'session')}` : '', role: 'dim'},
		{text: plural(prompts, 'prompt'), role: 'dim'},
		{text: branches > 0 ? `${branches} branches` : '', role: 'dim'},
	]);
	return spread(left, [...facts, {text: ' '}], columns);
}

function bodyOf(view: TreeView, columns: number): Line[] {
	if (view.failure !== undefined) return [[], [{text: `  ✗ The tree can't be drawn: ${view.failure}`, role: 'error'}]];
	if (!view.isRead) return [[], [{text: '  reading the family …', role: 'dim'}]];
	return view.visible.map((row, at) =>
		rowLine(row, {isSelected: view.top + at === view.selected, isMarked: view.marked.includes(row)}, columns),
	);
}

const marks = {session: '', prompt: '●', compaction: '◇', fork: '⇢', 'sub-agent': '+'} as const;
const roles: Readonly<Record<TreeRow['kind'], Role>> = {
	session: 'title',
	prompt: 'prompt',
	compaction: 'fork',
	fork: 'fork',
	'sub-agent': 'tool',
};

function rowLine(
	row: TreeRow,
	{isSelected, isMarked}: {readonly isSelected: boolean; readonly isMarked: boolean},
	columns: number,
): Line {
	const mark = row.kind === 'prompt' && !row.isActive ? '○' : marks[row.kind];
	const left: Span[] = [
		{text: isMarked ? '◆' : ' ', role: 'marked'},
		{text: isSelected ? '▸' : ' '},
		{text: row.lead, role: 'dim'},
		{text: mark === '' ? '' : `${mark} `, role: row.isActive ? roles[row.kind] : 'dim'},
		{text: textOf(row), role: row.kind === 'session' ? 'title' : row.isActive ? undefined : 'dim'},
	];
	const line = spread(left, rightOf(row, columns), columns - 1);
	if (!isSelected) return line;
	return [{text: fit(line.map(({text}) => text).join(''), columns - 1), role: 'selection'}];
}

function textOf({kind, text}: TreeRow): string {
	if (kind === 'fork') return `forked: ${text}`;
	return kind === 'sub-agent' ? `sub-agent  ${text}` : text;
}

/** Where there is little room the text is worth more. */
const fewestForFacts = 70;

function rightOf({timestamp, prompts, branch, isActive, kind}: TreeRow, columns: number): Line {
	const time: Span = {text: clock(timestamp).padStart(5), role: 'dim'};
	if (columns < fewestForFacts) return [time];
	const facts = [
		prompts === undefined ? '' : plural(prompts, 'prompt'),
		branch === undefined ? '' : `branch ${branch}`,
		prompts !== undefined && kind === 'prompt' ? (isActive ? 'active' : 'left') : '',
	];
	return [{text: `${facts.filter(Boolean).join(' · ')}   `, role: 'dim'}, time];
}
