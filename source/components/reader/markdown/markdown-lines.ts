import {isMarkdown} from '../../../text/is-markdown.ts';
import {wrap} from '../../../text/wrap.ts';
import type {Line, Role} from '../../theme.ts';
import {drawBlocks} from './draw-blocks.ts';
import {Page} from './page.ts';
import {childrenOf, parseMarkdown} from './parse-markdown.ts';
import {tonesOf} from './tones.ts';

export type MarkdownOptions = {
	/** Of everything that has no role of its own. */
	readonly base?: Role;
	/** A person typed it: what may be a mark and may be meant as it stands is left alone more often. */
	readonly isTyped?: boolean;
};

/**
 * A sanitized text as lines no wider than so many columns, its Markdown drawn. Line breaks of the text stay, and so does
 * every character that is no mark. Spans know where in the text they stand, unless all of it is plain.
 */
export function markdownLines(text: string, columns: number, {base, isTyped = false}: MarkdownOptions = {}): Line[] {
	if (!isMarkdown(text)) return wrap(text, columns).map(line => [{text: line, role: base}]);
	// Where + is among the marks of lists they may be those of a change to a file.
	const hasTypedMarks = isTyped || /^[ \t>]*\+ /m.test(text);
	const page = new Page({text, columns: Math.max(1, columns), tones: tonesOf(base), hasTypedMarks});
	drawBlocks(page, childrenOf(parseMarkdown(text)));
	return page.lines;
}
