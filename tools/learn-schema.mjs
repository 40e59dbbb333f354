#!/usr/bin/env node
// A candidate for what is known of an agent's records, from new files. See docs/check.md.
//   node tools/learn-schema.mjs [--agent NAME] [--write] PATH…
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {pathToFileURL} from 'node:url';
import {build} from 'esbuild';

// The sources are TypeScript, and Node 20 does not read that.
const root = path.join(import.meta.dirname, '..');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'recollect-learn-'));
try {
	const outfile = path.join(folder, 'learn.mjs');
	await build({
		entryPoints: [path.join(root, 'tools/schema/learn.ts')],
		outfile,
		bundle: true,
		format: 'esm',
		platform: 'node',
		external: ['libsql', '@libsql/*'],
		alias: {fzstd: path.join(root, 'node_modules/fzstd/esm/index.mjs')},
		define: {'import.meta.url': JSON.stringify(pathToFileURL(path.join(root, 'tools/learn-schema.mjs')).href)},
		logLevel: 'error',
	});
	const {main} = await import(pathToFileURL(outfile).href);
	process.exitCode = await main(process.argv.slice(2), path.join(root, 'source/check/known'));
} finally {
	fs.rmSync(folder, {recursive: true, force: true});
}
