/** A comparison as Markdown that GitHub shows well: a table, what differs, and the files as patches. */
import {diffLines} from 'diff';
import type {Hunk} from '../../compare/compare-steps.ts';
import {filesWords, fileWords, partingWords} from '../../compare/side-words.ts';
import type {Step} from '../../compare/step.ts';
import {cell, fence, inlineCode, plain} from '../../formats/markdown/escape.ts';
import {plural} from '../../text/figures.ts';
import {sanitize} from '../../text/sanitize.ts';
import {clock} from '../../text/times.ts';
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

export function* diffMarkdown(document: DiffDocument): Generator<string> {
	const {compared} = document;
	const table = diffTable(document);
	yield `# ${plain(documentTitle(document))}\n\n`;
	yield '| | A | B |\n| --- | --- | --- |\n';
	for (const cells of table) yield `| ${cells.map(text => cell(plain(text))).join(' | ')} |\n`;
	const sums = [sumWords(document), filesWords(compared.files), partingWords(compared)];
	yield `\n${sums.filter(Boolean).map(plain).join('  \n')}\n`;
	yield '\n## Turns\n';
	for (const passage of passagesOf(document)) {
		if (passage.kind === 'same') yield `\n*${plural(passage.steps, 'step')} the same*\n`;
		else {
			yield `\n### Difference ${passage.number}\n`;
			for (const hunk of passage.hunks) yield* hunkMarkdown(hunk, document);
		}
	}
	yield '\n## Files\n\n';
	if (compared.files.length === 0) yield 'Neither of them wrote a file that can be told.\n';
	for (const file of compared.files) {
		const {path, patch} = file;
		yield `### ${inlineCode(document.clean(path))}\n\n${fileWords(file)}\n\n`;
		if (patch !== '') yield `${fence(sanitize(document.clean(patch)).replace(/^=+\n/gm, ''), 'diff')}\n`;
	}
}

function* hunkMarkdown(hunk: Exclude<Hunk, {kind: 'equal'}>, document: DiffDocument): Generator<string> {
	if (hunk.kind === 'changed') {
		const {left, right} = hunk;
		yield `\n${headOf('A', left)} → ${headOf('B', right)}\n\n`;
		if (isSameCall(left, right)) {
			yield `${inlineCode(stepText(left, document))}, with another result\n\n`;
			yield fence(linesApart(resultText(left, document), resultText(right, document)), 'diff');
		} else {
			const textOf = left.tool && right.tool ? changeText : stepText;
			yield fence(linesApart(textOf(left, document), textOf(right, document)), 'diff');
		}
		return;
	}
	const [side, sign] = hunk.kind === 'left' ? (['A', '-'] as const) : (['B', '+'] as const);
	for (const step of hunk.steps)
		yield `\nonly ${headOf(side, step)}\n\n${fence(signed(stepText(step, document), sign), 'diff')}`;
}

/** `**A** 20:05 prompt` */
function headOf(side: string, step: Step): string {
	return [`**${side}**`, clock(step.timestamp), plain(stepName(step))].filter(Boolean).join(' ');
}

function linesApart(left: string, right: string): string {
	const parts = diffLines(`${left}\n`, `${right}\n`, {maxEditLength: 2000});
	if (!parts) return signed(left, '-') + signed(right, '+');
	return parts
		.map(({value, added, removed}) => signed(value.replace(/\n$/, ''), added ? '+' : removed ? '-' : ' '))
		.join('');
}

function signed(text: string, sign: string): string {
	return `${text
		.split('\n')
		.map(line => `${sign} ${line}`.trimEnd())
		.join('\n')}\n`;
}
