// Exporting a session of 100 MB into every format, beside a loop that only reads and parses its lines. The catalogue knows it, as
// it does when it was in the explorer's list for a while; Markdown is measured without a catalogue, too.
// `node bench/export.mjs [--megabytes N] [--kind claude,claude-small,codex] [--runs N] [--markdown] [FILE of a session …]`
import fs from 'node:fs';
import path from 'node:path';
import {parseArgs} from 'node:util';
import {makeLarge} from './corpus/make-large.mjs';
import {runOnce} from './measure.mjs';
import {printTable, quantile, report} from './table.mjs';

const {values: options, positionals: files} = parseArgs({
	allowPositionals: true,
	options: {
		megabytes: {type: 'string'},
		kind: {type: 'string'},
		runs: {type: 'string'},
		markdown: {type: 'boolean'},
	},
});
const here = import.meta.dirname;
const cli = path.join(here, '..', 'dist', 'cli.js');
const bytes = Number(options.megabytes ?? 100) * 1e6;
const runs = Number(options.runs ?? 7);
const limits = {markdown: 2, memory: 250};
const formats = options.markdown ? [] : ['html', 'unified', 'session-data', 'universal', 'jsonl'];

/** The session and the loop in turns, and the middle of each: what slows the machine down for a while slows both. */
async function inTurns(loop, args, before = () => {}) {
	const turns = [];
	for (let run = 0; run < runs; run++) {
		before();
		turns.push([await runOnce(process.execPath, loop), await runOnce(process.execPath, args)]);
	}
	const middle = which =>
		quantile(
			turns.map(turn => turn[which].seconds),
			0.5,
		);
	return {loop: middle(0), seconds: middle(1), memory: Math.max(...turns.map(([, {memory}]) => memory))};
}

async function measure({name, home, session, file, work}, format, {isRedacted = true, isNew = false} = {}) {
	const manifest = path.join(work, 'manifest.json');
	fs.writeFileSync(manifest, JSON.stringify({files: [file]}));
	const target = path.join(work, `out.${format}`);
	const cache = path.join(work, isNew ? 'no-cache' : 'cache');
	const stores = ['--home', home, '--cache', cache];
	const args = [
		...[cli, 'export', session, ...stores, '--format', format, '--output', target],
		...(isRedacted ? [] : ['--no-redact']),
	];
	// Whoever reads it for the first time writes down what the others need not find out again.
	if (!isNew) await runOnce(process.execPath, args);
	const done = await inTurns([path.join(here, 'peers', 'plain-loop.mjs'), manifest], args, () => {
		fs.rmSync(target, {force: true});
		if (isNew) fs.rmSync(cache, {recursive: true, force: true});
	});
	const what = `${name}: ${format}${isRedacted ? '' : ' --no-redact'}${isNew ? ', never read before' : ''}`;
	const ratio = done.seconds / done.loop;
	report(what, done.seconds, {
		unit: 's',
		peer: `${ratio.toFixed(2)} × the loop's ${done.loop.toFixed(2)} s, ${(fs.statSync(target).size / 1e6).toFixed(0)} MB`,
		judged: ratio,
		limit: format === 'markdown' && !isRedacted ? limits.markdown : undefined,
	});
	report(`${what}, memory`, done.memory, {
		unit: 'MB',
		limit: ['markdown', 'jsonl', 'html'].includes(format) ? limits.memory : undefined,
	});
	fs.rmSync(target);
}

function made(kind) {
	const home = path.join(here, '.work', `export-${kind}-${Math.round(bytes / 1e6)}`);
	const {id, file} = makeLarge(home, kind, bytes);
	return {name: kind, home, session: id, file, work: home};
}

/** Somebody's own session: in the catalogue only if it lies where its agent puts it. */
function given(file, number) {
	const work = path.join(here, '.work', `export-given-${number}`);
	fs.mkdirSync(work, {recursive: true});
	const [home] = path.resolve(file).split(/[\\/]\.(?:claude|codex)[\\/]/);
	return {
		name: path.basename(file).slice(0, 24),
		home: home === path.resolve(file) ? work : home,
		session: file,
		file,
		work,
	};
}

console.log(`Node ${process.version}; sessions of ${Math.round(bytes / 1e6)} MB`);
const sessions =
	files.length > 0 ? files.map(given) : (options.kind ?? 'claude,claude-small,codex').split(',').map(made);
for (const session of sessions) {
	for (const isRedacted of [false, true])
		for (const isNew of [false, true]) await measure(session, 'markdown', {isRedacted, isNew});
	for (const format of formats) await measure(session, format);
}
printTable();
