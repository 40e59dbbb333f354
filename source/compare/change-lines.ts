/** What a call would do, line by line: for two calls that look the same from afar. */
import {createTwoFilesPatch} from 'diff';
import {type FileChange, fileChangesOf} from './file-changes.ts';
import type {Step} from './step.ts';

/** Longer texts are read in the session. */
const longest = 16_000;

export type Change = {
	/** With `+`, `-` or a blank in front; what is not about a file has none of them. */
	readonly lines: readonly string[];
	readonly added: number;
	readonly removed: number;
};

/** Of a call that changes files what it changes; of others what it was told. */
export function changeOf({tool}: Step): Change {
	const changes = tool ? fileChangesOf(tool) : [];
	const isFile = changes.length > 0;
	const lines = isFile ? changes.flatMap(linesOf) : (tool?.inputText ?? '').slice(0, longest).split('\n');
	const count = (sign: string) => (isFile ? lines.filter(line => line.startsWith(sign)).length : 0);
	return {lines, added: count('+'), removed: count('-')};
}

/** `+6 −3`; empty where no file is changed. */
export function changeCount(step: Step): string {
	const {added, removed} = changeOf(step);
	return added + removed === 0 ? '' : `+${added} −${removed}`;
}

function linesOf(change: FileChange): readonly string[] {
	switch (change.kind) {
		case 'write':
			return signed(change.content, '+');
		case 'delete':
			return [];
		case 'patch':
			return change.hunks.flat();
		case 'replace':
			return replaced(change.before.slice(0, longest), change.after.slice(0, longest));
	}
}

function replaced(before: string, after: string): readonly string[] {
	const patch = createTwoFilesPatch('a', 'b', before, after, undefined, undefined, {maxEditLength: 1000});
	if (patch === undefined) return [...signed(before, '-'), ...signed(after, '+')];
	return patch.split('\n').filter((line, at) => at > 3 && /^[-+ ]/.test(line));
}

function signed(text: string, sign: string): string[] {
	const lines = text.replace(/\n$/, '').split('\n');
	return text === '' ? [] : lines.map(line => sign + line);
}
