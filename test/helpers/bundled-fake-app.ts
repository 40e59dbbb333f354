import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {build} from 'esbuild';
import {afterAll, beforeAll} from 'vitest';

/** Bundles the fake app, or another one, as the real one is bundled, once for the tests of a file. Gives the file to run. */
export function bundledFakeApp(entry = 'fake-app.tsx'): () => string {
	const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'recollect-screen-'));
	beforeAll(() => bundle(entry, directory));
	afterAll(() => fs.rmSync(directory, {recursive: true, force: true}));
	return () => path.join(directory, `${path.parse(entry).name}.mjs`);
}

async function bundle(entry: string, outdir: string): Promise<void> {
	await build({
		entryPoints: [path.join(import.meta.dirname, entry)],
		outdir,
		outExtension: {'.js': '.mjs'},
		splitting: true,
		bundle: true,
		format: 'esm',
		platform: 'node',
		target: 'node20.19',
		jsx: 'automatic',
		external: ['libsql', 'react-devtools-core'],
		define: {'process.env.NODE_ENV': '"production"'},
		banner: {js: "import {createRequire} from 'node:module'; const require = createRequire(import.meta.url);"},
	});
}
