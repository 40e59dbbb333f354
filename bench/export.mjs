// Exporting a session of 100 MB into every format, beside a loop that only reads and parses its lines.
// `node bench/export.mjs [--small] [--kind claude,claude-small,codex] [--runs N]`
import fs from 'node:fs';
import path from 'node:path';
import {parseArgs} from 'node:util';
import {makeLarge} from './corpus/make-large.mjs';
import {best} from './measure.mjs';
import {printTable, report} from './table.mjs';

const {values: options} = parseArgs({
	options: {small: {type: 'boolean'}, kind: {type: 'string'}, runs: {type: 'string'}},
});
const here = import.meta.dirname;
const cli = path.join(here, '..', 'dist', 'cli.js');
const bytes = options.small ? 10e6 : 100e6;
const runs = Number(options.runs ?? 3);
const limits = {markdown: 2, memory: 250};

console.log(`Node ${process.version}; sessions of ${Math.round(bytes / 1e6)} MB`);
for (const kind of (options.kind ?? 'claude,claude-small,codex').split(',')) {
	const home = path.join(here, '.work', `export-${kind}-${Math.round(bytes / 1e6)}`);
	const {id, file} = makeLarge(home, kind, bytes);
	const manifest = path.join(home, 'manifest.json');
	fs.writeFileSync(manifest, JSON.stringify({files: [file]}));
	const loop = await best(runs, process.execPath, [path.join(here, 'peers', 'plain-loop.mjs'), manifest]);
	report(`${kind}: plain loop`, loop.seconds, {unit: 's'});
	const measure = async (format, ...more) => {
		const target = path.join(home, `out.${format}`);
		const args = [cli, 'export', id, '--home', home, '--cache', path.join(home, 'cache'), '--format', format];
		const done = await best(runs, process.execPath, [...args, '--output', target, '--force', ...more]);
		const name = `${kind}: ${format}${more.length > 0 ? ` ${more.join(' ')}` : ''}`;
		const ratio = done.seconds / loop.seconds;
		const limit = format === 'markdown' && more.length > 0 ? limits.markdown : undefined;
		report(name, done.seconds, {
			unit: 's',
			peer: `${ratio.toFixed(2)} × the loop, ${(fs.statSync(target).size / 1e6).toFixed(0)} MB`,
			judged: ratio,
			limit,
		});
		report(`${name}, memory`, done.memory, {
			unit: 'MB',
			limit: ['markdown', 'jsonl', 'html'].includes(format) ? limits.memory : undefined,
		});
		fs.rmSync(target);
	};
	await measure('markdown', '--no-redact');
	for (const format of ['markdown', 'html', 'unified', 'session-data', 'universal', 'jsonl']) await measure(format);
}
printTable();
