/** Prose that has to be understood by a parser before it can be changed. */
import {Autolink, type MarkdownParser, parser, Strikethrough, Table, TaskList} from '@lezer/markdown';
import {deeper, definition, tag} from './prose-signs.ts';
import {staysInside} from './stays-inside.ts';

type Node = ReturnType<MarkdownParser['parse']>['topNode'];
type Edit = {readonly at: number; readonly insert: string; readonly remove?: number};

/** But for addresses. */
const tags = new RegExp(`${tag.source}(?!https?://[^\\s<>\`]*>)`, 'g');
const definitions = new RegExp(definition, 'gm');
/** A line of nothing but these. */
const underline = /^([ \t>]*)(-+|=+)[ \t]*$/gm;

/** Made when the first text needs it. */
let ofAll: MarkdownParser | undefined;
let ofBlocks: MarkdownParser | undefined;

/**
 * undefined: parsers do not agree on everything, and what is understood in two ways is shown in none. What stands within
 * lines matters only where it may be HTML or code, and to look at it takes longer than all the rest.
 */
export function editParsed(text: string, keepsLines: boolean, isInline = tag.test(text)): string | undefined {
	const edits: Edit[] = [];
	const end = edit(text, parserFor(isInline).parse(text).topNode, edits, keepsLines);
	if (end === undefined) return undefined;
	const result = `${apply(text, edits)}${end}\n`;
	return staysInside(result, isInline) ? result : undefined;
}

/** HTML and underlined headings are not known to it: they will not be there any more. */
function parserFor(isInline: boolean): MarkdownParser {
	if (!isInline) {
		ofBlocks ??= parser.configure([Table, {remove: [...unknown, ...inlines]}]);
		return ofBlocks;
	}
	ofAll ??= parser.configure([Table, TaskList, Autolink, Strikethrough, {remove: unknown}]);
	return ofAll;
}

const unknown = ['HTMLBlock', 'HTMLTag', 'SetextHeading', 'LinkReference'];
const inlines = ['Escape', 'Entity', 'InlineCode', 'Emphasis', 'HardBreak', 'Link', 'Image', 'LinkEnd'];

/** Finds what has to change; gives what has to stand at the end, if anybody can tell. */
function edit(text: string, root: Node, edits: Edit[], keepsLines: boolean): string | undefined {
	const codes: Range[] = [];
	const blocks: Range[] = [];
	const rules = new Set<number>();
	const walk = (node: Node) => {
		const {name, from, to} = node;
		if (name === 'FencedCode' || name === 'CodeBlock' || name === 'InlineCode') {
			codes.push([from, to]);
			// What is code within a line is found after the lines were told apart.
			if (name !== 'InlineCode') blocks.push([from, to]);
			return;
		}
		if (name.startsWith('ATXHeading')) deepen(node, edits);
		if (name === 'HorizontalRule') rules.add(from);
		if ((name === 'Paragraph' || name === 'Task') && keepsLines) keepLines(text, node, edits);
		for (let child = node.firstChild; child; child = child.nextSibling) walk(child);
	};
	walk(root);
	editUnderlines(text, withinAny(blocks), rules, edits);
	editDefinitions(text, withinAny(blocks), edits);
	const isCode = withinAny(codes);
	for (const {index} of text.matchAll(tags)) if (!isCode(index)) edits.push({at: index, insert: '&lt;', remove: 1});
	return closing(text, root.lastChild);
}

type Range = readonly [number, number];

/** Tells of places, which must come in their order, whether they lie in one of the ranges. */
function withinAny(ranges: readonly Range[]): (at: number) => boolean {
	let next = 0;
	return at => {
		while (next < ranges.length && ranges[next]![1] <= at) next++;
		return next < ranges.length && ranges[next]![0] <= at;
	};
}

function deepen({name, from}: Node, edits: Edit[]): void {
	const level = Number(name.slice('ATXHeading'.length));
	edits.push({at: from, insert: deeper(level)});
}

/** What stands below a line of text would make a heading of it: `---` is kept a line across, anything else is text. */
function editUnderlines(
	text: string,
	isCode: (at: number) => boolean,
	rules: ReadonlySet<number>,
	edits: Edit[],
): void {
	for (const {0: line, 1: before, 2: marks, index} of text.matchAll(underline)) {
		const at = index + line.indexOf(marks!, before!.length);
		const end = text.lastIndexOf('\n', index - 1);
		const above = end < 0 && index === 0 ? '' : text.slice(text.lastIndexOf('\n', index - 2) + 1, index - 1);
		if (!/[^ \t>]/.test(above) || isCode(at)) continue;
		if (rules.has(at)) edits.push({at: at + marks!.length - 1, insert: ' '});
		else edits.push({at, insert: '\\'});
	}
}

/** The address of a link is good for the whole document, and is not seen itself: here it is a text like any other. */
function editDefinitions(text: string, isCode: (at: number) => boolean, edits: Edit[]): void {
	for (const {0: start, index} of text.matchAll(definitions)) {
		const at = index + start.length - 1;
		if (!isCode(at)) edits.push({at, insert: '\\'});
	}
}

function keepLines(text: string, {from, to}: Node, edits: Edit[]): void {
	for (let end = text.indexOf('\n', from); end >= 0 && end < to; end = text.indexOf('\n', end + 1))
		if (!text.startsWith('  ', end - 2)) edits.push({at: end, insert: '  '});
}

/** In a list or a quote the end of that is the end of its code. undefined: not everybody agrees where the code begins. */
function closing(text: string, last: Node | null): string | undefined {
	if (last?.name !== 'FencedCode') return '';
	const [open, ...more] = last.getChildren('CodeMark');
	if (!open || more.length > 0) return '';
	const isAtMargin = open.from === 0 || text[open.from - 1] === '\n';
	return isAtMargin ? `\n${text.slice(open.from, open.to)}` : undefined;
}

function apply(text: string, edits: Edit[]): string {
	if (edits.length === 0) return text;
	edits.sort((a, b) => a.at - b.at);
	let result = '';
	let from = 0;
	for (const {at, insert, remove = 0} of edits) {
		result += text.slice(from, at) + insert;
		from = at + remove;
	}
	return result + text.slice(from);
}
