import {spentText} from '../../actions/spent-text.ts';
import {treeFacts, treeLead, treeMark, treeWords} from '../../actions/tree-text.ts';
import type {TreeRow} from '../../model/tree-row.ts';
import {sanitizeLine} from '../../text/sanitize.ts';
import {clock} from '../../text/times.ts';
import {fit, widthOf} from '../../text/width.ts';
import {footerLine} from '../footer-line.ts';
import {Frame} from '../frame.tsx';
import type {Layout} from '../layout.ts';
import {lineWidth, spread} from '../line-tools.ts';
import {Lines} from '../lines.tsx';
import {type Menu, placeOf} from '../overlay/menu.ts';
import {lineView} from '../search/line-view.ts';
import type {Line, Role, Span} from '../theme.ts';
import type {TreeView} from './tree-view.ts';

type TreeScreenProps = {
	readonly layout: Layout;
	readonly view: TreeView;
	readonly message: string;
	readonly menu?: Menu;
};

/** The family of a session as a tree of prompts. */
export function TreeScreen({layout, view, message, menu}: TreeScreenProps) {
	const {columns, bodyRows} = layout;
	const {editor} = view;
	const footer: Line = editor
		? [{text: ' label › ', role: 'prompt'}, ...lineView({editor, isTyping: true}, labelRoom(columns))]
		: footerLine(menu ? placeOf(menu) : 'tree', message, columns);
	return (
		<Frame layout={layout} header={headerLine(view, columns)} footer={footer} menu={menu}>
			<Lines lines={bodyOf(view, columns)} width={columns} height={bodyRows} />
		</Frame>
	);
}

/** Columns for a label while it is typed. */
export function labelRoom(columns: number): number {
	return Math.max(4, columns - 10);
}

const leastTitle = 28;
const filterNames = {all: '', prompts: 'only prompts', branches: 'only branches'} as const;

function headerLine(view: TreeView, columns: number): Line {
	const {isRead, filter} = view;
	const left: Line = [
		{text: ' ⑂ ', role: 'fork'},
		{text: view.title ?? 'Fork tree', role: 'title'},
		{text: filter === 'all' ? '' : `   ${filterNames[filter]}`, role: 'tool'},
	];
	if (!isRead) return left;
	const facts = [...view.facts];
	// The title keeps some room; the first facts are worth most.
	const room = columns - Math.min(leastTitle, lineWidth(left)) - 2;
	while (facts.length > 1 && widthOf(facts.join(' · ')) > room) {
		const [main = '', ...more] = facts.pop()!.split(', ');
		if (more.length > 0) facts.push(main);
	}
	return spread(left, [{text: `${facts.join(' · ')} `, role: 'dim'}], columns);
}

function bodyOf(view: TreeView, columns: number): Line[] {
	if (view.failure !== undefined) return [[], [{text: `  ✗ The tree can't be drawn: ${view.failure}`, role: 'error'}]];
	if (!view.isRead) return [[], [{text: '  reading the family …', role: 'dim'}]];
	return view.visible.map((row, at) => rowLine(view, row, view.top + at === view.selected, columns));
}

const roles: Readonly<Record<TreeRow['kind'], Role>> = {
	session: 'title',
	prompt: 'prompt',
	compaction: 'fork',
	fork: 'fork',
	converted: 'fork',
	'sub-agent': 'tool',
};

function rowLine(view: TreeView, row: TreeRow, isSelected: boolean, columns: number): Line {
	const mark = treeMark(row);
	const label = sanitizeLine(view.labelOf(row));
	const left: Span[] = [
		{text: view.isMarked(row) ? '◆' : ' ', role: 'marked'},
		{text: isSelected ? '▸' : ' '},
		{text: treeLead(row, columns), role: 'dim'},
		{text: mark === '' ? '' : `${mark} `, role: row.isActive ? roles[row.kind] : 'dim'},
		{text: row.folded > 0 ? `+${row.folded} ` : '', role: 'key'},
		{text: label === '' ? '' : `[${label}] `, role: 'tool'},
		{text: treeWords(row), role: row.kind === 'session' ? 'title' : row.isActive ? undefined : 'dim'},
	];
	const line = spread(left, rightOf(row, spentText(view.usage?.of(row) ?? {}), columns), columns - 1);
	if (!isSelected) return line;
	return [{text: fit(line.map(({text}) => text).join(''), columns - 1), role: 'selection'}];
}

/** Where there is little room the text is worth more. */
const fewestForFacts = 70;
const fewestForSpent = 100;

function rightOf(row: TreeRow, spent: string, columns: number): Line {
	const time: Span = {text: clock(row.timestamp).padStart(5), role: 'dim'};
	if (columns < fewestForFacts) return [time];
	return [{text: `${treeFacts(row, columns < fewestForSpent ? '' : spent).join(' · ')}   `, role: 'dim'}, time];
}
