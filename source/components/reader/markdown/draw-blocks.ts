import type {Line, Span} from '../../theme.ts';
import {drawFencedCode, drawIndentedCode} from './code-lines.ts';
import {isHeading, isQuote} from './doubts.ts';
import {inlinePieces} from './inline-pieces.ts';
import {itemOf, widestMark} from './list-items.ts';
import type {Page} from './page.ts';
import {childrenOf, type Node} from './parse-markdown.ts';
import {drawTable} from './table-lines.ts';

/** Containers inside of each other beyond this are drawn as they stand. */
const deepest = 16;

/** Draws what a document, a quote or an item holds. */
export function drawBlocks(page: Page, blocks: readonly Node[]): void {
	for (const block of blocks) drawBlock(page, block);
}

function drawBlock(page: Page, node: Node): void {
	const {name} = node;
	page.comeTo(node.from);
	if (page.containers.depth > deepest) page.addAsItStands(node);
	else if (name === 'Paragraph') drawText(page, node, node.from, node.to);
	else if (name.startsWith('ATXHeading')) drawHeading(page, node, Number(name.slice(-1)));
	else if (name.startsWith('SetextHeading')) drawUnderlined(page, node);
	else if (name === 'Blockquote') drawQuote(page, node);
	else if (name === 'BulletList' || name === 'OrderedList') drawList(page, node);
	else if (name === 'FencedCode') drawFencedCode(page, node);
	else if (name === 'CodeBlock') drawIndentedCode(page, node);
	else if (name === 'HorizontalRule') drawRule(page, node);
	else if (name === 'Table') drawTable(page, node);
	// HTML, comments, and whatever the parser may find that we do not know.
	else page.addAsItStands(node);
	page.finish(node.to);
}

function drawText(page: Page, node: Node, from: number, to: number, role?: Span['role']): void {
	page.addText(inlinePieces(node, from, to, page.options, role), from);
}

function drawHeading(page: Page, node: Node, level: number): void {
	const {text, tones} = page.options;
	const role = tones.of(level > 2 ? 'strong' : 'heading');
	const [open, close] = isHeading(text, node.from, node.to, level) ? node.getChildren('HeaderMark') : [];
	let from = open?.to ?? node.from;
	let to = close?.from ?? node.to;
	while (from < to && isBlank(text[from]!)) from++;
	while (from < to && isBlank(text[to - 1]!)) to--;
	drawText(page, node, from, to, role);
}

/** A heading by what stands below it; which may as well be a rule of a log, and is drawn in any case. */
function drawUnderlined(page: Page, node: Node): void {
	const {text, tones} = page.options;
	const underline = node.getChild('HeaderMark');
	const end = underline ? page.lineStartOf(underline.from) - 1 : node.to;
	const isOneLine = !text.slice(node.from, end).includes('\n');
	drawText(page, node, node.from, end, isOneLine ? tones.of('heading') : undefined);
	if (underline) {
		const line = {text: text.slice(underline.from, underline.to), at: underline.from, role: tones.of('dim')};
		page.addText([line], underline.from);
	}
}

function drawRule(page: Page, {from, to}: Node): void {
	const {text, hasTypedMarks} = page.options;
	if (hasTypedMarks) page.addText([{text: text.slice(from, to), at: from, role: 'dim'}], from);
	else page.addFitting([{text: '─'.repeat(page.room), role: 'dim'}]);
}

function drawQuote(page: Page, node: Node): void {
	const {text, hasTypedMarks} = page.options;
	if (!isQuote(text, node.from)) {
		page.addAsItStands(node);
		return;
	}
	const bar: Line = [{text: hasTypedMarks ? '> ' : '│ ', role: 'dim'}];
	const contentAt = node.from + (/[ \t]/.test(text[node.from + 1] ?? '') ? 2 : 1);
	const lineStart = page.lineStartOf(node.from);
	page.containers.enter({kind: 'quote', lineStart, contentAt, indent: 0, first: bar, rest: bar});
	const blocks = childrenOf(node).filter(({name}) => name !== 'QuoteMark');
	if (blocks.length === 0) page.addFitting([]);
	drawBlocks(page, blocks);
	page.containers.leave();
}

function drawList(page: Page, list: Node): void {
	const items = list.getChildren('ListItem');
	const widest = widestMark(items);
	for (const item of items) {
		page.comeTo(item.from);
		drawItem(page, item, widest);
	}
}

function drawItem(page: Page, item: Node, widest: number): void {
	const {container, task, blocks} = itemOf(page, item, widest);
	page.containers.enter(container);
	if (task) {
		page.comeTo(task.from);
		drawText(page, task, container.contentAt, task.to);
		page.finish(task.to);
	} else if (blocks.length === 0) page.addFitting([]);
	drawBlocks(page, blocks);
	page.containers.leave();
}

function isBlank(unit: string): boolean {
	return unit === ' ' || unit === '\t';
}
