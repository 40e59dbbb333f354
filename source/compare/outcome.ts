/**
 * The files a session would leave behind: its writes, edits and patches made again, in memory. A file that was only edited
 * has a beginning nobody knows: what was changed in it is kept, and it is said to be partial. Failed calls change nothing.
 */
import {type FileChange, fileChangesOf} from './file-changes.ts';
import type {Step} from './step.ts';

export type OutcomeFile = {
	readonly path: string;
	/** The whole file; undefined where only pieces of it are known. */
	readonly text?: string;
	readonly isDeleted: boolean;
	/** Changes that could not be made, because what they change is not known: what was there, and what is. */
	readonly pieces: ReadonlyArray<{readonly before: string; readonly after: string}>;
};

type State = {text: string | undefined; isDeleted: boolean; pieces: Array<{before: string; after: string}>};

/** By path, as seen from the session's folder. */
export function outcomeOf(steps: readonly Step[], cwd?: string): Map<string, OutcomeFile> {
	const files = new Map<string, State>();
	for (const {tool} of steps) {
		if (!tool || tool.isError || tool.output === undefined) continue;
		for (const change of fileChangesOf(tool)) apply(files, change, cwd);
	}
	return new Map([...files].map(([path, state]) => [path, {path, ...state}]));
}

function apply(files: Map<string, State>, change: FileChange, cwd: string | undefined): void {
	const path = relative(change.path, cwd);
	const state = files.get(path) ?? {text: undefined, isDeleted: false, pieces: []};
	files.set(path, state);
	switch (change.kind) {
		case 'write':
			Object.assign(state, {text: change.content, isDeleted: false, pieces: []});
			break;
		case 'delete':
			Object.assign(state, {text: undefined, isDeleted: true, pieces: []});
			break;
		case 'replace':
			replace(state, change.before, change.after, change.isAll);
			break;
		case 'patch':
			for (const lines of change.hunks) patch(state, lines);
			if (change.movedTo !== undefined) {
				files.set(relative(change.movedTo, cwd), {...state, pieces: [...state.pieces]});
				files.set(path, {text: undefined, isDeleted: true, pieces: []});
			}
	}
}

function replace(state: State, before: string, after: string, isAll: boolean): void {
	const at = state.text?.indexOf(before) ?? -1;
	if (state.text === undefined || at < 0) state.pieces.push({before, after});
	else if (isAll) state.text = state.text.split(before).join(after);
	else state.text = state.text.slice(0, at) + after + state.text.slice(at + before.length);
}

/** A hunk is a replacement of the lines it takes away, with those around them, by those it puts in. */
function patch(state: State, lines: readonly string[]): void {
	const side = (sign: string) => lines.filter(line => !line.startsWith(sign)).map(line => line.slice(1));
	const [before, after] = [side('+'), side('-')];
	const text = state.text;
	const at = text === undefined ? -1 : placeOf(text.split('\n'), before);
	if (text === undefined || at < 0) {
		state.pieces.push({before: before.join('\n'), after: after.join('\n')});
		return;
	}
	const all = text.split('\n');
	all.splice(at, before.length, ...after);
	state.text = all.join('\n');
}

/** Where these lines stand; trailing blanks do not matter, as patches often lose them. */
function placeOf(lines: readonly string[], wanted: readonly string[]): number {
	if (wanted.length === 0) return lines.at(-1) === '' ? lines.length - 1 : lines.length;
	const isSame = (a: string | undefined, b: string) => a !== undefined && (a === b || a.trimEnd() === b.trimEnd());
	for (let at = 0; at + wanted.length <= lines.length; at++)
		if (wanted.every((line, offset) => isSame(lines[at + offset], line))) return at;
	return -1;
}

function relative(path: string, cwd: string | undefined): string {
	const plain = path.replace(/^\.\//, '');
	return cwd && plain.startsWith(`${cwd}/`) ? plain.slice(cwd.length + 1) : plain;
}
