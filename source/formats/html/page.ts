/**
 * The shell of a page: one file that loads nothing. Everything between is HTML that the caller answers for; elements of
 * the class `part` are searched, `details` are folded, see `page-style.ts` for the rest.
 */
import {createHash} from 'node:crypto';
import {sanitizeLine} from '../../text/sanitize.ts';
import {escapeHtml} from './escape.ts';
import {pageScript} from './page-script.ts';
import {pageStyle} from './page-style.ts';

export type Page = {
	readonly title: string;
	/** Where to go within the page: HTML of a list of links. Known at last, so it stands at the end. */
	readonly outline?: () => string;
};

/** A document from its title and the pieces of its body. Streams. */
export async function* page(
	{title, outline}: Page,
	body: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<string> {
	yield pageStart(title);
	yield* body;
	yield pageEnd(outline?.());
}

function pageStart(title: string): string {
	const name = escapeHtml(sanitizeLine(title));
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy()}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="recollect">
<title>${name}</title>
<style>${pageStyle}</style>
<script>${pageScript}</script>
</head>
<body>
<div class="bar" role="search"><button type="button" class="menu" aria-label="Contents">☰</button><span class="name">${name}</span><input type="search" placeholder="Search" aria-label="Search this page" autocomplete="off" spellcheck="false"><output aria-live="polite"></output><button type="button" class="previous" aria-label="Previous hit">↑</button><button type="button" class="next" aria-label="Next hit">↓</button><button type="button" class="fold" aria-label="Unfold all"><span class="long">Unfold all</span><span class="short">±</span></button><button type="button" class="theme" aria-label="Dark">☾</button></div>
`;
}

function pageEnd(outline: string | undefined): string {
	return `${outline === undefined ? '' : `<nav class="outline" aria-label="Contents">${outline}</nav>\n`}</body>\n</html>\n`;
}

/** Nothing may be loaded, and nothing may run or style but what this file was made with. */
function policy(): string {
	const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
	return [
		`default-src 'none'`,
		'img-src data:',
		`style-src ${hash(pageStyle)}`,
		`script-src ${hash(pageScript)}`,
		`base-uri 'none'`,
		`form-action 'none'`,
	].join('; ');
}
