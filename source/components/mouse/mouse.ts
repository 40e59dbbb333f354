/** What the wheel and a click do, by where they happen. */
import type {Explorer} from '../explorer.ts';
import {type ExportForm, exportRows} from '../export/export-form.ts';
import {firstFormRow} from '../export/export-screen.tsx';
import {smallest} from '../layout.ts';
import type {ListRow} from '../list/list-rows.ts';
import type {Menu} from '../overlay/menu.ts';
import {itemsInSight, menuRows} from '../overlay/menu-panel.tsx';
import type {TreeView} from '../tree/tree-view.ts';
import type {TypedKey} from '../typed-key.ts';
import {hintedKey} from './footer-hint.ts';
import {readerClick} from './reader-click.ts';

export type Pointed = TypedKey & {readonly column: number; readonly row: number};

/** Lines, or sessions, that one notch of the wheel is worth. */
const notch = 3;

export function isPointed(key: string | TypedKey): key is Pointed {
	return typeof key !== 'string' && key.column !== undefined && key.row !== undefined;
}

export function point(explorer: Explorer, key: Pointed): void {
	const {columns, rows} = explorer.layout;
	if (columns < smallest.columns || rows < smallest.rows) return;
	if (key.name === 'wheel-up') wheel(explorer, key, -1);
	else if (key.name === 'wheel-down') wheel(explorer, key, 1);
	else if (key.name === 'click') click(explorer, key);
}

function wheel(explorer: Explorer, key: Pointed, direction: 1 | -1): void {
	const {menu, confirmation, help, form, pages, comparison, tree, reader, scene, faults} = explorer;
	explorer.message = '';
	if (faults.current || confirmation) return;
	if (menu) menu.move(direction);
	else if (form && !help) form.move(direction);
	else if (tree && !help && !comparison) tree.move(direction * notch);
	else if (help || pages || comparison || reader) {
		for (let line = 0; line < notch; line++) explorer.act(direction > 0 ? 'scroll-down' : 'scroll-up');
	} else if (isInPreview(explorer, key)) scene.scrollPreview(direction * notch);
	else scene.move(direction * notch);
}

function click(explorer: Explorer, key: Pointed): void {
	const {menu, confirmation, help, form, pages, comparison, tree, reader, layout, faults, scene} = explorer;
	const row = key.row - bodyTop(explorer);
	const hinted = key.row === layout.rows - 1 ? hintedKey(explorer, key.column) : undefined;
	explorer.message = '';
	// A chord is pressed key by key.
	if (hinted !== undefined) for (const each of hinted.split(' ')) explorer.press(each);
	else if (faults.current || confirmation || help) return;
	else if (form) clickForm(form, key.row);
	else if (pages) return;
	else if (menu) clickMenu(explorer, menu, row);
	else if (comparison) return;
	else if (tree) clickTree(explorer, tree, row);
	else if (reader) readerClick(explorer, reader, key.column, row);
	else if (row === -2 && scene.search?.isOpen) explorer.act('search');
	else if (row >= 0 && row < layout.list.rows && key.column < layout.list.columns) clickRow(explorer, row);
}

/** What stands below the body: a rule and the footer. */
function bodyTop({layout}: Explorer): number {
	return layout.rows - 2 - layout.bodyRows;
}

/** Goes to a row of the export; the one that one is at gets its next value. */
function clickForm(form: ExportForm, row: number): void {
	const clicked = exportRows[row - firstFormRow];
	if (clicked === undefined) return;
	if (clicked === form.row) form.turn(1);
	else form.row = clicked;
}

/** Selects a session; the selected one is opened. */
function clickRow(explorer: Explorer, row: number): void {
	const {scene} = explorer;
	const {list} = scene;
	const clicked = list.top + row;
	const target = list.rows[clicked]?.kind === 'snippet' ? clicked - 1 : clicked;
	if (list.rows[target]?.kind !== 'session') return;
	if (target === list.selectedRow) explorer.act('read');
	else scene.move(stepsBetween(list.rows, list.selectedRow, target));
}

/** Selects a row of the tree; the selected one is read. */
function clickTree(explorer: Explorer, tree: TreeView, row: number): void {
	const target = tree.top + row;
	if (tree.editor || row < 0 || target >= tree.rows.length) return;
	if (target === tree.selected) explorer.act('read-from-tree');
	else tree.move(target - tree.selected);
}

/** How many sessions further, or back, a row is. */
function stepsBetween(rows: readonly ListRow[], from: number, to: number): number {
	const between = rows.slice(Math.min(from, to), Math.max(from, to));
	return Math.sign(to - from) * between.filter(({kind}) => kind === 'session').length;
}

function clickMenu(explorer: Explorer, menu: Menu, row: number): void {
	const {bodyRows} = explorer.layout;
	const rows = menuRows(menu, bodyRows);
	const {first, height} = itemsInSight(menu, rows);
	// Above the items are a title and, where one can type, a line for that.
	const at = row - (bodyRows - rows) - (menu.editor ? 2 : 1);
	if (row < bodyRows - rows) explorer.act('menu-cancel');
	else if (at >= 0 && at < height && first + at < menu.items.length) {
		menu.move(first + at - menu.index);
		explorer.act('menu-choose');
	}
}

function isInPreview({layout}: Explorer, {column, row}: Pointed): boolean {
	const {preview, list, rows, bodyRows} = layout;
	if (!preview) return false;
	return preview.side === 'right' ? column > list.columns : row > rows - 2 - bodyRows + list.rows;
}
