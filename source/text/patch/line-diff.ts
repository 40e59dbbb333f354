import type {DiffBuilder} from './diff.ts';
import {lineSteps} from './line-steps.ts';

/** Texts that have hardly a line in common are not worth the search for it, which takes long. */
const mostChanges = 500;

/** What became of a text, line by line: what stayed as it was is not taken away and put in again. */
export function addLineDiff(builder: DiffBuilder, before: string, after: string): void {
	const [old, now] = [linesOf(before), linesOf(after)];
	const steps = lineSteps(old, now, mostChanges);
	if (!steps) {
		for (const line of old) builder.remove(line);
		for (const line of now) builder.add(line);
		return;
	}
	let oldAt = 0;
	let newAt = 0;
	for (const step of steps) {
		if (step.before && step.isAdded) builder.add(now[newAt++]!);
		else if (step.before) builder.remove(old[oldAt++]!);
		for (; oldAt < step.old; oldAt++) builder.same(now[newAt++]!);
	}
}

/** The end of the last line begins no other. */
export function linesOf(text: string): string[] {
	if (text === '') return [];
	return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}
