/**
 * Sessions of the real programs that wrote, edited, patched, moved and deleted files, and failed to edit some; beside each
 * lie the files they left. Made again from the session alone, they are the same, byte for byte.
 */
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {Library} from '../../source/catalog/library.ts';
import {readComparedSide} from '../../source/compare/side.ts';
import {fixtureHome} from '../helpers/fixture-home.ts';

const outcomes = path.join(import.meta.dirname, '..', '..', 'fixtures', 'outcome');

function filesBelow(folder: string): Map<string, string> {
	const names = fs.readdirSync(folder, {recursive: true, encoding: 'utf8'});
	const files = names.filter(name => fs.statSync(path.join(folder, name)).isFile());
	return new Map(files.map(name => [name.replaceAll(path.sep, '/'), fs.readFileSync(path.join(folder, name), 'utf8')]));
}

describe('the files that were left', () => {
	it.each(['claude', 'codex', 'codex-code-mode', 'gemini', 'opencode'])('by %s', async name => {
		const library = new Library({homes: [fixtureHome(`outcome/${name}`)]});
		const [ref] = (await library.scan()).sessions;
		const history = await library.history(ref!);
		const {files, facts} = await readComparedSide(
			history.session,
			undefined,
			history.entries(undefined, {isWhole: true}),
		);
		const left = filesBelow(path.join(outcomes, name, 'left'));
		const known = [...files.values()].filter(({isDeleted, pieces}) => !isDeleted && pieces.length === 0);
		// There before the session, and only edited: nobody can know the whole of it.
		expect(files.get('notes.md')).toMatchObject({
			text: undefined,
			pieces: [{before: expect.stringContaining('first line'), after: expect.stringContaining('1st line')}],
		});
		expect(left.get('notes.md')).toContain('1st line');
		left.delete('notes.md');
		expect(Object.fromEntries(known.map(({path: file, text}) => [file, text]))).toEqual(Object.fromEntries(left));
		const gone = [...files.values()].filter(({isDeleted}) => isDeleted).map(({path: file}) => file);
		expect(gone.sort()).toEqual(name.startsWith('codex') ? ['src/gone.ts', 'src/list.ts'] : []);
		expect(facts.errors).toBe(1);
	});
});
