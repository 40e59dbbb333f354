import {type Diff, DiffBuilder} from './diff.ts';
import {type FilePatch, parsePatch} from './parse-patch.ts';

/** A patch as lines to read; undefined if it changes nothing. */
export function patchDiff(patch: string): Diff | undefined {
	const files = parsePatch(patch);
	const builder = new DiffBuilder();
	for (const file of files) {
		if (files.length > 1 || file.note !== '') builder.file(nameOf(file));
		for (const {oldLine, newLine, heading, lines} of file.hunks) {
			builder.goTo({oldLine, newLine, heading});
			for (const line of lines) builder.signed(line);
		}
	}
	const diff = builder.build();
	const isChange = diff.change.added + diff.change.removed > 0 || files.some(({note}) => note !== '');
	return isChange ? diff : undefined;
}

function nameOf({name, note}: FilePatch): string {
	return [name, note].filter(part => part !== '').join('  ');
}
