import {patchLines} from '../../actions/diff-text.ts';
import type {FileComparison} from '../../compare/compare-files.ts';
import {fileWords} from '../../compare/side-words.ts';
import {sanitizeLine} from '../../text/sanitize.ts';
import {expandTabs} from '../../text/wrap.ts';
import {cutLine} from '../line-tools.ts';
import type {Line, Role} from '../theme.ts';

/** What becomes of a file on the two sides. */
export function fileLines(file: FileComparison, columns: number): Line[] {
	const head: Line = [
		{text: ` ${sanitizeLine(file.path)}`, role: 'title'},
		{text: `   ${fileWords(file)}`, role: 'dim'},
	];
	const body = patchLines(file.patch).map((line): Line => [{text: `   ${expandTabs(line)}`, role: roleOf(line)}]);
	return [head, ...body, []].map(line => cutLine(line, columns - 1));
}

function roleOf(line: string): Role | undefined {
	if (line.startsWith('+')) return 'added';
	if (line.startsWith('-')) return 'removed';
	if (line.startsWith('\\')) return 'dim';
	return line.startsWith('@@') ? 'fork' : undefined;
}
