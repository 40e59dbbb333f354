// A session of 100 MB written as Markdown and as HTML, beside the plain loop over the same file.
// `node bench/export.mjs [--small] [--only claude,codex] [--runs N] [--cli FILE]`
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {parseArgs} from 'node:util';
import {makeLarge} from './corpus/make-large.mjs';
import {best} from './measure.mjs';

const {values: options} = parseArgs({
	options: {
		small: {type: 'boolean'},
		only: {type: 'string'},
		runs: {type: 'string'},
		cli: {type: 'string'},
	},
});
const here = import.meta.dirname;
const work = path.join(here, '.work');
const cli = options.cli ?? path.join(here, '..', 'dist', 'cli.js');
const bytes = options.small ? 10e6 : 100e6;
const runs = Number(options.runs ?? 3);
const limits = {loops: 2, memory: 250};
let isOver = false;

for (const kind of (options.only ?? 'claude,codex').split(',')) {
	const home = path.join(work, `export-${kind}${options.small ? '-10' : ''}`);
	const {file} = makeLarge(home, kind, bytes);
	const list = path.join(work, `export-${kind}.txt`);
	fs.writeFileSync(list, `${file}\n`);
	const loop = await best(runs, process.execPath, [path.join(here, 'plain-loop.mjs'), list]);
	console.log(`${kind}: plain loop  ·  ${loop.seconds.toFixed(2)} s`);
	for (const [format, ending] of [
		['markdown', 'md'],
		['html', 'html'],
	]) {
		const output = path.join(work, `export-${kind}.${ending}`);
		const args = [cli, 'export', file, '--format', format, '--output', output, '--no-redact', '--force'];
		const env = {...process.env, RECOLLECT_CACHE: path.join(work, 'export-cache')};
		const {seconds, memory} = await best(runs, process.execPath, args, {env});
		const loops = seconds / loop.seconds;
		const isWithin = format !== 'markdown' || (loops <= limits.loops && memory <= limits.memory);
		isOver ||= !isWithin;
		const verdict =
			format === 'markdown' ? (isWithin ? 'within' : `OVER ${limits.loops} × or ${limits.memory} MB`) : '';
		const size = (fs.statSync(output).size / 1e6).toFixed(0);
		console.log(
			[
				`${kind}: ${format}, ${size} MB`,
				`${seconds.toFixed(2)} s`,
				`${loops.toFixed(2)} × loop`,
				`${memory.toFixed(0)} MB`,
				verdict,
			]
				.filter(Boolean)
				.join('  ·  '),
		);
		fs.rmSync(output);
	}
}
console.log(
	`\nNode ${process.version}, ${os.cpus().length} cores, sessions of ${bytes / 1e6} MB, the best of ${runs} runs`,
);
process.exitCode = isOver ? 1 : 0;
