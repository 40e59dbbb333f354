import fs from 'node:fs';
import path from 'node:path';
import {expect, it, vi} from 'vitest';
import {reachableStores} from '../../source/adapters/files.ts';
import type {Warning} from '../../source/model/warning.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';

it('gives the stores that are there, each real directory once', async () => {
	const home = temporaryDirectory();
	const [store, link] = [path.join(home, 'store'), path.join(home, 'link')];
	fs.mkdirSync(store);
	fs.symlinkSync(store, link);
	expect(await reachableStores([path.join(home, 'absent'), store, link], () => {})).toEqual([store]);
});

it('goes on without a store that never answers, and says so', async () => {
	const stat = vi.spyOn(fs.promises, 'stat').mockImplementation(() => new Promise(() => {}));
	const warnings: Warning[] = [];
	expect(await reachableStores(['/dead/mount'], warning => warnings.push(warning), {limitMs: 20})).toEqual([]);
	expect(warnings).toMatchObject([{path: '/dead/mount', message: expect.stringContaining('does not answer')}]);
	stat.mockRestore();
});
