/**
 * Markdown of an answer as HTML. What is HTML in it is shown as text; pictures elsewhere are links, because a page loads
 * nothing; links go to the web or to nothing.
 */
import MarkdownIt, {type Token} from 'markdown-it';
import {isHardMarkdown} from '../../text/is-markdown.ts';
import {visible} from '../../text/visible.ts';
import type {ColourCode} from './code-html.ts';
import {escapeHtml} from './escape.ts';
import {keepSpareCells} from './spare-cells.ts';

export type MarkdownToHtml = (text: string) => string;

const longest = 256 * 1024;
const onTheWeb = /^(?:https?:|mailto:)/i;

export function markdownToHtml(colour: ColourCode): MarkdownToHtml {
	const markdown = new MarkdownIt({html: false, linkify: true});
	markdown.linkify.set({fuzzyLink: false, fuzzyEmail: false});
	keepSpareCells(markdown);
	const {rules} = markdown.renderer;
	rules.heading_open = (tokens, at) => `<${headingTag(tokens[at]!.tag)}>`;
	rules.heading_close = (tokens, at) => `</${headingTag(tokens[at]!.tag)}>\n`;
	rules.fence = (tokens, at) => {
		const {content, info} = tokens[at]!;
		const [language = ''] = info.trim().split(/[\s,{]/, 1);
		const told = info.trim() === '' ? '' : ` data-l="${escapeHtml(info.trim())}"`;
		return `<pre><code${told}>${colour(content, language.toLowerCase())}</code></pre>\n`;
	};
	rules.code_block = (tokens, at) => `<pre><code>${escapeHtml(tokens[at]!.content)}</code></pre>\n`;
	rules.table_open = () => '<div class="wide"><table>\n';
	rules.table_close = () => '</table></div>\n';
	rules.th_open = (tokens, at) => cellStart(tokens[at]!);
	rules.td_open = (tokens, at) => cellStart(tokens[at]!);
	rules.link_open = (tokens, at) => linkStart(addressOf(tokens[at]!));
	rules.link_close = (tokens, at) => {
		// Links do not stand in each other.
		const open = tokens.slice(0, at).findLast(({type}) => type === 'link_open');
		return linkEnd(open ? addressOf(open) : '');
	};
	rules.image = (tokens, at) => {
		const {content} = tokens[at]!;
		const address = String(tokens[at]!.attrGet('src') ?? '');
		return `${linkStart(address)}[image${content === '' ? '' : `: ${escapeHtml(content)}`}]${linkEnd(address)}`;
	};
	return text => {
		const shown = visible(text);
		if (shown.length > longest || isHardMarkdown(shown)) return `<pre class="wrap">${escapeHtml(shown)}</pre>`;
		return markdown.render(shown);
	};
}

/** A place that is not on the web is only told. */
function linkStart(address: string): string {
	const place = escapeHtml(address);
	return onTheWeb.test(address) ? `<a href="${place}" rel="noreferrer noopener">` : `<span title="${place}">`;
}

function linkEnd(address: string): string {
	return onTheWeb.test(address) ? '</a>' : '</span>';
}

function addressOf(token: Token): string {
	return String(token.attrGet('href') ?? '');
}

/** Styles of elements are forbidden in the page: how a column is aligned is a class. */
function cellStart(token: Token): string {
	const [, side] = /text-align:(right|center)/.exec(String(token.attrGet('style') ?? '')) ?? [];
	return `<${token.tag}${side === undefined ? '' : ` class="${side}"`}>`;
}

/** The page has levels of its own above. */
function headingTag(tag: string): string {
	return `h${Math.min(6, Number(tag.slice(1)) + 2)}`;
}
