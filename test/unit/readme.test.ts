/** The README's lists are made from the tables in the program: `npm run docs` writes them, this fails when one is stale. */
import fs from 'node:fs';
import path from 'node:path';
import {expect, it} from 'vitest';
import {optionTable} from '../../source/config/option-table.ts';
import {keyTable} from '../../source/keymap/key-table.ts';

const file = path.join(import.meta.dirname, '..', '..', 'README.md');
const sections = [
	{name: 'keys', made: keyTable},
	{name: 'settings', made: optionTable},
];

it.each(sections)('has the $name as the program has them', ({name, made}) => {
	const section = new RegExp(`(<!-- ${name}:[^>]*-->\\n)[\\s\\S]*?(<!-- /${name} -->)`);
	const readme = fs.readFileSync(file, 'utf8');
	const wanted = readme.replace(section, (_, begin: string, end: string) => `${begin}\n${made()}\n\n${end}`);
	if (process.env.UPDATE_README) fs.writeFileSync(file, wanted);
	else expect(readme).toBe(wanted);
	expect(wanted).toMatch(section);
});
