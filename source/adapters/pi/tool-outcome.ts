/** What pi keeps beside a result for its own screen, and what it writes below the output of a command. */
import type {ToolOutcome} from '../../model/tool.ts';
import {type Fields, textOf} from '../fields.ts';
import {type Hunk, unifiedPatch} from '../tools/unified-patch.ts';

const exitMark = /\n*Command exited with code (-?\d+)\s*$/;

export function toolOutcome(text: string, {patch, diff}: Fields): ToolOutcome {
	const exit = exitMark.exec(text.slice(-200));
	const change = textOf(patch) ?? fromNumbered(textOf(diff));
	return {
		...(exit ? {printed: text.slice(0, -exit[0].length), exitCode: Number(exit[1])} : undefined),
		...(change === undefined ? undefined : {patch: change}),
	};
}

const numberedLine = /^([ +-]) *(\d+) (.*)$/;

/**
 * Older versions keep only what they show: each line with its number, that in the old file unless it was added, and
 * dots where lines were left out.
 */
function fromNumbered(diff: string | undefined): string | undefined {
	if (diff === undefined) return undefined;
	const hunks: Array<Hunk & {lines: string[]}> = [];
	let isInside = false;
	/** How much further down a line is in the new file. */
	let shift = 0;
	for (const line of diff.split('\n')) {
		const [, sign, digits, text] = numberedLine.exec(line) ?? [];
		if (digits === undefined) {
			isInside = false;
			continue;
		}
		const number = Number(digits);
		const oldStart = sign === '+' ? number - shift : number;
		if (!isInside) hunks.push({oldStart, newStart: oldStart + shift, lines: []});
		isInside = true;
		hunks.at(-1)!.lines.push(`${sign}${text}`);
		shift += sign === '+' ? 1 : sign === '-' ? -1 : 0;
	}
	return hunks.length === 0 ? undefined : unifiedPatch('', hunks);
}
