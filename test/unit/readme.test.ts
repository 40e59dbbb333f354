/** The README's key list is made from the keymap: `npm run docs` writes it, this test fails when it is stale. */
import fs from 'node:fs';
import path from 'node:path';
import {expect, it} from 'vitest';
import {keyTable} from '../../source/keymap/key-table.ts';

const file = path.join(import.meta.dirname, '..', '..', 'README.md');
const section = /(<!-- keys:[^>]*-->\n)[\s\S]*?(<!-- \/keys -->)/;

it('lists the keys that the keymap has', () => {
	const readme = fs.readFileSync(file, 'utf8');
	const wanted = readme.replace(section, (_, begin: string, end: string) => `${begin}\n${keyTable()}\n\n${end}`);
	if (process.env.UPDATE_README) fs.writeFileSync(file, wanted);
	else expect(readme).toBe(wanted);
	expect(wanted).toMatch(section);
});
