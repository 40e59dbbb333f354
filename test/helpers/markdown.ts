/** Markdown as it is drawn, and what must hold of every drawing. */
import {expect} from 'vitest';
import {type MarkdownOptions, markdownLines} from '../../source/components/reader/markdown/markdown-lines.ts';
import type {Line, Role} from '../../source/components/theme.ts';
import {isMarkdown} from '../../source/text/is-markdown.ts';
import {widthOf} from '../../source/text/width.ts';

export function drawn(text: string, columns = 40, options: MarkdownOptions = {}): string[] {
	return markdownLines(text, columns, options).map(lineText);
}

export function lineText(line: Line): string {
	return line.map(({text}) => text).join('');
}

/** The pieces that have a role, with it. */
export function roles(text: string, columns = 80, options: MarkdownOptions = {}): Array<[string, Role]> {
	return markdownLines(text, columns, options).flatMap(line =>
		line.flatMap(({text: piece, role}): Array<[string, Role]> => (role === undefined ? [] : [[piece, role]])),
	);
}

/** No line is too wide, each piece stands where it says, and every word is drawn that is not the address of a link. */
export function checkDrawing(text: string, columns: number, options: MarkdownOptions = {}): void {
	const about = `${JSON.stringify(text.slice(0, 300))} in ${columns} columns`;
	const lines = markdownLines(text, columns, options);
	const seen = new Uint8Array(text.length);
	for (const line of lines) {
		const row = lineText(line);
		if (widthOf(row) > columns) expect.fail(`${widthOf(row)} columns: ${JSON.stringify(row)}, ${about}`);
		if (/[\n\t]/.test(row)) expect.fail(`a control in ${JSON.stringify(row)}, ${about}`);
		for (const {text: piece, at} of line) {
			if (at === undefined) continue;
			const source = text.slice(at, at + piece.length);
			if (source !== piece && !(piece === ' ' && source === '\t')) expect.fail(`${piece} is not ${source}, ${about}`);
			seen.fill(1, at, at + piece.length);
		}
	}
	if (!isMarkdown(text)) expect(visible(lines.map(lineText).join('')), about).toBe(visible(text));
	else for (const word of undrawnWords(text, seen)) expect.fail(`${word} is not drawn, ${about}`);
}

function visible(text: string): string {
	return text.replace(/[\s\u200C\u200D]/g, '');
}

function undrawnWords(text: string, seen: Uint8Array): string[] {
	const addresses = Array.from(text.matchAll(/\]\(\s*<?[^\s)]*/g), ({0: piece, index}) => [
		index,
		index + piece.length,
	]);
	const words = text.matchAll(/[\p{L}\p{N}]+/gu);
	return Array.from(words).flatMap(({0: word, index}) => {
		const isAddress = addresses.some(([from, to]) => index >= from! && index + word.length <= to!);
		return isAddress || seen.subarray(index, index + word.length).every(Boolean) ? [] : [word];
	});
}
