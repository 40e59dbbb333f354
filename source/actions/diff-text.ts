import type {FileComparison} from '../compare/compare-files.ts';
import type {SidesCompared} from '../compare/compare-sides.ts';
import {filesWords, fileWords, partingWords, sideId, sideTitle, sideWords} from '../compare/side-words.ts';
import {plural} from '../text/figures.ts';
import {sanitize, sanitizeLine} from '../text/sanitize.ts';
import {cut} from '../text/width.ts';
import type {Context, Output} from './context.ts';

/** The two sides and the sums, as text. */
export function diffHead(context: Context, compared: SidesCompared): string {
	const {paint, columns} = context;
	const {summary, files} = compared;
	const facts = [
		`${plural(summary.equal, 'step')} the same`,
		`${summary.changed} changed`,
		`${summary.onlyLeft} only in A`,
		`${summary.onlyRight} only in B`,
		filesWords(files),
	];
	const common = partingWords(compared);
	return [
		sideLines(compared, 0, context),
		sideLines(compared, 1, context),
		`${paint('dim', cut(facts.filter(Boolean).join(' · '), columns))}\n`,
		common === '' ? '' : `${paint('fork', common)}\n`,
		'\n',
	].join('');
}

function sideLines({sides}: SidesCompared, at: 0 | 1, {paint, columns}: Context): string {
	const side = sides[at];
	const title = paint('title', cut(sideTitle(side), Math.max(20, columns - 24)));
	const facts = cut(sideWords(side.facts).join(' · '), Math.max(20, columns - 2));
	return `${'AB'[at]} ${paint('agent', side.session.agent)} ${sideId(side, sides)}  ${title}\n  ${paint('dim', facts)}\n`;
}

/** What becomes of each file, as patches; with `--stat` only what becomes of it. */
export async function* fileLines({paint, flags}: Context, files: readonly FileComparison[]): Output {
	if (files.length === 0) yield 'Neither of them wrote a file that can be told.\n';
	for (const file of files) {
		yield `${paint('title', sanitizeLine(file.path))}  ${paint('dim', fileWords(file))}\n`;
		if (flags.stat) continue;
		for (const line of patchLines(file.patch)) {
			const role = line.startsWith('+') ? 'good' : line.startsWith('-') ? 'error' : 'dim';
			yield `${paint(role, line)}\n`;
		}
	}
}

const whose = {left: 'A changes', right: 'B changes', both: 'both change'} as const;

/** The lines of a patch without its heads: the name of the file stands above it. Pieces tell whose they are. */
export function patchLines(patch: string): string[] {
	const lines = sanitize(patch).split('\n');
	const shown: string[] = [];
	for (let at = 0; at < lines.length; at++) {
		const line = lines[at]!;
		if (line === '') continue;
		// Within a file no line begins so.
		if (!line.startsWith('=')) {
			shown.push(line);
			continue;
		}
		const side = /^\+\+\+ (left|right|both)\//.exec(lines[at + 2] ?? '')?.[1];
		if (side !== undefined) shown.push(`@@ what ${whose[side as keyof typeof whose]} @@`);
		// Where a piece stood in its file nobody knows.
		at += side !== undefined && lines[at + 3]?.startsWith('@@') ? 3 : 2;
	}
	return shown;
}
