// Bundles the program into dist/: one small entry for commands, and chunks that load only when the screen opens.
import fs from 'node:fs';
import path from 'node:path';
import {build} from 'esbuild';

const here = import.meta.dirname;
const out = path.join(here, 'dist');

function newestMtime(target) {
	const stat = fs.statSync(target);
	if (!stat.isDirectory()) return stat.mtimeMs;
	return Math.max(stat.mtimeMs, ...fs.readdirSync(target).map(name => newestMtime(path.join(target, name))));
}

function isFresh() {
	try {
		const built = fs.statSync(path.join(out, 'cli.js')).mtimeMs;
		return ['source', 'package.json', 'build.mjs'].every(name => newestMtime(path.join(here, name)) <= built);
	} catch {
		return false;
	}
}

/**
 * Meow loads what checks package files, a third of its start, before anybody asks for a package file, and what starts
 * processes, which it never does. Here the one is loaded when it is wanted and the other not at all. Where meow is built
 * in another way, it stays as it is.
 */
const patientMeow = {
	name: 'patient-meow',
	setup({onLoad}) {
		onLoad({filter: /meow[\\/]build[\\/]dependencies\.js$/}, ({path: file}) => ({
			contents: fs
				.readFileSync(file, 'utf8')
				.replace("import { execFile } from 'node:child_process';", '')
				.replace('promisify(execFile);', '')
				.replace('var normalizeExports = requireNormalize();', '')
				.replace(
					'const normalizePackageData = getDefaultExportFromCjs(normalizeExports);',
					'const normalizePackageData = data => getDefaultExportFromCjs(requireNormalize())(data);',
				),
		}));
	},
};

if (!(process.argv.includes('--if-stale') && isFresh())) {
	const {version} = JSON.parse(fs.readFileSync(path.join(here, 'package.json'), 'utf8'));
	fs.rmSync(out, {recursive: true, force: true});
	await build({
		entryPoints: {
			cli: path.join(here, 'source/cli.tsx'),
			'fill-worker': path.join(here, 'source/catalog/worker/fill-worker.ts'),
			'index-worker': path.join(here, 'source/catalog/worker/index-worker.ts'),
			'look-worker': path.join(here, 'source/catalog/worker/look-worker.ts'),
			'reader-worker': path.join(here, 'source/catalog/worker/reader-worker.ts'),
			'search-worker': path.join(here, 'source/search/worker/search-worker.ts'),
		},
		outdir: out,
		bundle: true,
		splitting: true,
		format: 'esm',
		platform: 'node',
		target: 'node20.19',
		jsx: 'automatic',
		minify: true,
		plugins: [patientMeow],
		// Native code, and Ink's optional debugging bridge, stay outside the bundle.
		external: ['libsql', 'react-devtools-core'],
		define: {'process.env.NODE_ENV': '"production"', RECOLLECT_VERSION: JSON.stringify(version)},
		banner: {
			js: "import {createRequire as __createRequire} from 'node:module'; const require = __createRequire(import.meta.url);",
		},
	});
	const entry = path.join(out, 'cli.js');
	fs.writeFileSync(entry, `#!/usr/bin/env node\n${fs.readFileSync(entry, 'utf8')}`);
	fs.chmodSync(entry, 0o755);
}
