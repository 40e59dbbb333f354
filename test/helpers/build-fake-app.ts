import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {build} from 'esbuild';
import {afterAll} from 'vitest';

/** Bundles the fake app as the real one is bundled; returns the file to run. It is removed after the tests. */
export async function buildFakeApp(): Promise<string> {
	const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'recollect-screen-'));
	afterAll(() => fs.rmSync(directory, {recursive: true, force: true}));
	await build({
		entryPoints: [path.join(import.meta.dirname, 'fake-app.tsx')],
		outdir: directory,
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
	return path.join(directory, 'fake-app.mjs');
}
