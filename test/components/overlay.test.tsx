import {describe, expect, it} from 'vitest';
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
});
