/** Sessions that are marked to do something with all of them. */
import {expect, test} from 'vitest';
import {openExplorer, turns} from '../helpers/fake-explorer.tsx';
import {type FakeSession, fakeLibrary} from '../helpers/fake-library.ts';

const sessions = Array.from(
	{length: 6},
	(_, at): FakeSession => ({id: `s${at}`, title: `Session ${at}`, size: at, minutesAgo: 10 + at}),
);

async function open() {
	const library = fakeLibrary(sessions);
	const opened = await openExplorer(library);
	await turns();
	return {...opened, library, marked: () => opened.explorer.marked.map(({id}) => id)};
}

test('m marks and goes on, again takes the mark away; M takes all of them', async () => {
	const {press, marked, lines, frame, explorer} = await open();
	press('m', 'j', 'm');
	expect(marked()).toEqual(['s0', 's2']);
	expect(explorer.scene.list.selected?.ref.id).toBe('s3');
	expect(lines()[0]).toContain('◆ 2 marked');
	expect(frame()).toMatch(/^◆ {3}claude +Session 0/m);
	expect(frame()).toMatch(/^ {4}claude +Session 1/m);
	press('k', 'm');
	expect(marked()).toEqual(['s0']);
	press('M');
	expect(marked()).toEqual([]);
	expect(frame()).not.toContain('◆');
	press('M');
	expect(frame()).toContain('No session is marked: m marks one');
});

test('they come in the order of the list, also those that are not in view', async () => {
	const {press, type, shows, marked} = await open();
	press('G', 'm', 'home', 'm', 'j', 'm');
	expect(marked()).toEqual(['s0', 's2', 's5']);
	press('s', 's');
	expect(marked()).toEqual(['s5', 's2', 's0']);
	press('/');
	type('session 2');
	await shows('1 of 6');
	expect(marked()).toEqual(['s2', 's0', 's5']);
});

test('what changes stays marked, what is gone does not', async () => {
	const {press, library, marked, lines} = await open();
	press('m', 'm', 'm');
	library.tell({changed: [library.write({id: 's2', minutesAgo: 0})], gone: [library.ref('s1')]});
	expect(marked()).toEqual(['s2', 's0']);
	expect(lines()[0]).toContain('◆ 2 marked');
});
