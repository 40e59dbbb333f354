/** What the engine runs is made of the text beside it: `npm run wasm` writes it down, this fails when it is stale. */
import fs from 'node:fs';
import path from 'node:path';
import {expect, it} from 'vitest';
import {translate} from '../../tools/wasm/translate.ts';

const folder = path.join(import.meta.dirname, '../../source/adapters/jsonl/engine');
const target = path.join(folder, 'letters-wasm.ts');

it('is what letters.wat says', async () => {
	const wanted = `/** \`letters.wat\` as the engine takes it; made by \`npm run wasm\`. */\nexport const lettersWasm =\n\t'${await translate(path.join(folder, 'letters.wat'))}';\n`;
	if (process.env.UPDATE_WASM) fs.writeFileSync(target, wanted);
	else expect(fs.readFileSync(target, 'utf8')).toBe(wanted);
	expect(wanted.length).toBeGreaterThan(500);
});
