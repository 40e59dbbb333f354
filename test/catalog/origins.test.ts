/** Who was copied from whom: told once, written down, and told anew when any of the family changed. */
import fs from 'node:fs';
import {describe, expect, it, vi} from 'vitest';
import {claude} from '../../source/adapters/claude/claude.ts';
import type {Library} from '../../source/catalog/library.ts';
import {age} from '../helpers/check-passages.ts';
import {answer, user, writeSession} from '../helpers/claude-session.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';
import {appendTo, catalogued, change, libraryOf, scanned} from './catalogued.ts';

const ids = ['aaaaaaaa-0000-4000-8000-00000000000a', 'bbbbbbbb-0000-4000-8000-00000000000b'] as const;

/** A session and its copy, which goes on in its own way. */
function family() {
	const home = temporaryDirectory();
	const shared = [user('u1', null, 'shared'), answer('a1', 'u1', 'by both')];
	const own = (id: string, ...records: object[]) => records.map(record => ({...record, sessionId: id}));
	const [original, copy] = ids;
	const copied = [...own(copy, ...shared), ...own(copy, user('u2', 'a1', 'in the copy'))];
	const files = [
		writeSession(
			home,
			[...own(original, ...shared), ...own(original, user('u3', 'a1', 'in the original'))],
			`${original}.jsonl`,
		),
		writeSession(home, copied, `${copy}.jsonl`),
	] as const;
	age(home);
	return {home, files};
}

async function originsIn(library: Library): Promise<Record<string, unknown>> {
	const {sessions} = await library.scan();
	const told = await Promise.all(sessions.map(async ref => [ref.id, await library.origin(ref)] as const));
	return Object.fromEntries(told);
}

describe('the origin of a session', () => {
	it('is asked of the files once, and of the catalogue from then on', async () => {
		const {home} = family();
		const cache = temporaryDirectory();
		const relate = vi.spyOn(claude, 'relate');
		try {
			const first = libraryOf(home, cache);
			const told = await originsIn(first);
			expect(Object.values(told).filter(origin => (origin as {forkedFrom?: string}).forkedFrom)).toHaveLength(1);
			expect(relate).toHaveBeenCalledTimes(1);
			first.close();
			expect(await originsIn(libraryOf(home, cache))).toEqual(told);
			expect(relate).toHaveBeenCalledTimes(1);
			expect(await originsIn(libraryOf(home))).toEqual(told);
			expect(relate).toHaveBeenCalledTimes(2);
		} finally {
			relate.mockRestore();
		}
	});

	it('says nothing of what it does not know, so that nothing else is hidden by it', async () => {
		const {home} = family();
		const cache = temporaryDirectory();
		for (const library of [libraryOf(home, cache), libraryOf(home, cache), libraryOf(home)]) {
			const told = await originsIn(library);
			expect(Object.values(told).map(origin => Object.values(origin as object))).not.toContainEqual([undefined]);
			library.close();
		}
	});

	it('is told anew when one of the family changed, came or went', async () => {
		const {home, files} = family();
		const cache = temporaryDirectory();
		const check = async () => {
			const library = libraryOf(home, cache);
			const told = await originsIn(library);
			library.close();
			expect(told).toEqual(await originsIn(libraryOf(home)));
			return told;
		};
		const relate = vi.spyOn(claude, 'relate');
		try {
			const before = await check();
			relate.mockClear();
			appendTo(files[0], {...user('u9', 'u3', 'more'), sessionId: ids[0]});
			await check();
			expect(relate).toHaveBeenCalledTimes(2);
			const third = files[0].replace(ids[0], 'cccccccc-0000-4000-8000-00000000000c');
			change(third, () =>
				fs.writeFileSync(
					third,
					fs.readFileSync(files[0], 'utf8').replaceAll(ids[0], 'cccccccc-0000-4000-8000-00000000000c'),
				),
			);
			expect(Object.keys(await check())).toHaveLength(3);
			change(third, () => fs.rmSync(third));
			change(files[0], () => fs.rmSync(files[0]));
			const alone = await check();
			expect(Object.keys(alone)).toEqual([ids[1]]);
			expect(alone).not.toEqual(before);
		} finally {
			relate.mockRestore();
		}
	});

	it('is not the one of an earlier state where a member was touched meanwhile', async () => {
		const {home, files} = family();
		const {library, sessions} = await scanned(home, temporaryDirectory());
		const relate = vi.spyOn(claude, 'relate');
		try {
			await library.origin(sessions[0]!);
			appendTo(files[0], {...user('u9', 'u3', 'more'), sessionId: ids[0]});
			const touched = (await library.touch(sessions.find(({path}) => path === files[0])!))!;
			await library.origin(touched);
			expect(relate).toHaveBeenCalledTimes(2);
			expect(relate.mock.calls[1]![0].map(({stamp}) => stamp)).toContain(touched.stamp);
		} finally {
			relate.mockRestore();
		}
	});

	it('is the same with a catalogue and without one, for every recorded session', async () => {
		const {home, cache} = await catalogued();
		const without = await originsIn(libraryOf(home));
		expect(
			Object.values(without).filter(origin => (origin as {forkedFrom?: string}).forkedFrom).length,
		).toBeGreaterThan(1);
		for (const _ of ['cold', 'warm']) {
			const library = libraryOf(home, cache);
			expect(await originsIn(library)).toEqual(without);
			library.close();
		}
	});
});
