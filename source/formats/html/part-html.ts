/** Each part of a session as HTML. */
import type {Entry} from '../../model/entry.ts';
import {plural} from '../../text/figures.ts';
import type {Diff} from '../../text/patch/diff.ts';
import {words} from '../../text/words.ts';
import {capital, forkWords} from '../parts/facts.ts';
import {noteName, type Part} from '../parts/parts.ts';
import {describeStretch, type Stretches} from '../parts/stretches.ts';
import {type ToolView, toolView} from '../parts/tool-view.ts';
import {utcTime} from '../parts/words.ts';
import {escapeHtml} from './escape.ts';
import type {MarkdownToHtml} from './markdown-html.ts';
import type {MediaToHtml} from './media-html.ts';

export type Makers = {
	readonly stretches: Stretches;
	/** All branches are in the page, to choose from. */
	readonly hasSides: boolean;
	readonly cwd?: string;
	readonly markdown: MarkdownToHtml;
	readonly media: MediaToHtml;
};

/** A change of more lines is folded. */
const shortDiff = 40;
const shortNote = 3;

/** Everything but prompts, which have a number. */
export async function partHtml(part: Exclude<Part, {kind: 'prompt'}>, makers: Makers): Promise<string> {
	const {markdown} = makers;
	switch (part.kind) {
		case 'answer':
			return answerHtml(part.entry, makers);
		case 'thinking':
			return folded('think', `Thinking · ${plural(words(part.entry.text), 'word')}`, markdown(part.entry.text));
		case 'tool':
			return toolHtml(part.call, part.result, makers);
		case 'compaction':
			return compactionHtml(part.entry, part.words, makers);
		case 'summary':
			return folded(
				'note',
				`Summary of what came before · ${plural(words(part.entry.text), 'word')}`,
				markdown(part.entry.text),
			);
		case 'note':
			return noteHtml(part.entry, makers);
		case 'named':
			return `<p class="part note line">Named: ${escapeHtml(part.entry.text)}</p>\n`;
		case 'unknown':
			return folded(
				'note',
				`Unknown record <code>${escapeHtml(noteName(part.entry))}</code>`,
				codeHtml(part.entry.text),
			);
		case 'fork':
			return forkHtml(part, makers);
	}
}

export async function promptHtml(entry: Entry, number: number, anchor: string, makers: Makers): Promise<string> {
	const media = await makers.media(entry);
	const text = entry.text.trim() === '' ? '' : `<div class="text">${escapeHtml(entry.text.trim())}</div>\n`;
	return `<section class="prompt part" id="${anchor}">\n<h2><a href="#${anchor}">Prompt ${number}</a>${timeHtml(entry)}</h2>\n${text}${media}</section>\n`;
}

function timeHtml({timestamp}: Entry): string {
	const time = utcTime(timestamp);
	return time === '' ? '' : `<time datetime="${new Date(timestamp!).toISOString()}">${time} UTC</time>`;
}

async function answerHtml(entry: Entry, {markdown, media}: Makers): Promise<string> {
	const body = `${markdown(entry.text)}${await media(entry)}`;
	if (entry.isSidechain) return folded('think', `Sub-agent · ${plural(words(entry.text), 'word')}`, body);
	return `<div class="part answer${entry.isError ? ' error' : ''}">\n${body}</div>\n`;
}

async function toolHtml(call: Entry | undefined, result: Entry | undefined, makers: Makers): Promise<string> {
	const {cwd, media, markdown} = makers;
	const view = toolView(call, result, cwd);
	const {name, subject, outcome, diff, formatted} = view;
	const head = [
		`<b>${escapeHtml(name)}</b>${subject === '' ? '' : ` <code>${escapeHtml(subject)}</code>`}`,
		...outcome.map(each => (each.startsWith('✗') ? `<span class="fail">${escapeHtml(each)}</span>` : escapeHtml(each))),
	].join(' · ');
	const pieces = [
		...(formatted === undefined ? askedAndGiven(view) : [markdown(formatted)]),
		await media(call),
		await media(result),
	].filter(piece => piece !== '');
	if (pieces.length === 0) return `<p class="part tool1">${head}</p>\n`;
	const lines = (diff ?? []).reduce((sum, {count}) => sum + count, 0);
	return folded('tool', head, pieces.join(''), diff !== undefined && lines <= shortDiff);
}

function askedAndGiven({body, diff, isError, output}: ToolView): string[] {
	const isDone = diff && !isError;
	const asked = body.trim() === '' ? '' : diff ? diffHtml(body, diff) : codeHtml(body);
	if (output === '') return [asked];
	return [asked, isDone && !output.includes('\n') ? `<p class="note">${escapeHtml(output)}</p>\n` : codeHtml(output)];
}

function codeHtml(text: string): string {
	return `<pre>${escapeHtml(text)}</pre>\n`;
}

const classes = {same: '', removed: 'r', added: 'a', file: 'h', gap: 'h'} as const;

/** Runs of lines of one kind; each is a block of its own, so there is no end of line between them. */
export function diffHtml(text: string, runs: Diff['runs']): string {
	const lines = text.split('\n');
	let at = 0;
	const pieces = runs.map(({kind, count}) => {
		const shown = lines.slice(at, at + count).join('\n');
		at += count;
		const name = classes[kind];
		return `<span${name === '' ? '' : ` class="${name}"`}>${escapeHtml(shown === '' ? '⋯' : shown)}\n</span>`;
	});
	const rest = lines.slice(at).join('\n');
	return `<pre class="diff">${pieces.join('')}${escapeHtml(rest)}</pre>\n`;
}

function compactionHtml({text}: Entry, line: string, {markdown}: Makers): string {
	const summary = text.trim();
	const rule = `<div class="part boundary">${escapeHtml(line)}</div>\n`;
	if (summary === '' || summary === 'Conversation compacted') return rule;
	return rule + folded('note', `Summary · ${plural(words(summary), 'word')}`, markdown(text));
}

async function noteHtml(entry: Entry, {markdown, media}: Makers): Promise<string> {
	const name = escapeHtml(capital(noteName(entry)));
	const lines = entry.text.trim().split('\n').length;
	const images = await media(entry);
	const label = entry.isError ? `<span class="error">✗ ${name}</span>` : name;
	if (entry.isError || lines <= shortNote)
		return `<div class="part note line">${label}: <span class="text${entry.isError ? ' error' : ''}">${escapeHtml(entry.text.trim())}</span>${images}</div>\n`;
	return folded('note', `${label} · ${plural(lines, 'line')}`, markdown(entry.text) + images);
}

/** Where only one branch is in the page there is nothing to choose. */
function forkHtml({fork, shown}: Extract<Part, {kind: 'fork'}>, {stretches, hasSides}: Makers): string {
	const sides = stretches.sides[fork]!;
	const said = `<b>Fork</b><span class="words">${escapeHtml(forkWords(stretches, fork, shown))}</span>`;
	if (!hasSides) return `<div class="part fork one">${said}</div>\n`;
	const buttons = sides.map(side => {
		const name = escapeHtml(capital(describeStretch(side)));
		return `<button type="button" data-s="${side.number}" aria-pressed="${side === shown}">${name}</button>`;
	});
	return `<div class="fork" role="group" aria-label="Branches" data-f="${fork}" data-p="${sides[0]!.parent ?? 0}">${said}${buttons.join('')}</div>\n`;
}

export function folded(kind: string, summary: string, body: string, isOpen = false): string {
	return `<details class="part ${kind}"${isOpen ? ' open' : ''}><summary>${summary}</summary>\n<div class="body">${body}</div></details>\n`;
}
