/** Changes of files as a unified diff, the one form in which results tell of them. */

/** Lines begin with a blank, `+` or `-`. Starts are counted from 1. */
export type Hunk = {readonly oldStart: number; readonly newStart: number; readonly lines: readonly string[]};

export function unifiedPatch(file: string, hunks: readonly Hunk[], movedTo = file): string {
	return `--- ${file}\n+++ ${movedTo}\n${hunks.map(hunkText).join('')}`;
}

function hunkText({oldStart, newStart, lines}: Hunk): string {
	const without = (sign: string) => lines.filter(line => !line.startsWith(sign) && !line.startsWith('\\')).length;
	return `@@ -${oldStart},${without('+')} +${newStart},${without('-')} @@\n${lines.map(line => `${line}\n`).join('')}`;
}

/** A file that was made: all of it is new. */
export function addedFile(file: string, content: string): string {
	return `--- /dev/null\n+++ ${file}\n${wholeFile(content, '+')}`;
}

export function deletedFile(file: string, content: string): string {
	return `--- ${file}\n+++ /dev/null\n${wholeFile(content, '-')}`;
}

function wholeFile(content: string, sign: '+' | '-'): string {
	if (content === '') return '';
	const lines = (content.endsWith('\n') ? content.slice(0, -1) : content).split('\n').map(line => sign + line);
	return hunkText({oldStart: sign === '+' ? 0 : 1, newStart: sign === '+' ? 1 : 0, lines});
}
