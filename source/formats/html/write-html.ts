/** A session as one page that needs nothing else: all its branches, searched and folded in the browser. Streams. */
import {plural} from '../../text/figures.ts';
import type {Exported, Writer} from '../format.ts';
import {capital, factsOf, titleOf} from '../parts/facts.ts';
import {MediaNumbers} from '../parts/media-numbers.ts';
import {partsOf, type Tally} from '../parts/parts.ts';
import {describeStretch, type Stretch, type Stretches, stretchesOf} from '../parts/stretches.ts';
import {firstWords} from '../parts/words.ts';
import {codeColours} from './code-html.ts';
import {escapeHtml} from './escape.ts';
import {markdownToHtml} from './markdown-html.ts';
import {mediaToHtml} from './media-html.ts';
import {page} from './page.ts';
import {type Makers, partHtml, promptHtml} from './part-html.ts';

type Listed = {readonly anchor: string; readonly words: string; readonly stretch: Stretch; readonly number: number};

export const writeHtml: Writer = async function* (exported) {
	const stretches = stretchesOf(exported);
	const prompts: Listed[] = [];
	yield* page(
		{title: titleOf(exported.session), outline: () => outlineHtml(prompts)},
		body(exported, stretches, prompts),
	);
};

async function* body(exported: Exported, stretches: Stretches, prompts: Listed[]): AsyncGenerator<string> {
	const tally: Tally & {media: MediaNumbers} = {asides: 0, media: new MediaNumbers()};
	const hasSides = exported.branch === 'all' && stretches.sides.length > 0;
	const makers: Makers = {
		stretches,
		hasSides,
		cwd: exported.session.cwd,
		markdown: markdownToHtml(await codeColours()),
		media: mediaToHtml(exported, tally.media),
	};
	const numbers = new Map<number, number>();
	const started = new Set<number>();
	let open: Stretch | undefined;
	yield headHtml(exported, stretches);
	yield '<main>\n';
	for await (const part of partsOf(exported, stretches, tally)) {
		if (part.kind === 'named' && part.entry.text === exported.session.title) continue;
		if (hasSides && open !== part.stretch) {
			yield sideEnd(open) + sideStart(part.stretch, started);
			open = part.stretch;
		}
		if (part.kind === 'prompt') {
			const number = promptNumber(part.stretch, stretches, numbers);
			const anchor = `prompt-${prompts.length + 1}`;
			prompts.push({anchor, words: firstWords(part.entry.text) || '(no text)', stretch: part.stretch, number});
			yield await promptHtml(part.entry, number, anchor, makers);
		} else yield await partHtml(part, makers);
	}
	yield sideEnd(open);
	if (tally.asides > 0)
		yield `<p class="end">Left out: ${plural(tally.asides, 'record')} of the agent's own bookkeeping.</p>\n`;
	yield '</main>\n';
}

function headHtml(exported: Exported, stretches: Stretches): string {
	const facts = factsOf(exported, stretches).map(({name, value, isCode}) => {
		const shown = escapeHtml(value);
		return `<dt>${name}</dt><dd>${isCode ? `<code>${shown}</code>` : shown}</dd>\n`;
	});
	return `<header class="top part">\n<h1>${escapeHtml(titleOf(exported.session))}</h1>\n<dl class="facts">\n${facts.join('')}</dl>\n</header>\n`;
}

/** A side that is not the active one is folded where nothing can be chosen. */
function sideStart(stretch: Stretch, started: Set<number>): string {
	if (stretch.parent === undefined) return '';
	if (stretch.isActive) return `<div class="side on" data-s="${stretch.number}">\n`;
	const name = escapeHtml(capital(describeStretch(stretch))) + (started.has(stretch.number) ? ', more of it' : '');
	started.add(stretch.number);
	return `<details class="side" data-s="${stretch.number}"><summary>${name}</summary>\n`;
}

function sideEnd(stretch: Stretch | undefined): string {
	if (stretch?.parent === undefined) return '';
	return stretch.isActive ? '</div>\n' : '</details>\n';
}

/** Counted along each branch, so that both sides of a fork go on with the same number. */
function promptNumber(stretch: Stretch, {all}: Stretches, numbers: Map<number, number>): number {
	let number = 1 + (numbers.get(stretch.number) ?? 0);
	numbers.set(stretch.number, number);
	for (let at = stretch; at.parent !== undefined; at = all[at.parent]!) number += numbers.get(at.parent) ?? 0;
	return number;
}

function outlineHtml(prompts: readonly Listed[]): string {
	const items = prompts.map(
		({anchor, words, stretch, number}) =>
			`<li${stretch.number === 0 ? '' : ` data-s="${stretch.number}"`}><a href="#${anchor}">${number}. ${escapeHtml(words)}</a></li>\n`,
	);
	return `<h2>Prompts</h2>\n<ol>\n${items.join('')}</ol>`;
}
