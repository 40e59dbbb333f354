/** What a tool call does to files, in one shape for all agents. */
import type {ToolUse} from '../model/tool.ts';
import {type FilePatch, isPatch, parsePatch, patchInside} from '../text/patch/parse-patch.ts';

export type FileChange =
	| {readonly kind: 'write'; readonly path: string; readonly content: string}
	| {
			readonly kind: 'replace';
			readonly path: string;
			readonly before: string;
			readonly after: string;
			readonly isAll: boolean;
	  }
	| {
			readonly kind: 'patch';
			readonly path: string;
			readonly hunks: ReadonlyArray<readonly string[]>;
			readonly movedTo?: string;
	  }
	| {readonly kind: 'delete'; readonly path: string};

type Fields = Readonly<Record<string, unknown>>;

const pathNames = ['file_path', 'filePath', 'path', 'absolute_path', 'notebook_path', 'filename', 'file'];
const contentNames = ['content', 'contents', 'file_text'];
const beforeNames = ['old_string', 'oldString', 'old_str', 'oldText'];
const afterNames = ['new_string', 'newString', 'new_str', 'newText'];

/** In the order they are made; none for calls that change no file, or of which nobody can tell. */
export function fileChangesOf({universal, input}: Pick<ToolUse, 'universal' | 'input'>): FileChange[] {
	const fields: Fields = typeof input === 'object' && input !== null ? (input as Fields) : {};
	const patch = patchIn(input, fields);
	if (patch !== undefined) return parsePatch(patch).map(patchChange);
	if (universal !== 'edit' && universal !== 'write') return [];
	const path = textIn(fields, pathNames);
	if (path === undefined) return [];
	const edits = Array.isArray(fields.edits) ? (fields.edits as unknown[]) : [fields];
	const replaced = edits.flatMap(edit => replacement(path, (edit ?? {}) as Fields));
	if (replaced.length > 0) return replaced;
	const content = textIn(fields, contentNames);
	return content === undefined ? [] : [{kind: 'write', path, content}];
}

function replacement(path: string, fields: Fields): FileChange[] {
	const [before, after] = [textIn(fields, beforeNames), textIn(fields, afterNames)];
	if (before === undefined && after === undefined) return [];
	// An edit of nothing makes a file.
	if (!before) return [{kind: 'write', path, content: after ?? ''}];
	const {replace_all, replaceAll, allow_multiple, expected_replacements: times} = fields;
	const isAll = [replace_all, replaceAll, allow_multiple].includes(true) || (typeof times === 'number' && times > 1);
	return [{kind: 'replace', path, before, after: after ?? '', isAll}];
}

function patchChange({name, note, hunks}: FilePatch): FileChange {
	const lines = hunks.map(hunk => hunk.lines);
	if (note === 'deleted') return {kind: 'delete', path: name};
	if (note === 'new file') {
		const content = lines.flat().map(line => line.slice(1));
		return {kind: 'write', path: name, content: content.length > 0 ? `${content.join('\n')}\n` : ''};
	}
	const movedTo = note.startsWith('→ ') ? note.slice(2) : undefined;
	return {kind: 'patch', path: name, hunks: lines, movedTo};
}

function patchIn(input: unknown, fields: Fields): string | undefined {
	for (const value of [input, fields.patch, fields.input, fields.diff, fields.patchText])
		if (typeof value === 'string' && isPatch(value)) return value;
	const command = fields.command ?? fields.cmd;
	const text = Array.isArray(command) ? command.join(' ') : command;
	return typeof text === 'string' ? patchInside(text) : undefined;
}

function textIn(fields: Fields, names: readonly string[]): string | undefined {
	for (const name of names) if (typeof fields[name] === 'string') return fields[name];
	return undefined;
}
