// Bundles the Ink hello world exactly as `build.mjs` bundles recollect.
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {build} from 'esbuild';

const here = import.meta.dirname;

/** Where the bundle is. */
export async function buildHello(out = path.join(here, '..', '.work', 'peers')) {
	await build({
		entryPoints: [path.join(here, 'ink-hello.tsx')],
		outdir: out,
		bundle: true,
		splitting: true,
		format: 'esm',
		platform: 'node',
		target: 'node20.19',
		jsx: 'automatic',
		minify: true,
		keepNames: true,
		external: ['libsql', 'react-devtools-core'],
		define: {'process.env.NODE_ENV': '"production"', RECOLLECT_VERSION: '"0.0.0"'},
		banner: {
			js: "import {createRequire as __createRequire} from 'node:module'; const require = __createRequire(import.meta.url);",
		},
	});
	return path.join(out, 'ink-hello.js');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(await buildHello());
