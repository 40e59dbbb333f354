/** A `.wat` file as the engine takes it, in letters. `npm run wasm` writes down what the program carries of it; a test holds that. */

import fs from 'node:fs';
import wabt from 'wabt';

export async function translate(file: string): Promise<string> {
	const {parseWat} = await wabt();
	const module = parseWat(file, fs.readFileSync(file, 'utf8'), {simd: true});
	try {
		module.resolveNames();
		module.validate();
		return Buffer.from(module.toBinary({}).buffer).toString('base64');
	} finally {
		module.destroy();
	}
}
