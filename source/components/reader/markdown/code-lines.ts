import type {Role, Span} from '../../theme.ts';
import {skipIndent} from './containers.ts';
import {highlight} from './highlight.ts';
import type {Page} from './page.ts';
import type {Node} from './parse-markdown.ts';

/** A line of code: its text, and where that stands. */
type CodeLine = {readonly text: string; readonly at: number};

export function drawFencedCode(page: Page, node: Node): void {
	const {text, tones} = page.options;
	const [open, close] = node.getChildren('CodeMark');
	const info = node.getChild('CodeInfo');
	const firstLine = page.lineStartOf(node.from);
	const fenceIndent = node.from - page.containers.contentStart(firstLine).at;
	const end = close ? page.lineStartOf(close.from) - 1 : node.to;
	const lines = codeLines(page, endOfLine(text, open?.to ?? node.from) + 1, end, fenceIndent);
	const indent = indentFor(page);
	if (info) {
		const name: Span = {text: text.slice(info.from, info.to), at: info.from, role: tones.of('dim')};
		page.addLine([{text: indent}, name]);
	}
	const language = info ? text.slice(info.from, info.to) : '';
	drawCode(page, lines, languageOf(language), indent);
	if (!info && lines.length === 0) page.addFitting([]);
}

export function drawIndentedCode(page: Page, node: Node): void {
	// Where it stands in the text: it may be a part of something that is no code.
	const indent = indentFor(page) === '' ? '' : '    ';
	drawCode(page, codeLines(page, page.lineStartOf(node.from), node.to, 4), '', indent);
}

/** A little to the right of the text around it, where there is room. */
function indentFor(page: Page): string {
	return page.room >= 24 ? '  ' : '';
}

function codeLines(page: Page, from: number, to: number, indent: number): CodeLine[] {
	const {text} = page.options;
	const lines: CodeLine[] = [];
	for (let start = from; start <= to && start <= text.length; ) {
		const end = Math.min(to, endOfLine(text, start));
		const at = Math.min(end, skipIndent(text, page.containers.contentStart(start).at, indent));
		lines.push({text: text.slice(at, end), at});
		start = end + 1;
	}
	return lines;
}

/** `ts`, `{.python}`, `js title="x"`: the first word. */
function languageOf(info: string): string {
	return /^[{.\s]*([\w+#-]*)/.exec(info)![1]!.toLowerCase();
}

function drawCode(page: Page, lines: readonly CodeLine[], language: string, indent: string): void {
	const {tones} = page.options;
	const isBright = tones.text === undefined;
	if (isBright && /^(?:diff|patch|udiff)$/.test(language)) {
		for (const {text, at} of lines) page.addCode(text === '' ? [] : [{text, at, role: diffRole(text)}], indent);
		return;
	}
	const spans = isBright ? highlight(lines.map(({text}) => text).join('\n'), language) : undefined;
	let offset = 0;
	let next = 0;
	for (const line of lines) {
		const end = offset + line.text.length;
		const pieces: Span[] = [];
		let at = offset;
		const push = (to: number, role: Role | undefined) => {
			if (to > at) pieces.push({text: line.text.slice(at - offset, to - offset), at: line.at + at - offset, role});
			at = Math.max(at, to);
		};
		while (spans && next < spans.length && spans[next]!.start < end) {
			const span = spans[next]!;
			push(Math.min(span.start, end), tones.text);
			push(Math.min(span.end, end), span.role);
			// It may go on in the next line.
			if (span.end > end) break;
			next++;
		}
		push(end, tones.text);
		page.addCode(pieces, indent);
		offset = end + 1;
	}
}

function diffRole(line: string): Role | undefined {
	if (/^(?:\+\+\+|---|diff |index |@@)/.test(line)) return 'dim';
	return line.startsWith('+') ? 'added' : line.startsWith('-') ? 'removed' : undefined;
}

function endOfLine(text: string, from: number): number {
	const end = text.indexOf('\n', from);
	return end < 0 ? text.length : end;
}
