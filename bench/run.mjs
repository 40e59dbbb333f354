// The benchmark: recollect beside `cat`, `rg` and a plain loop, in one run on one corpus made here.
// `npm run bench` for the full size; `npm run bench -- --small` for a quick look.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {makeCorpus, makeLargeSession} from './make-corpus.mjs';
import {best} from './measure.mjs';

const isSmall = process.argv.includes('--small');
const runs = isSmall ? 2 : 3;
const here = import.meta.dirname;
const work = path.join(here, '.work', isSmall ? 'small' : 'full');
const cli = path.join(here, '..', 'dist', 'cli.js');
const size = isSmall ? {files: 200, bytes: 75e6, large: 30e6} : {files: 2000, bytes: 750e6, large: 300e6};

const manyHome = path.join(work, 'many');
const largeHome = path.join(work, 'large');
const listFile = path.join(work, 'files.txt');
const largeFile = path.join(work, 'large.json');
if (!fs.existsSync(largeFile)) {
	fs.rmSync(work, {recursive: true, force: true});
	console.log(`making ${size.files} sessions of ${size.bytes / 1e6} MB and one of ${size.large / 1e6} MB …`);
	fs.mkdirSync(work, {recursive: true});
	fs.writeFileSync(listFile, `${makeCorpus(manyHome, size).join('\n')}\n`);
	fs.writeFileSync(largeFile, JSON.stringify(makeLargeSession(largeHome, size.large)));
}

const large = JSON.parse(fs.readFileSync(largeFile, 'utf8'));
const recollect = (...args) => best(runs, process.execPath, [cli, ...args]);
const rows = [];
const report = (what, result, peer, limit) => {
	const ratio = peer === undefined ? undefined : result.seconds / peer.seconds;
	const verdict = limit === undefined || ratio === undefined ? '' : ratio <= limit ? `≤ ${limit}` : `OVER ${limit}`;
	rows.push([
		what,
		`${result.seconds.toFixed(2)} s`,
		result.memory ? `${result.memory.toFixed(0)} MB` : '',
		ratio === undefined ? '' : `${ratio.toFixed(2)}×`,
		verdict,
	]);
};

const hasCommand = name =>
	(process.env.PATH ?? '').split(path.delimiter).some(folder => fs.existsSync(path.join(folder, name)));
const start = await best(5, process.execPath, ['-e', '0']);
report('node -e 0', start);
// To /dev/null: the hardest peer there is.
const cat = await best(runs, 'xargs', ['-a', listFile, 'cat'], {stdio: ['ignore', 'ignore', 'pipe']});
report('cat, all files, to /dev/null', cat);
if (hasCommand('rg'))
	report('rg -c of a word, all files', await best(runs, 'rg', ['-c', '--no-ignore', '--hidden', 'backoff', manyHome]));
const loop = await best(runs, process.execPath, [path.join(here, 'plain-loop.mjs'), listFile]);
report('plain loop, JSON.parse of every line', loop);
report('recollect list --limit 20, against cat', await recollect('list', '--limit', '20', '--home', manyHome), cat, 3);
report('recollect list --json, against the loop', await recollect('list', '--json', '--home', manyHome), loop, 2);
report('recollect audit, against cat', await recollect('audit', '--home', manyHome), cat);

fs.writeFileSync(path.join(work, 'large.txt'), `${large.file}\n`);
const largeLoop = await best(runs, process.execPath, [path.join(here, 'plain-loop.mjs'), path.join(work, 'large.txt')]);
report('plain loop, the large file', largeLoop);
const show = await recollect('show', large.id, '--home', largeHome);
report('recollect show, the large file, against the loop', show, largeLoop);
const tree = await recollect('tree', '--json', large.id, '--home', largeHome);
report('recollect tree, the large file, against the loop', tree, largeLoop);

const widths = [0, 1, 2, 3, 4].map(column => Math.max(...rows.map(row => row[column].length)));
console.log(`\nNode ${process.version}, ${os.cpus().length} cores, ${size.files} files, best of ${runs}\n`);
for (const row of rows)
	console.log(
		row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]))).join('  '),
	);
console.log(
	`\nfirst line of show: ${(show.first * 1000).toFixed(0)} ms, of which ${(start.seconds * 1000).toFixed(0)} ms are Node's own start`,
);
