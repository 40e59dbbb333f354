/** Where `check` would have something to say, the list, the preview and the reader have a mark. */
import {expect, test} from 'vitest';
import type {Entry} from '../../source/model/entry.ts';
import {openExplorer, turns} from '../helpers/fake-explorer.tsx';
import {fakeLibrary} from '../helpers/fake-library.ts';

const entries: Entry[] = [
	{
		id: 'p',
		kind: 'user',
		role: 'user',
		text: 'Do it',
		timestamp: '2026-11-16T10:00:00.000Z',
		locator: {path: '/x.jsonl', offset: 0, length: 1},
	},
];

async function open(counts: object) {
	const opened = await openExplorer(fakeLibrary([{id: 'a', title: 'A session', entries, counts}]));
	await turns();
	return opened;
}

test('a session with changes of format', async () => {
	const {shows, press, lines} = await open({drift: 2});
	await shows('? 2 changes');
	expect(lines().find(line => line.includes('claude   A session'))).toMatch(/\? *│/);
	press('enter');
	await shows('prompt 1/1');
	expect(lines()[0]).toMatch(/ \? {3}prompt 1\/1/);
});

test('one without', async () => {
	const {shows, press, frame, lines} = await open({});
	await shows('A session');
	expect(frame()).not.toContain('change');
	press('enter');
	await shows('prompt 1/1');
	expect(lines()[0]).not.toContain('?');
});
