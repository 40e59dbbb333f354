/** Changes of files, in the two ways Codex tells of them: the text of a patch, and a table of changes. */
import {type Fields, fieldsOf, stringOf} from '../fields.ts';
import {addedFile, deletedFile} from '../tools/unified-patch.ts';

const header = /^\*\*\* (?:Add|Delete|Update) File: (.+)$/gm;
const mostShown = 4;

/** The files a patch touches, on one line; undefined if it is not a patch. */
export function summarizePatch(text: string): string | undefined {
	return listFiles([...text.matchAll(header)].map(match => match[1]!.trim()));
}

export function summarizeChanges(changes: Fields): string | undefined {
	return listFiles(Object.keys(changes));
}

function listFiles(files: readonly string[]): string | undefined {
	if (files.length === 0) return undefined;
	const shown = files.slice(0, mostShown).join(', ');
	return files.length > mostShown ? `${shown} and ${files.length - mostShown} more` : shown;
}

/** A table of changes as the patch that would make them: one form for everyone who shows or applies it. */
export function patchFrom(changes: Fields): string {
	const parts = Object.entries(changes).map(([file, change]) => describeChange(file, fieldsOf(change)));
	return `*** Begin Patch\n${parts.join('')}*** End Patch\n`;
}

function describeChange(file: string, change: Fields): string {
	switch (stringOf(change.type)) {
		case 'add':
			return `*** Add File: ${file}\n${prefixLines(stringOf(change.content) ?? '', '+')}`;
		case 'delete':
			return `*** Delete File: ${file}\n`;
		default: {
			const target = stringOf(change.move_path);
			const diff = (stringOf(change.unified_diff) ?? '').replace(/^@@ -[\d,]+ \+[\d,]+ @@.*$/gm, '@@');
			const body = diff === '' || diff.endsWith('\n') ? diff : `${diff}\n`;
			return `*** Update File: ${file}\n${target === undefined ? '' : `*** Move to: ${target}\n`}${body}`;
		}
	}
}

/** The same as a unified diff, which knows the places in the files as well. */
export function unifiedFrom(changes: Fields): string {
	return Object.entries(changes)
		.map(([file, value]) => {
			const change = fieldsOf(value);
			const content = stringOf(change.content) ?? '';
			if (change.type === 'add') return addedFile(file, content);
			if (change.type === 'delete') return deletedFile(file, content);
			const diff = stringOf(change.unified_diff) ?? '';
			return `--- ${file}\n+++ ${stringOf(change.move_path) ?? file}\n${diff}${/\n$|^$/.test(diff) ? '' : '\n'}`;
		})
		.join('');
}

function prefixLines(text: string, prefix: string): string {
	if (text === '') return '';
	const lines = text.endsWith('\n') ? text.slice(0, -1) : text;
	return `${lines
		.split('\n')
		.map(line => prefix + line)
		.join('\n')}\n`;
}
