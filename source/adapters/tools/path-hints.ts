/** Which files a call names. Only what stands in its input: nothing is guessed out of commands. */
import {type Fields, isFields, listOf} from '../fields.ts';

/** Fields that hold one path, or a list of paths. */
const pathFields = [
	'file_path',
	'filePath',
	'filepath',
	'notebook_path',
	'absolute_path',
	'target_file',
	'target_notebook',
	'path',
	'dir_path',
	'target_directory',
	'paths',
	'files',
	'filename',
];

/** Fields that hold a list of calls of their own. */
const nestedFields = ['edits', 'operations'];

const patchLine = /^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+)$/gm;

/** `include` is a filter to most tools; to this one it is what it reads. */
const readsIncluded = new Set(['read_many_files']);

export function pathHints(name: string, input: unknown): string[] {
	const found = new Set<string>();
	if (readsIncluded.has(name) && isFields(input))
		for (const value of listOf(input.include)) if (isPath(value)) found.add(value);
	collect(input, found);
	return [...found];
}

function collect(input: unknown, found: Set<string>): void {
	if (typeof input === 'string') collectPatch(input, found);
	if (!isFields(input)) return;
	for (const name of pathFields) {
		for (const value of [input[name], ...listOf(input[name])]) if (isPath(value)) found.add(value);
	}
	for (const name of nestedFields) for (const value of listOf(input[name])) if (isFields(value)) collect(value, found);
	for (const name of ['input', 'patch', 'patchText', 'diff'])
		if (typeof input[name] === 'string') collectPatch(input[name], found);
	// Codex tells the files of a patch as the keys of its changes.
	if (isFields(input.changes)) for (const file of Object.keys(input.changes as Fields)) found.add(file);
}

function isPath(value: unknown): value is string {
	return typeof value === 'string' && value.trim() !== '' && !value.includes('\n');
}

function collectPatch(text: string, found: Set<string>): void {
	if (text.includes('*** ')) for (const match of text.matchAll(patchLine)) found.add(match[1]!.trim());
}
