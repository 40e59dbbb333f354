/** Headers, counts and warnings: written down once, believed as long as the session is what it was. */
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {adapterFor} from '../../source/adapters/registry.ts';
import {savedSession} from '../../source/catalog/saved-sessions.ts';
import type {Session} from '../../source/model/session.ts';
import {age} from '../helpers/check-passages.ts';
import {answer, user, writeSession} from '../helpers/claude-session.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';
import {appendTo, catalogued, change, openedIn, scanned} from './catalogued.ts';

const records = [user('u1', null, 'what is this'), answer('a1', 'u1', 'a test')];

async function oneSession(...more: unknown[]) {
	const home = temporaryDirectory();
	const file = writeSession(home, [...records, ...more]);
	age(home);
	const cache = temporaryDirectory();
	/** As a new process sees it. */
	const look = async () => {
		const {library, sessions} = await scanned(home, cache);
		return {library, ref: sessions[0]!};
	};
	return {home, file, cache, look};
}

describe('headers', () => {
	it('of every agent are the same from the catalogue as from the files, before and after counting', async () => {
		const {home, cache, before} = await catalogued();
		const first = await scanned(home, cache);
		const heads = await Promise.all(first.sessions.map(ref => first.library.head(ref)));
		first.library.close();

		const second = await scanned(home, cache);
		const opened = await openedIn(async () => {
			for (const [at, ref] of second.sessions.entries()) expect(await second.library.head(ref)).toEqual(heads[at]);
		});
		expect(opened).toEqual([]);
		const measured = await Promise.all(second.sessions.map(ref => second.library.measure(ref)));
		second.library.close();

		const third = await scanned(home, cache);
		expect(third.sessions).toEqual(before.sessions);
		const openedNow = await openedIn(async () => {
			for (const [at, ref] of third.sessions.entries()) {
				const {session, warnings} = await third.library.measure(ref);
				expect({session, warnings}).toEqual(measured[at]);
				expect(await third.library.head(ref)).toEqual(session);
			}
		});
		expect(openedNow).toEqual([]);
		for (const [at, ref] of third.sessions.entries()) {
			const {session, warnings} = await adapterFor(ref.agent).history(ref);
			expect(measured[at]).toEqual({session, warnings});
			// What the table shows must not depend on what is known already.
			const shown = ({title, titleSource, cwd, gitBranch}: Session) => ({title, titleSource, cwd, gitBranch});
			expect(shown(heads[at]!)).toEqual(shown(session));
		}
	});

	it('are read again after a change, and only then', async () => {
		const {file, look} = await oneSession();
		const first = await look();
		expect((await first.library.head(first.ref)).title).toBe('what is this');
		first.library.close();
		const again = await look();
		expect(await openedIn(() => again.library.head(again.ref))).toEqual([]);
		again.library.close();

		appendTo(file, {type: 'custom-title', customTitle: 'a better name', sessionId: again.ref.id});
		const changed = await look();
		expect(await openedIn(() => changed.library.head(changed.ref))).toEqual(expect.arrayContaining([file]));
		expect((await changed.library.head(changed.ref)).title).toBe('a better name');
	});

	it('are known at once to whoever has just read them, and counts are not lost to a header', async () => {
		const {file, look} = await oneSession();
		const {library, ref} = await look();
		await library.history(ref);
		fs.rmSync(file);
		expect((await library.head(ref)).counts).toMatchObject({prompts: 1});
		expect((await library.measure(ref)).session.counts).toMatchObject({prompts: 1});
		library.save();
		expect((await library.measure(ref)).session.counts).toMatchObject({prompts: 1});
	});

	it('of a session that changed without being read keep the last known counts, which nobody takes for the new ones', async () => {
		const {file, look} = await oneSession();
		const first = await look();
		await first.library.measure(first.ref);
		first.library.close();
		appendTo(file, user('u2', 'a1', 'and this'));

		const changed = await look();
		const head = await changed.library.head(changed.ref);
		expect(head.counts).toBeUndefined();
		changed.library.save();
		const saved = savedSession(changed.library.catalog, changed.ref)!;
		expect(saved).toMatchObject({isFresh: true, isCounted: false, session: {counts: {prompts: 1}}});
		expect((await changed.library.head(changed.ref)).counts).toBeUndefined();
		expect((await changed.library.measure(changed.ref)).session.counts!.prompts).toBe(2);
		changed.library.close();

		const last = await look();
		expect(savedSession(last.library.catalog, last.ref)).toMatchObject({
			isCounted: true,
			session: {counts: {prompts: 2}},
		});
	});

	it('of files anywhere else are not written down', async () => {
		const {look} = await oneSession();
		const {library} = await look();
		const elsewhere = writeSession(temporaryDirectory(), records);
		const ref = (await library.recognize(elsewhere))!;
		expect((await library.head(ref)).title).toBe('what is this');
		library.save();
		expect(savedSession(library.catalog, ref)).toBeUndefined();
	});

	it('are read from the files where nothing can be written down', async () => {
		const {home} = await oneSession();
		const blocked = path.join(temporaryDirectory(), 'a file');
		fs.writeFileSync(blocked, '');
		const {library, sessions} = await scanned(home, blocked);
		expect((await library.head(sessions[0]!)).title).toBe('what is this');
		expect((await library.measure(sessions[0]!)).session.counts!.prompts).toBe(1);
		expect(library.catalog!.note).toMatch(/^working without the catalogue: /);
	});
});

describe('what was wrong with a file', () => {
	it('is told again from the catalogue, and no longer when it is mended', async () => {
		const {file, look} = await oneSession('{"cut off');
		const first = await look();
		const {warnings} = await first.library.measure(first.ref);
		expect(warnings).toHaveLength(1);
		first.library.close();

		const second = await look();
		const opened = await openedIn(async () =>
			expect((await second.library.measure(second.ref)).warnings).toEqual(warnings),
		);
		expect(opened).toEqual([]);
		second.library.close();

		change(file, () => fs.writeFileSync(file, `${records.map(record => JSON.stringify(record)).join('\n')}\n`));
		const mended = await look();
		// A header alone says nothing about the rest of the file.
		await mended.library.head(mended.ref);
		mended.library.save();
		expect((await mended.library.measure(mended.ref)).warnings).toEqual([]);
	});

	it('is not told without end: a file full of trouble has a few words', async () => {
		const {look} = await oneSession(...Array.from({length: 100}, () => '{"cut'));
		const first = await look();
		expect((await first.library.measure(first.ref)).warnings).toHaveLength(100);
		first.library.close();
		const second = await look();
		expect((await second.library.measure(second.ref)).warnings).toHaveLength(20);
	});
});
