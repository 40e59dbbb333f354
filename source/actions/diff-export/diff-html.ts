/** A comparison as one page that loads nothing: side by side, words that differ marked, the files as patches. */
import {changedWords} from '../../compare/changed-words.ts';
import type {Hunk} from '../../compare/compare-steps.ts';
import {filesWords, fileWords, partingWords} from '../../compare/side-words.ts';
import type {Step} from '../../compare/step.ts';
import {escapeHtml} from '../../formats/html/escape.ts';
import {page} from '../../formats/html/page.ts';
import {plural} from '../../text/figures.ts';
import {clock} from '../../text/times.ts';
import {patchLines} from '../diff-text.ts';
import {
	changeText,
	type DiffDocument,
	diffTable,
	documentTitle,
	isSameCall,
	passagesOf,
	resultText,
	stepName,
	stepText,
	sumWords,
} from './diff-document.ts';

export async function* diffHtml(document: DiffDocument): AsyncGenerator<string> {
	yield* page({title: documentTitle(document)}, body(document));
}

function* body(document: DiffDocument): Generator<string> {
	const {compared, clean} = document;
	yield `<header class="top">\n<h1>${escapeHtml(documentTitle(document))}</h1>\n`;
	yield `<div class="wide"><table>\n<tr><th></th><th>A</th><th>B</th></tr>\n`;
	for (const [name, ...cells] of diffTable(document))
		yield `<tr><th>${name}</th>${cells.map(text => `<td>${escapeHtml(text)}</td>`).join('')}</tr>\n`;
	yield '</table></div>\n';
	const sums = [sumWords(document), filesWords(compared.files), partingWords(compared)];
	for (const words of sums) if (words !== '') yield `<p class="note">${escapeHtml(words)}</p>\n`;
	yield '</header>\n<main>\n<h2>Turns</h2>\n';
	for (const passage of passagesOf(document)) {
		if (passage.kind === 'same') yield `<div class="boundary">${plural(passage.steps, 'step')} the same</div>\n`;
		else {
			yield `<div class="wide part" id="difference-${passage.number}"><table>\n<tr><th>A</th><th>B</th></tr>\n`;
			for (const hunk of passage.hunks) yield hunkRows(hunk, document);
			yield '</table></div>\n';
		}
	}
	yield '<h2>Files</h2>\n';
	if (compared.files.length === 0) yield '<p class="note">Neither of them wrote a file that can be told.</p>\n';
	for (const file of compared.files) {
		const {path, patch} = file;
		const name = `<b>${escapeHtml(clean(path))}</b> ${fileWords(file)}`;
		yield patch === ''
			? `<p class="part tool1">${name}</p>\n`
			: `<details class="part" open><summary>${name}</summary>\n<pre class="diff"><code>${patchHtml(clean(patch))}</code></pre></details>\n`;
	}
	yield '</main>\n';
}

function patchHtml(patch: string): string {
	return patchLines(patch)
		.map(line => {
			const kind = line.startsWith('+') ? 'a' : line.startsWith('-') ? 'r' : /^[@\\]/.test(line) ? 'h' : '';
			return `<span${kind === '' ? '' : ` class="${kind}"`}>${escapeHtml(line)}</span>`;
		})
		.join('');
}

function hunkRows(hunk: Exclude<Hunk, {kind: 'equal'}>, document: DiffDocument): string {
	if (hunk.kind === 'changed') return changedRow(hunk.left, hunk.right, document);
	const cells = hunk.steps.map(step => `<td>${headHtml(step)}${textHtml(escapeHtml(stepText(step, document)))}</td>`);
	return cells.map(cell => `<tr>${hunk.kind === 'left' ? `${cell}<td></td>` : `<td></td>${cell}`}</tr>\n`).join('');
}

function changedRow(left: Step, right: Step, document: DiffDocument): string {
	if (left.tool && right.tool && !isSameCall(left, right)) {
		const cells = [left, right].map(step => `<td>${headHtml(step)}${codeHtml(changeText(step, document))}</td>`);
		return `<tr>${cells.join('')}</tr>\n`;
	}
	const textOf = (step: Step) => (step.tool ? resultText : stepText)(step, document);
	const [before, after] = [textOf(left), textOf(right)];
	const about = left.tool ? `<p><code>${escapeHtml(stepText(left, document))}</code></p>` : '';
	const words = wordsHtml(before, after);
	const cell = (step: Step, html: string) => `<td>${headHtml(step)}${about}${textHtml(html)}</td>`;
	return `<tr>${cell(left, words.left)}${cell(right, words.right)}</tr>\n`;
}

/** Each side, with what the other has not marked. */
function wordsHtml(before: string, after: string): {readonly left: string; readonly right: string} {
	const words = changedWords(before, after);
	if (!words) return {left: escapeHtml(before), right: escapeHtml(after)};
	const side = (of: 'left' | 'right', tag: string) =>
		words
			.filter(piece => piece.side === 'both' || piece.side === of)
			.map(({text, side: where}) => (where === 'both' ? escapeHtml(text) : `<${tag}>${escapeHtml(text)}</${tag}>`))
			.join('');
	return {left: side('left', 'del'), right: side('right', 'ins')};
}

function codeHtml(text: string): string {
	return `<pre class="wrap"><code>${escapeHtml(text)}</code></pre>`;
}

function headHtml(step: Step): string {
	const failed = step.tool?.isError ? ' <span class="fail">✗</span>' : '';
	return `<p class="note">${escapeHtml(clock(step.timestamp))} <b>${escapeHtml(stepName(step))}</b>${failed}</p>`;
}

function textHtml(html: string): string {
	return `<div class="text">${html}</div>`;
}
