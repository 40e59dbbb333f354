import type {TreeRow} from '../model/tree-row.ts';
import {plural} from '../text/figures.ts';
import {sanitizeLine} from '../text/sanitize.ts';
import {clock} from '../text/times.ts';
import {cut, widthOf} from '../text/width.ts';
import type {Context} from './context.ts';

export const treeMarks = {
	session: '',
	prompt: '●',
	compaction: '◇',
	fork: '⇢',
	converted: '⇢',
	'sub-agent': '+',
} as const;

const words = {
	session: '',
	prompt: '',
	compaction: '',
	fork: 'forked to ',
	converted: 'converted to ',
	'sub-agent': 'sub-agent  ',
} as const;

/** The mark of a row: what is not on the active path has a ring. */
export function treeMark({kind, isActive}: TreeRow): string {
	return kind === 'prompt' && !isActive ? '○' : treeMarks[kind];
}

/** What a row says; of a branch or a session also how long it is and what it took, at the right. */
export function treeWords({kind, text}: TreeRow): string {
	return `${words[kind]}${text}`;
}

/** How long the branch or the session is that begins with a row, what it took, and whether the session goes on with it. */
export function treeFacts({kind, prompts, branch, isActive}: TreeRow, spent = ''): string[] {
	const facts = [
		prompts === undefined || (prompts === 0 && kind !== 'prompt') ? '' : plural(prompts, 'prompt'),
		spent,
		branch === undefined ? '' : `branch ${branch}`,
		prompts !== undefined && kind === 'prompt' ? (isActive ? 'active' : 'left') : '',
	];
	return facts.filter(fact => fact !== '');
}

/** Of a tree that forked often, the end of what leads to a row: what it says needs room too. */
export function treeLead({lead}: TreeRow, columns: number): string {
	const most = Math.max(6, Math.floor(columns / 3));
	return lead.length <= most ? lead : `…${lead.slice(1 - most)}`;
}

export type RowNotes = {readonly label?: string; readonly spent?: string};

/** A row of the tree as a line of text. */
export function treeLine(row: TreeRow, {label = '', spent = ''}: RowNotes, {paint, columns}: Context): string {
	const {kind, timestamp, isActive} = row;
	const lead = treeLead(row, columns);
	const mark = treeMark(row);
	const named = label === '' ? '' : `[${sanitizeLine(label)}] `;
	const text = treeWords(row);
	const aboutWith = (took: string) => [...treeFacts(row, took), clock(timestamp)].filter(Boolean).join(' · ');
	const roomBeside = (about: string) => columns - widthOf(lead) - widthOf(named) - widthOf(about) - 4;
	// What was said is worth more than what it took.
	const about = aboutWith(roomBeside(aboutWith(spent)) < widthOf(text) ? '' : spent);
	const role = kind === 'prompt' ? 'prompt' : kind === 'sub-agent' ? 'tool' : 'fork';
	const shown = cut(text, Math.max(20, roomBeside(about)));
	const line = kind === 'session' ? paint('title', shown) : isActive ? shown : paint('dim', shown);
	const sign = mark === '' ? '' : `${paint(isActive ? role : 'dim', mark)} `;
	return `${paint('dim', lead)}${sign}${named === '' ? '' : paint('tool', named)}${line}  ${paint('dim', about)}`.trimEnd();
}
