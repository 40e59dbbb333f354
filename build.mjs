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
 * Meow can look for the package file of whoever uses it, and check it: most of its code, and most of its start. We tell it
 * all that it would find there. Where meow is built in another way, it stays as it is.
 */
const smallMeow = {
	name: 'small-meow',
	setup({onLoad}) {
		const without = (filter, ...texts) =>
			onLoad({filter}, ({path: file}) => ({
				contents: texts.reduce((text, [from, to = '']) => text.replace(from, to), fs.readFileSync(file, 'utf8')),
			}));
		without(/meow[\\/]build[\\/]options\.js$/, [
			"import { a as readPackageUpSync, n as normalizePackageData } from './dependencies.js';",
			'const readPackageUpSync = () => undefined; const normalizePackageData = () => {};',
		]);
		without(
			/meow[\\/]build[\\/]dependencies\.js$/,
			["import { execFile } from 'node:child_process';"],
			['promisify(execFile);'],
			['var normalizeExports = requireNormalize();'],
			[
				'const normalizePackageData = getDefaultExportFromCjs(normalizeExports);',
				'const normalizePackageData = data => getDefaultExportFromCjs(requireNormalize())(data);',
			],
		);
	},
};

/** To import what is there for all has a price: Node then works out every property of it, the list of its flags too. */
const globalProcess = {
	name: 'global-process',
	setup({onResolve, onLoad}) {
		onResolve({filter: /^(node:)?process$/}, () => ({path: 'process', namespace: 'global'}));
		onLoad({filter: /.*/, namespace: 'global'}, () => ({contents: 'module.exports = process;'}));
	},
};

/**
 * What Ink needs is quick to run and slow to start: string-width builds a pattern of all emoji, and the layout engine loads
 * the whole of `fetch` to decode its own text. Where either is built in another way, it stays as it is.
 */
const quickInk = {
	name: 'quick-ink',
	setup({onLoad}) {
		const own = path.join(here, 'source/text/rgi-emoji.ts');
		onLoad({filter: /string-width[\\/]index\.js$/}, ({path: file}) => ({
			contents: fs
				.readFileSync(file, 'utf8')
				.replace(
					'const rgiEmojiRegex = /^\\p{RGI_Emoji}$/v;',
					`import {isRgiEmoji} from ${JSON.stringify(own)}; const rgiEmojiRegex = {test: isRgiEmoji};`,
				),
		}));
		onLoad({filter: /yoga-wasm-base64-esm\.js$/}, ({path: file}) => ({
			contents: fs
				.readFileSync(file, 'utf8')
				.replace('function ya(){return w||', 'function ya(){w=w||Buffer.from(H.slice(37),"base64");return w||'),
		}));
	},
};

/**
 * Libsql reads a report about the whole process to learn which C library it has, and loads a dozen files for that: longer
 * than all that a list asks of it. Where the usual native part loads, that is all there is to know; else it asks as ever.
 */
const quickLibsql = {
	name: 'quick-libsql',
	setup({onLoad}) {
		onLoad({filter: /sqlite[\\/]load-libsql\.ts$/}, () => ({
			loader: 'ts',
			contents: "export const loadLibsql = () => require('libsql');",
			resolveDir: here,
		}));
		onLoad({filter: /libsql[\\/]index\.js$/}, ({path: file}) => {
			const own = fs.readFileSync(file, 'utf8');
			const contents = own
				.replace('const { load, currentTarget } = require("@neon-rs/load");', '')
				.replace('const { familySync, GLIBC, MUSL } = require("detect-libc");', '')
				.replace('} = requireNative();', '} = requireQuickly();');
			if (contents.length === own.length || !contents.includes('requireQuickly')) return {contents: own};
			return {contents: `${contents}\n${requireQuickly}`};
		});
	},
};

/** They are a file of their own, which is loaded when the first text has to be parsed. */
const lateParsers = {
	name: 'late-parsers',
	setup({onLoad}) {
		onLoad({filter: /markdown[\\/]load-parsers\.ts$/}, () => ({
			loader: 'js',
			contents: "export const loadParsers = () => require('./prose-parsed.cjs');",
		}));
	},
};

const requireQuickly = `
function requireQuickly() {
	const fromPackage = require('node:module').createRequire(require.resolve('libsql'));
	if (process.platform === 'linux') {
		try {
			return fromPackage('@libsql/linux-' + process.arch + '-gnu');
		} catch {}
	}
	const {currentTarget} = fromPackage('@neon-rs/load');
	const {familySync, MUSL} = fromPackage('detect-libc');
	const target = currentTarget();
	return fromPackage('@libsql/' + (target === 'linux-arm-gnueabihf' && familySync() === MUSL ? 'linux-arm-musleabihf' : target));
}
`;

if (!(process.argv.includes('--if-stale') && isFresh())) {
	const {version} = JSON.parse(fs.readFileSync(path.join(here, 'package.json'), 'utf8'));
	fs.rmSync(out, {recursive: true, force: true});
	const options = {
		outdir: out,
		bundle: true,
		splitting: true,
		format: 'esm',
		platform: 'node',
		target: 'node20.19',
		jsx: 'automatic',
		minify: true,
		plugins: [smallMeow, globalProcess, quickInk, quickLibsql, lateParsers],
		// Its other build loads its parts in a way that no bundler understands.
		alias: {'jsonc-parser': 'jsonc-parser/lib/esm/main.js'},
		// The native code of libsql, and Ink's optional debugging bridge, stay outside the bundle.
		external: ['@libsql/*', 'react-devtools-core', './prose-parsed.cjs'],
		define: {'process.env.NODE_ENV': '"production"', RECOLLECT_VERSION: JSON.stringify(version)},
		banner: {
			js: "import {createRequire as __createRequire} from 'node:module'; const require = __createRequire(import.meta.url);",
		},
	};
	const worker = (folder, name) => [name, path.join(here, 'source', folder, 'worker', `${name}.ts`)];
	const workers = [
		worker('actions/export', 'draw-worker'),
		worker('catalog', 'fill-worker'),
		worker('catalog', 'index-worker'),
		worker('catalog', 'look-worker'),
		worker('catalog', 'reader-worker'),
		worker('search', 'search-worker'),
	];
	// Apart: what they share would be cut into many small files, and each takes a moment to load.
	await build({...options, entryPoints: {cli: path.join(here, 'source/cli.tsx')}});
	await build({...options, entryPoints: Object.fromEntries(workers)});
	await build({
		...options,
		entryPoints: {'prose-parsed': path.join(here, 'source/formats/markdown/prose-parsed.ts')},
		format: 'cjs',
		splitting: false,
		banner: {},
		outExtension: {'.js': '.cjs'},
	});
	// For whoever writes or reads the open formats with other tools.
	fs.cpSync(path.join(here, 'source/formats/schemas'), path.join(out, 'schemas'), {recursive: true});
	const entry = path.join(out, 'cli.js');
	fs.writeFileSync(entry, `#!/usr/bin/env node\n${fs.readFileSync(entry, 'utf8')}`);
	fs.chmodSync(entry, 0o755);
}
