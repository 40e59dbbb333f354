/** Each part of a session as Markdown. Every piece begins at the margin and ends with a line of its own. */
import type {Entry} from '../../model/entry.ts';
import {plural, words} from '../../text/figures.ts';
import {sanitizeLine} from '../../text/sanitize.ts';
import {visible} from '../../text/visible.ts';
import {capital, forkWords} from '../parts/facts.ts';
import {noteName, type Part} from '../parts/parts.ts';
import type {Stretches} from '../parts/stretches.ts';
import {type ToolView, toolView} from '../parts/tool-view.ts';
import {firstWords, mediaWords, utcTime} from '../parts/words.ts';
import {details, fence, html, plain} from './escape.ts';
import {prose, quotedProse} from './prose.ts';

/** A change of more lines is folded. */
const shortDiff = 40;
const shortNote = 3;

/** What a part needs to know of the session. */
export type Around = {
	readonly stretches: Stretches;
	readonly cwd?: string;
};

/** Everything but prompts, whose headings need their number. */
export function partMarkdown(part: Exclude<Part, {kind: 'prompt'}>, {stretches, cwd}: Around): string {
	const {entry} = part;
	switch (part.kind) {
		case 'answer':
			return answerMarkdown(entry);
		case 'thinking':
			return details(`Thinking · ${plural(words(entry.text), 'word')}`, prose(entry.text));
		case 'tool':
			return toolMarkdown(toolView(part.call, part.result, cwd));
		case 'compaction':
			return compactionMarkdown(entry, part.words);
		case 'summary':
			return details(`Summary of what came before · ${plural(words(entry.text), 'word')}`, prose(entry.text));
		case 'note':
			return noteMarkdown(entry);
		case 'named':
			return `*Named:* ${plain(visible(entry.text))}\n`;
		case 'unknown':
			return details(`Unknown record <code>${html(noteName(entry))}</code>`, fence(visible(entry.text)));
		case 'fork':
			return `> **Fork.** ${forkWords(stretches, part.fork, part.shown)}\n`;
	}
}

export function promptMarkdown(entry: Entry, label: string, anchor: string): string {
	const time = utcTime(entry.timestamp);
	const heading = `## <a id="${anchor}"></a>${label} ${plain(promptWords(entry))}\n`;
	const text = quotedProse(entry.text);
	return [heading, ...(time === '' ? [] : [`*${time} UTC*\n`]), text, mediaMarkdown(entry)]
		.filter(piece => piece !== '')
		.join('\n');
}

/** What a prompt is called; one may be nothing but a picture. */
export function promptWords({text, media}: Entry): string {
	return firstWords(text) || (media?.length ? mediaWords(media[0]!) : '(empty)');
}

function answerMarkdown(entry: Entry): string {
	const text = [prose(entry.text), mediaMarkdown(entry)].filter(piece => piece !== '').join('\n');
	if (entry.isError) return `**✗ Error**\n\n${text}`;
	return entry.isSidechain ? details(`Sub-agent · ${plural(words(entry.text), 'word')}`, text) : text;
}

function toolMarkdown(view: ToolView): string {
	const {name, subject, outcome, body, diff, output} = view;
	const head = [
		`<b>${html(visible(name))}</b>${subject === '' ? '' : ` <code>${html(visible(subject))}</code>`}`,
		...outcome.map(each => html(visible(each))),
	].join(' · ');
	const lines = (diff ?? []).reduce((sum, {count}) => sum + count, 0);
	const pieces = [
		...(body.trim() === '' ? [] : [fence(body, diff ? 'diff' : '')]),
		...(output === '' || (diff && !view.isError) ? [] : [fence(output)]),
	];
	// What an edit says is that it was done.
	if (diff && !view.isError && output !== '')
		pieces.push(output.includes('\n') ? details('Output', fence(output)) : `${plain(visible(output))}\n`);
	if (pieces.length === 0) return `- ${head}\n`;
	return details(head, pieces.join('\n'), diff !== undefined && lines <= shortDiff);
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
		return [`*${mark}${plain(name)}*\n`, quotedProse(entry.text), media].filter(piece => piece !== '').join('\n');
	}
	return details(`${mark}${html(name)} · ${plural(lines, 'line')}`, [prose(entry.text), media].join('\n'));
}

function mediaMarkdown({media = []}: Entry): string {
	return media.map(each => `*[${plain(sanitizeLine(mediaWords(each)))}]*\n`).join('\n');
}
