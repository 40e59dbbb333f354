import {plural} from '../../../text/figures.ts';
import {wrap} from '../../../text/wrap.ts';
import {lineWidth} from '../../line-tools.ts';
import type {Line} from '../../theme.ts';
import type {Drawing} from './drawing.ts';
import {thinkingLines} from './thinking.ts';

/** Narrower, the two stand one below the other. */
const fewestBeside = 76;
/** More of what was replaced is read where it stands: above. */
const mostReplaced = 60;
/** Of each prompt. */
const mostLines = 3;

/** What took the place of a history; unfolded, beside the prompts it replaced. */
export function summaryLines(drawing: Drawing): Line[] {
	const {block, columns, isOpen} = drawing;
	const {replaced = []} = block;
	if (!isOpen || replaced.length === 0) return thinkingLines(drawing);
	if (columns < fewestBeside) return [...replacedLines(replaced, columns), ...thinkingLines(drawing)];
	const left = Math.floor(columns * 0.38);
	return beside(replacedLines(replaced, left - 1), thinkingLines({...drawing, columns: columns - left - 2}), left);
}

function replacedLines(prompts: readonly string[], columns: number): Line[] {
	const shown = prompts.slice(-mostReplaced);
	const head =
		prompts.length > shown.length
			? `${plural(prompts.length, 'prompt')}, the last of them`
			: plural(prompts.length, 'prompt');
	return [
		[{text: `replaced: ${head}`, role: 'dim'}],
		...shown.flatMap(prompt =>
			wrap(prompt, Math.max(8, columns - 2))
				.slice(0, mostLines)
				.map(
					(text): Line => [
						{text: '┃ ', role: 'prompt'},
						{text, role: 'dim'},
					],
				),
		),
	];
}

function beside(left: readonly Line[], right: readonly Line[], columns: number): Line[] {
	return Array.from({length: Math.max(left.length, right.length)}, (_, row): Line => {
		const line = left[row] ?? [];
		return [
			...line,
			{text: ' '.repeat(Math.max(0, columns - lineWidth(line)))},
			{text: '│ ', role: 'dim'},
			...(right[row] ?? []),
		];
	});
}
