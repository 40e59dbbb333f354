// Bundles a peer that is drawn by Ink exactly as `build.mjs` bundles recollect.
import path from 'node:path';
import {build} from 'esbuild';

const here = import.meta.dirname;

/** Where the bundle is. */
export async function buildPeer(name, out = path.join(here, '..', '.work', 'peers')) {
	await build({
		entryPoints: [path.join(here, `${name}.tsx`)],
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
	return path.join(out, `${name}.js`);
}
