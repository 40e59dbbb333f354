import {diffArrays} from 'diff';
import type {DiffBuilder} from './diff.ts';

/** Texts that have hardly a line in common are not worth the search for it, which takes long. */
const mostChanges = 500;

/** What became of a text, line by line: what stayed as it was is not taken away and put in again. */
export function addLineDiff(builder: DiffBuilder, before: string, after: string): void {
	const [old, now] = [linesOf(before), linesOf(after)];
	const parts = diffArrays(old, now, {maxEditLength: mostChanges}) ?? [
		{value: old, removed: true, added: false},
		{value: now, removed: false, added: true},
	];
	for (const {value, removed, added} of parts)
		for (const line of value) {
			if (removed) builder.remove(line);
			else if (added) builder.add(line);
			else builder.same(line);
		}
}

/** The end of the last line begins no other. */
export function linesOf(text: string): string[] {
	if (text === '') return [];
	return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}
