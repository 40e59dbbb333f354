import type {Line, Span} from '../../theme.ts';
import {type Container, widthBetween} from './containers.ts';
import type {Page} from './page.ts';
import {childrenOf, type Node} from './parse-markdown.ts';

export type Item = {
	readonly container: Container;
	/** What is to be done; the box before it stands in the place of the mark. */
	readonly task?: Node;
	readonly blocks: readonly Node[];
};

/** Numbers stand with their ends one below the other. */
export function widestMark(items: readonly Node[]): number {
	return items.reduce((widest, item) => {
		const mark = item.getChild('ListMark');
		return mark ? Math.max(widest, mark.to - mark.from) : widest;
	}, 1);
}

export function itemOf(page: Page, item: Node, widest: number): Item {
	const {text} = page.options;
	const [mark = item, ...blocks] = childrenOf(item);
	const task = blocks[0]?.name === 'Task' ? blocks.shift() : undefined;
	const isNumbered = /\d/.test(text.slice(mark.from, mark.to));
	const box = isNumbered ? undefined : (task?.getChild('TaskMarker') ?? undefined);
	const lineStart = page.lineStartOf(mark.from);
	const parentAt = page.containers.contentStart(lineStart).at;
	const contentAt = skipBlanks(text, mark.to);
	const indent = widthBetween(text, parentAt, contentAt === mark.to ? contentAt + 1 : contentAt);

	const isEmpty = !task && blocks.length === 0;
	const sign = signOf(page, box ?? mark, isNumbered || box !== undefined || isEmpty);
	const before = ' '.repeat(indentOf(text, parentAt, mark.from) + (box ? 0 : Math.max(0, widest - sign.text.length)));
	const first: Line = before === '' ? [sign, space] : [{text: before}, sign, space];
	const rest: Line = [{text: ' '.repeat(before.length + sign.text.length + 1)}];
	const container = {kind: 'item', lineStart, indent, first, rest} as const;
	return {container: {...container, contentAt: box ? skipBlanks(text, box.to) : contentAt}, task, blocks};
}

const space: Span = {text: ' '};

/** The number, the box of a task, the mark that was typed, or a dot. */
function signOf(page: Page, {from, to}: Node, isLiteral: boolean): Span {
	const {text, tones, hasTypedMarks} = page.options;
	const typed = text.slice(from, to);
	const isDone = /^\[[^ ]\]$/.test(typed);
	if (isLiteral || hasTypedMarks) return {text: typed, at: from, role: tones.of(isDone ? 'added' : 'dim')};
	return {text: page.containers.depth % 2 === 0 ? '•' : '◦', role: 'dim'};
}

/** How far a list is indented in what it stands in: that says nothing to Markdown, but to whoever typed it. */
function indentOf(text: string, parentAt: number, markAt: number): number {
	const isBlank = text.slice(parentAt, markAt).trim() === '';
	return isBlank ? Math.min(widthBetween(text, parentAt, markAt), 8) : 0;
}

/** What an item holds begins behind the blanks, unless those belong to code. */
function skipBlanks(text: string, from: number): number {
	let at = from;
	while (text[at] === ' ' || text[at] === '\t') at++;
	if (text[at] === '\n' || at === text.length) return from;
	return at - from > 4 ? from + 1 : at;
}
