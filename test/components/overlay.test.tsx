import {describe, expect, it} from 'vitest';
import {widthOf} from '../../source/text/width.ts';
import {openExplorer} from '../helpers/fake-explorer.tsx';
import {fakeLibrary} from '../helpers/fake-library.ts';

describe('the palette', () => {
	it('finds a command by its name and does it', async () => {
		const {press, type, frame, explorer} = await openExplorer(fakeLibrary([{id: 'a', title: 'first'}]));
		press(':');
		expect(frame()).toContain('Commands');
		type('all keys');
		expect(frame()).toMatch(/▸ All keys of this screen/);
		press('enter');
		expect(explorer.place).toBe('help');
	});

	it.each([40, 80])('shows the key of every command at %i columns', async columns => {
		const {press, type, lines} = await openExplorer(fakeLibrary([{id: 'a', title: 'first'}]), {columns});
		press(':');
		type('order: newest');
		expect(lines().find(line => line.includes('▸ Order: '))).toMatch(/ s *$/);
		expect(lines().every(line => widthOf(line) <= columns)).toBe(true);
	});
});
