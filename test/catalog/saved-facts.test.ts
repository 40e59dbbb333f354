/** What lists are sorted and grouped by, as the catalogue tells it of all sessions at once. */
import {describe, expect, it} from 'vitest';
import type {SessionRef} from '../../source/adapters/adapter.ts';
import {SavedFactsReader} from '../../source/catalog/saved-facts.ts';
import {keyOf} from '../../source/components/session-source.ts';
import {tokenSum} from '../../source/model/session.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';
import {appendTo, ask, catalogued, everyAgent, openedIn, scanned} from './catalogued.ts';

describe('what is known of all sessions', () => {
	it('is what their headers and counts say, and no file is opened for it', async () => {
		const {home, cache} = await catalogued();
		const {library, sessions} = await scanned(home, cache);
		const wanted = new Map<string, unknown>();
		for (const ref of sessions) {
			const {title, cwd, counts, tokens} = (await library.measure(ref)).session;
			const sum = tokens && tokenSum(tokens);
			wanted.set(keyOf(ref), {title: title?.slice(0, 120), cwd, prompts: counts!.prompts, tokens: sum});
		}
		library.save();
		const reader = new SavedFactsReader(library.catalog);
		const opened = await openedIn(async () => {
			const facts = await reader.read();
			expect(new Map([...facts].sort())).toEqual(new Map([...wanted].sort()));
			expect(facts.size).toBe(sessions.length);
		});
		expect(opened).toEqual([]);
	});

	it('is the same map while nothing changes, and another one with what did', async () => {
		const {home, cache} = await catalogued(everyAgent('claude'));
		const {library, sessions} = await scanned(home, cache);
		const reader = new SavedFactsReader(library.catalog);
		const before = await reader.read();
		expect(await reader.read()).toBe(before);
		expect(before.get(keyOf(sessions[0]!))).toEqual({});

		const ref = sessions.find(({isFolded, files}) => !isFolded && files.length === 1) as SessionRef;
		appendTo(ref.path, {type: 'custom-title', customTitle: 'a better name', sessionId: ref.id});
		const touched = (await library.touch(ref))!;
		await library.measure(touched);
		library.save();
		const after = await reader.read();
		expect(after).not.toBe(before);
		expect(after.get(keyOf(touched))).toMatchObject({title: 'a better name', prompts: expect.any(Number)});
		expect(before.get(keyOf(touched))).toEqual({});
		expect(after.size).toBe(before.size);
	});

	it('is read anew from a catalogue that was made anew', async () => {
		const {home, cache} = await catalogued(everyAgent('claude'));
		const {library, sessions} = await scanned(home, cache);
		await library.measure(sessions[0]!);
		library.save();
		const reader = new SavedFactsReader(library.catalog);
		expect((await reader.read()).get(keyOf(sessions[0]!))).toHaveProperty('prompts');
		library.catalog!.rebuild();
		await library.rescan();
		expect((await reader.read()).get(keyOf(sessions[0]!))).toEqual({});
	});

	it('is what else is known where a header is not what was written', async () => {
		const {home, cache} = await catalogued(everyAgent('claude'));
		const {library, sessions} = await scanned(home, cache);
		for (const ref of sessions) await library.measure(ref);
		library.save();
		ask(library.catalog!.file, "UPDATE sessions SET head = '{\"counts' WHERE id = ?", sessions[0]!.id);
		const facts = await new SavedFactsReader(library.catalog).read();
		expect(facts.get(keyOf(sessions[0]!))).not.toHaveProperty('prompts');
		expect(facts.get(keyOf(sessions[1]!))).toHaveProperty('prompts');
	});

	it('is nothing without a catalogue', async () => {
		expect((await new SavedFactsReader(undefined).read()).size).toBe(0);
		const {library} = await scanned(everyAgent('claude'), temporaryDirectory());
		library.close();
		expect((await new SavedFactsReader(library.catalog).read()).size).toBe(0);
	});
});
