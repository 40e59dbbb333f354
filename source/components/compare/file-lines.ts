import type {FileComparison} from '../../compare/compare-files.ts';
import {sanitize, sanitizeLine} from '../../text/sanitize.ts';
import {expandTabs} from '../../text/wrap.ts';
import {cutLine} from '../line-tools.ts';
import type {Line, Role} from '../theme.ts';

const names = {
	same: 'the same',
	changed: 'differs',
	only_left: 'only the left one writes it',
	only_right: 'only the right one writes it',
	partial: 'partial: only the changes are known, not the file',
} as const;

/** What becomes of a file on the two sides. */
export function fileLines({path, status, patch}: FileComparison, columns: number): Line[] {
	const head: Line = [
		{text: ` ${sanitizeLine(path)}`, role: 'title'},
		{text: `   ${names[status]}`, role: 'dim'},
	];
	const body = sanitize(patch)
		.split('\n')
		.filter(line => line !== '' && !/^(?:===|---|\+\+\+|\\ No newline)/.test(line))
		.map((line): Line => [{text: `   ${expandTabs(line)}`, role: roleOf(line)}]);
	return [head, ...body, []].map(line => cutLine(line, columns - 1));
}

function roleOf(line: string): Role | undefined {
	if (line.startsWith('+')) return 'added';
	if (line.startsWith('-')) return 'removed';
	return line.startsWith('@@') ? 'fork' : undefined;
}
