import type {Hunk} from '../../compare/compare-steps.ts';
import type {Step} from '../../compare/step.ts';
import {plural} from '../../text/figures.ts';
import {cutLine, lineWidth} from '../line-tools.ts';
import type {Line, Role} from '../theme.ts';
import {changeLines, resultLines, stepLines, wordMarks} from './step-lines.ts';

/** Narrower, the two stand one below the other. */
const fewestBeside = 110;

export function isBeside(columns: number): boolean {
	return columns >= fewestBeside;
}

/** A piece of a comparison as lines: side by side where there is room, else one side below the other. */
export function hunkLines(hunk: Hunk, columns: number): Line[] {
	if (hunk.kind === 'equal') return [equalLine(hunk.left.length, columns)];
	return isBeside(columns) ? besideLines(hunk, columns) : belowLines(hunk, columns);
}

function equalLine(steps: number, columns: number): Line {
	const text = ` ═══ ${plural(steps, 'step')} the same `;
	return [{text: `${text}${'═'.repeat(Math.max(0, columns - text.length - 1))}`, role: 'dim'}];
}

type Differing = Exclude<Hunk, {kind: 'equal'}>;

function besideLines(hunk: Differing, columns: number): Line[] {
	const width = Math.floor((columns - 1) / 2);
	const [left, right] = sidesOf(hunk, width - 1);
	return Array.from({length: Math.max(left.length, right.length)}, (_, row): Line => {
		const line = cutLine(left[row] ?? [], width);
		return [
			...line,
			{text: ' '.repeat(Math.max(0, width - lineWidth(line)))},
			{text: '│', role: 'dim'},
			...cutLine(right[row] ?? [], columns - width - 1),
		];
	});
}

function belowLines(hunk: Differing, columns: number): Line[] {
	const [left, right] = sidesOf(hunk, columns - 2);
	const signed = (lines: readonly Line[], sign: string, role: Role) =>
		lines.map((line): Line => [{text: `${sign} `, role}, ...line]);
	return [...signed(left, '-', 'removed'), ...signed(right, '+', 'added')];
}

function sidesOf(hunk: Differing, columns: number): readonly [Line[], Line[]] {
	if (hunk.kind === 'changed') return changedSides(hunk.left, hunk.right, columns);
	const lines = hunk.steps.flatMap(step => stepLines(step, columns, hunk.kind === 'left' ? 'removed' : 'added'));
	return hunk.kind === 'left' ? [lines, []] : [[], lines];
}

function changedSides(left: Step, right: Step, columns: number): readonly [Line[], Line[]] {
	const isSameCall = left.tool && right.tool && left.tool.inputText === right.tool.inputText;
	if (isSameCall)
		return [
			[...stepLines(left, columns, undefined), ...resultLines(left, columns, 'removed')],
			[...stepLines(right, columns, undefined), ...resultLines(right, columns, 'added')],
		];
	if (left.tool && right.tool)
		return [
			[...stepLines(left, columns, undefined), ...changeLines(left, columns)],
			[...stepLines(right, columns, undefined), ...changeLines(right, columns)],
		];
	const marks = wordMarks(left, right);
	return [
		stepLines(left, columns, marks ? undefined : 'removed', marks?.left),
		stepLines(right, columns, 'added', marks?.right),
	];
}
