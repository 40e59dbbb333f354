/** Each part of a session as Markdown. Every piece begins at the margin and ends with a line of its own. */
import type {Entry} from '../../model/entry.ts';
import {decodeBytes} from '../../text/byte-text.ts';
import {plural} from '../../text/figures.ts';
import type {Diff} from '../../text/patch/diff.ts';
import {sanitizeLine} from '../../text/sanitize.ts';
import {visible} from '../../text/visible.ts';
import {words} from '../../text/words.ts';
import {capital, forkWords} from '../parts/facts.ts';
import {noteName, type Part} from '../parts/parts.ts';
import type {Stretches} from '../parts/stretches.ts';
import {type ToolView, toolView} from '../parts/tool-view.ts';
import {firstWords, mediaWords, utcTime} from '../parts/words.ts';
import {around, block, details, detailsClosing, detailsOpening, fence, html, inlineCode, plain} from './escape.ts';
import {printedProse, prose, quotedProse} from './prose.ts';

/** A change of more lines is folded. */
const shortDiff = 40;
const shortNote = 3;
const longOutput = 4096;

/** Everything but prompts, whose headings need their number, and tools, which may be several pieces. */
export function partMarkdown(part: Exclude<Part, {kind: 'prompt' | 'tool'}>, stretches: Stretches): string {
	switch (part.kind) {
		case 'answer':
			return answerMarkdown(part.entry);
		case 'thinking':
			return details(`Thinking · ${plural(words(part.entry.text), 'word')}`, prose(part.entry.text));
		case 'compaction':
			return compactionMarkdown(part.entry, part.words);
		case 'summary':
			return details(`Summary of what came before · ${plural(words(part.entry.text), 'word')}`, prose(part.entry.text));
		case 'note':
			return noteMarkdown(part.entry);
		case 'named':
			return `*Named:* ${plain(visible(part.entry.text))}\n`;
		case 'unknown':
			return details(`Unknown record <code>${html(noteName(part.entry))}</code>`, fence(visible(part.entry.text)));
		case 'fork':
			return `> **Fork.** ${forkWords(stretches, part.fork, part.shown)}\n`;
	}
}

/** A prompt, from behind the number in its heading on. */
export function promptMarkdown(entry: Entry, words: string): string {
	const time = utcTime(entry.timestamp);
	const heading = ` ${plain(words)}\n`;
	const text = quotedProse(entry.text);
	return `${heading}${time === '' ? '' : `\n*${time} UTC*\n`}${below(text)}${below(mediaMarkdown(entry))}`;
}

/** Between two texts of which the second might be taken for a part of the first. */
export const setApart = '<!-- -->\n\n';

/** Who speaks, where that changes. */
export function modelNote(model: string): string {
	return `*Model: ${plain(model)}*\n\n`;
}

/** What a prompt is called; one may be nothing but a picture. */
export function promptWords({text, media}: Entry): string {
	return firstWords(text) || (media?.length ? mediaWords(media[0]!) : '(empty)');
}

function answerMarkdown(entry: Entry): string {
	const text = joined(prose(entry.text), mediaMarkdown(entry));
	if (entry.isError) return `**✗ Error**\n\n${text}`;
	return entry.isSidechain ? details(`Sub-agent · ${plural(words(entry.text), 'word')}`, text) : text;
}

/** A text that is written as the bytes it is. */
export type Inked = string | {readonly bytes: string};

/** One piece as a rule; to put a long output into one would be to copy it. */
export function toolMarkdown(
	{call, result}: Extract<Part, {kind: 'tool'}>,
	cwd: string | undefined,
): readonly [string, ...Inked[]] {
	const view = toolView(call, result, cwd);
	const {name, subject, outcome, body, diff, output, isBytes, formatted} = view;
	const asked = /\S/.test(body) ? block(body, diff ? 'diff' : '') : '';
	if (asked === '' && output === '' && formatted === undefined) return [toolLine(view)];
	// Nothing in them has to be made visible any more, and each of them is one line.
	let head = `<b>${html(name)}</b>`;
	if (subject !== '') head += ` <code>${html(subject)}</code>`;
	for (const each of outcome) head += ` · ${html(each)}`;
	if (formatted !== undefined) return [details(head, prose(formatted))];
	const opening = detailsOpening(head, diff !== undefined && lineCount(diff) <= shortDiff);
	if (output === '') return [`${opening}${asked}${detailsClosing}`];
	const above = asked === '' ? opening : `${opening}${asked}\n\n`;
	const isDone = diff !== undefined && !view.isError;
	if (isDone && !output.includes('\n')) return [`${above}${doneMarkdown(view)}${detailsClosing}`];
	const [begin, end] = around(output);
	const first = `${above}${isDone ? detailsOpening('Output') : ''}${begin}`;
	const last = `${end}${isDone ? detailsClosing.trimEnd() : ''}${detailsClosing}`;
	if (isBytes) return [first, {bytes: output}, last];
	return output.length < longOutput ? [first + output + last] : [first, output, last];
}

/** A tool of which there is nothing to unfold. In a line of a list Markdown is read, unlike in a summary. */
function toolLine({name, subject, outcome}: ToolView): string {
	const about = subject === '' ? '' : ` ${inlineCode(subject)}`;
	return `- <b>${plain(name)}</b>${about}${outcome.map(each => ` ${plain(`· ${each}`)}`).join('')}\n`;
}

/** What an edit says is that it was done, on one line as a rule. */
function doneMarkdown({output, isBytes}: ToolView): string {
	return plain(visible(isBytes ? decodeBytes(output) : output));
}

function lineCount(diff: Diff['runs']): number {
	let lines = 0;
	for (const {count} of diff) lines += count;
	return lines;
}

function compactionMarkdown({text}: Entry, line: string): string {
	const summary = text.trim();
	const isSaid = summary === '' || summary === 'Conversation compacted';
	const rule = `**${plain(line)}**\n`;
	return isSaid ? rule : `${rule}\n${details(`Summary · ${plural(words(summary), 'word')}`, prose(text))}`;
}

function noteMarkdown(entry: Entry): string {
	const name = capital(noteName(entry));
	const lines = entry.text.trim().split('\n').length;
	const mark = entry.isError ? '✗ ' : '';
	const media = mediaMarkdown(entry);
	if (entry.isError || lines <= shortNote) {
		return `*${mark}${plain(name)}*\n${below(quotedProse(entry.text))}${below(media)}`;
	}
	return details(`${mark}${html(name)} · ${plural(lines, 'line')}`, [printedProse(entry.text), media].join('\n'));
}

/** Two pieces, of which either may be empty. */
function joined(first: string, second: string): string {
	return first === '' ? second : `${first}${below(second)}`;
}

function below(piece: string): string {
	return piece === '' ? '' : `\n${piece}`;
}

function mediaMarkdown({media}: Entry): string {
	if (!media?.length) return '';
	return media.map(each => `*[${plain(sanitizeLine(mediaWords(each)))}]*\n`).join('\n');
}
