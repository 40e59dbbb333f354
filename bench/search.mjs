// The catalogue and the search on 10,000 sessions of all agents, beside their peers, all in one run.
// `npm run bench:search` for the full size; `-- --small` for a quick look; `-- --only list,query` for some of it.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {performance} from 'node:perf_hooks';
import {parseArgs} from 'node:util';
import {build} from 'esbuild';
import {makeMany} from './corpus/make-many.mjs';
import {firstFrames} from './first-frame.mjs';
import {best, runOnce} from './measure.mjs';
import {buildHello} from './peers/build-hello.mjs';

const {values: options} = parseArgs({
	options: {small: {type: 'boolean'}, only: {type: 'string'}, keep: {type: 'boolean'}},
});
const here = import.meta.dirname;
const cli = path.join(here, '..', 'dist', 'cli.js');
const work = path.join(here, '.work');
const sizes = options.small
	? {full: {sessions: 1200, bytes: 160e6}, quarter: {sessions: 300, bytes: 40e6}}
	: {full: {sessions: 10_000, bytes: 2e9}, quarter: {sessions: 2500, bytes: 500e6}};
const parts = new Set((options.only ?? 'index,list,frame,query,live').split(','));

const rows = [];
/** One line of the table; a limit is a largest number, and the verdict says whether it holds. */
function report(what, value, {peer = '', ratio, limit, unit = ''} = {}) {
	const judged = ratio ?? value;
	const verdict = limit === undefined ? '' : judged <= limit ? `≤ ${limit}` : `OVER ${limit}`;
	const shown =
		typeof value === 'number' ? `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ${unit}`.trim() : value;
	rows.push([what, shown, peer, ratio === undefined ? '' : `${ratio.toFixed(2)} ×`, verdict]);
	console.log(rows.at(-1).filter(Boolean).join('  ·  '));
}

function corpus(name, {sessions, bytes}) {
	const folder = path.join(work, `search-${options.small ? `small-${name}` : name}`);
	const home = path.join(folder, 'home');
	const manifest = makeMany(home, {sessions, bytes, messages: Math.round(bytes / 2000)});
	return {home, manifest, list: path.join(folder, 'manifest.json')};
}

/** The modules as the program has them, for what is measured inside one process. */
async function modules() {
	const out = path.join(work, 'search-modules.mjs');
	const entry = [
		"export {Library} from './catalog/library.ts';",
		"export {Keeper} from './catalog/live/keeper.ts';",
		"export {KnownSessions} from './search/known-sessions.ts';",
		"export {Search} from './search/search.ts';",
		"export {parseQuery} from './search/query/parse-query.ts';",
		"export {agentIds} from './adapters/registry.ts';",
	].join('\n');
	await build({
		stdin: {contents: entry, resolveDir: path.join(here, '..', 'source'), loader: 'ts'},
		outfile: out,
		bundle: true,
		format: 'esm',
		platform: 'node',
		external: ['libsql'],
		logLevel: 'error',
		banner: {
			js: "import {createRequire as __createRequire} from 'node:module'; const require = __createRequire(import.meta.url);",
		},
	});
	return import(out);
}

const quantile = (times, share) =>
	times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))];

/** Words as people type them: rare and common ones, beginnings, several, phrases, filters, CJK. */
function queriesFor({needles, list}) {
	const counts = new Map();
	for (const {title = ''} of list)
		for (const word of title.toLowerCase().match(/[a-z]{3,}/g) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1);
	const words = [...counts].sort((a, b) => b[1] - a[1]).map(([word]) => word);
	const at = share => words[Math.floor(words.length * share)];
	const typed = word => Array.from({length: word.length - 1}, (_, length) => word.slice(0, length + 2));
	return [
		...Object.keys(needles).map(word => (word.includes(' ') ? `"${word}"` : word)),
		...words.slice(0, 10),
		...[0.01, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 0.95].map(at),
		...typed(at(0.3)),
		...typed(at(0.03)),
		`${words[0]} ${words[1]}`,
		`${words[2]} ${at(0.5)}`,
		`${at(0.1)} ${at(0.2)}`,
		`${at(0.01)} ${at(0.02)} ${at(0.03)}`,
		`"${words[0]} ${words[3]}"`,
		`${at(0.05)} -${at(0.5)}`,
		`${words[5]} agent:codex`,
		`${at(0.05)} after:2026-06`,
		`${words[7]} has:error`,
		`tool:Bash ${at(0.02)}`,
		`file:src ${at(0.02)}`,
		`${at(0.1).slice(0, -2)}x${at(0.1).slice(-1)}`,
		'日本',
		'设置文件',
	];
}

async function measureQueries({home, manifest}, cache, {Library, KnownSessions, Search, parseQuery, agentIds}) {
	const library = new Library({homes: [home], cache});
	const known = new KnownSessions(library.catalog);
	known.update();
	const search = new Search({known, catalog: library.catalog});
	const times = [];
	for (let round = 0; round < 3; round++)
		for (const text of queriesFor(manifest)) {
			const begin = performance.now();
			const query = parseQuery(text, {mode: 'fuzzy', now: Date.now(), agents: agentIds});
			for await (const _ of search.search({query, limit: 50}));
			// The first round fills the caches, as the first letters typed do.
			if (round > 0) times.push(performance.now() - begin);
		}
	library.close();
	return {p50: quantile(times, 0.5), p95: quantile(times, 0.95), worst: Math.max(...times), count: times.length};
}

/** The time until the screen, and then the search, know of one appended message. */
async function measureAppend({home}, cache, file, {Library, Keeper, KnownSessions, Search, parseQuery, agentIds}) {
	const library = new Library({homes: [home], cache});
	const library2 = new Library({homes: [home], cache});
	let asking = new AbortController();
	let onChanged = () => {};
	let isQuiet = () => {};
	const quiet = new Promise(resolve => {
		isQuiet = resolve;
	});
	const keeper = new Keeper({
		library,
		onNews(news) {
			if (news.status?.phase === 'ready') isQuiet();
			if (news.changed?.some(ref => ref.path === file)) onChanged();
			// As the explorer does: whatever is being read is asked anew when the index knows more.
			if (news.status) asking.abort();
		},
	});
	const running = keeper.run();
	await quiet;
	await new Promise(resolve => setTimeout(resolve, 1500));
	const known = new KnownSessions(library2.catalog);
	const search = new Search({known, catalog: library2.catalog});
	const times = {list: [], search: [], bytes: []};
	const original = fs.readFileSync(file).length;
	for (let turn = 0; turn < 5; turn++) {
		const word = `appended${turn}${Math.random().toString(36).slice(2, 10)}`;
		const uuid = `00000000-0000-4000-8000-${String(Date.now()).padStart(12, '0')}`;
		const record = {
			parentUuid: null,
			isSidechain: false,
			type: 'user',
			sessionId: path.basename(file, '.jsonl'),
			uuid,
			timestamp: new Date().toISOString(),
			message: {role: 'user', content: `please look at ${word}`},
		};
		const changed = new Promise(resolve => {
			onChanged = resolve;
		});
		const begin = performance.now();
		fs.appendFileSync(file, `${JSON.stringify(record)}\n`);
		await changed;
		times.list.push(performance.now() - begin);
		for (;;) {
			let found = 0;
			const query = parseQuery(word, {mode: 'words', now: Date.now(), agents: agentIds});
			asking = new AbortController();
			try {
				for await (const answer of search.search({query, limit: 5, signal: asking.signal})) found = answer.total;
			} catch (error) {
				if (!asking.signal.aborted) throw error;
			}
			if (found > 0) break;
			await new Promise(resolve => setTimeout(resolve, 10));
		}
		times.search.push(performance.now() - begin);
		await new Promise(resolve => setTimeout(resolve, 300));
	}
	keeper.stop();
	await running;
	fs.truncateSync(file, original);
	library2.close();
	library.close();
	return {list: quantile(times.list, 0.5), search: quantile(times.search, 0.5)};
}

const full = corpus('full', sizes.full);
const quarter = corpus('quarter', sizes.quarter);
const {manifest} = full;
console.log(
	`Node ${process.version}, ${os.cpus().length} cores; ${manifest.sessions} sessions, ${(manifest.bytes / 1e6).toFixed(0)} MB, ${manifest.messages} messages\n`,
);
const cache = path.join(work, options.small ? 'cache-small' : 'cache-full');
const quarterCache = path.join(work, options.small ? 'cache-small-quarter' : 'cache-quarter');
const recollect = (...args) => [cli, ...args, '--home', full.home, '--cache', cache];
// The first row of the list: an agent's name and a title.
const isReady = /^\W*(?:claude|codex|gemini|opencode|cursor|pi|copilot)\s+\S/m;

if (parts.has('index')) {
	const loops = [];
	const runs = [];
	for (let run = 0; run < (options.keep ? 1 : 2); run++) {
		loops.push(await runOnce(process.execPath, [path.join(here, 'peers', 'plain-loop.mjs'), full.list]));
		if (!options.keep) fs.rmSync(cache, {recursive: true, force: true});
		runs.push(await runOnce(process.execPath, recollect('index')));
	}
	const loop = {seconds: Math.min(...loops.map(({seconds}) => seconds))};
	report('plain loop: read and JSON.parse every line', loop.seconds, {unit: 's'});
	const index = {
		seconds: Math.min(...runs.map(({seconds}) => seconds)),
		memory: Math.max(...runs.map(({memory}) => memory)),
	};
	report('cold index of everything', index.seconds, {
		unit: 's',
		peer: `loop ${loop.seconds.toFixed(1)} s`,
		ratio: index.seconds / loop.seconds,
		limit: 3,
	});
	report('  its memory, all threads', index.memory, {unit: 'MB', limit: 400});
	const again = await best(3, process.execPath, recollect('index'));
	report('index again, nothing changed', again.seconds, {unit: 's'});
	const size = fs.readdirSync(cache).reduce((sum, name) => sum + fs.statSync(path.join(cache, name)).size, 0);
	report('size of the catalogue', size / 1e6, {
		unit: 'MB',
		peer: `transcripts ${(manifest.bytes / 1e6).toFixed(0)} MB`,
		ratio: size / manifest.bytes,
		limit: 0.25,
	});
}

if (parts.has('list')) {
	// In turn, and the middle of each: what slows the machine down for a while slows both, and one lucky run tells nothing.
	const turns = [];
	for (let turn = 0; turn < 15; turn++)
		turns.push({
			node: await runOnce(process.execPath, ['-e', '0']),
			list: await runOnce(process.execPath, recollect('list', '--limit', '20', '--json')),
		});
	const [node, list] = ['node', 'list'].map(name => ({
		seconds: quantile(
			turns.map(turn => turn[name].seconds),
			0.5,
		),
	}));
	report('warm list --limit 20 --json', list.seconds * 1000, {
		unit: 'ms',
		peer: `node -e 0 ${(node.seconds * 1000).toFixed(0)} ms`,
		ratio: list.seconds / node.seconds,
		limit: 3,
	});
	const word = Object.keys(manifest.needles)[0];
	const one = await best(5, process.execPath, recollect('search', word));
	report('warm search of one word, a process of its own', one.seconds * 1000, {unit: 'ms'});
}

if (parts.has('frame')) {
	const helloWorld = await buildHello();
	const turns = [];
	for (let turn = 0; turn < 11; turn++)
		turns.push([
			...(await firstFrames(1, process.execPath, [helloWorld], {isReady: /Hello, world/})),
			...(await firstFrames(1, process.execPath, recollect(), {isReady})),
		]);
	const [hello, warm] = [0, 1].map(which =>
		quantile(
			turns.map(turn => turn[which]),
			0.5,
		),
	);
	report('Ink hello world, first frame', hello, {unit: 'ms'});
	report('warm explorer, first frame with sessions', warm, {unit: 'ms', ratio: warm / hello, limit: 1.6});
	const cold = [];
	for (let run = 0; run < 3; run++) {
		const fresh = fs.mkdtempSync(path.join(os.tmpdir(), 'recollect-bench-'));
		cold.push(...(await firstFrames(1, process.execPath, [cli, '--home', full.home, '--cache', fresh], {isReady})));
		fs.rmSync(fresh, {recursive: true, force: true});
	}
	report('cold explorer (no catalogue), first frame with sessions', Math.min(...cold), {unit: 'ms', limit: 1000});
}

const loaded = parts.has('query') || parts.has('live') ? await modules() : undefined;
if (parts.has('query')) {
	await runOnce(process.execPath, [cli, 'index', '--home', quarter.home, '--cache', quarterCache]);
	await runOnce(process.execPath, recollect('index'));
	const small = await measureQueries(quarter, quarterCache, loaded);
	const large = await measureQueries(full, cache, loaded);
	const word = Object.keys(manifest.needles)[0];
	const rg = await best(5, 'rg', ['-il', '--no-ignore', '--hidden', word, full.home], {mayFail: true});
	report(`rg -il of a word over the same files`, rg.seconds * 1000, {unit: 'ms'});
	report(
		`query, p95 of ${large.count} (median ${large.p50.toFixed(1)}, worst ${large.worst.toFixed(0)} ms)`,
		large.p95,
		{unit: 'ms', limit: 50},
	);
	report('  beside rg', large.p95, {unit: 'ms', ratio: large.p95 / (rg.seconds * 1000), limit: 0.5});
	report('  beside a quarter of the sessions', large.p95, {
		unit: 'ms',
		peer: `${small.p95.toFixed(1)} ms`,
		ratio: large.p95 / small.p95,
		limit: 2,
	});
}

if (parts.has('live')) {
	const claude = manifest.list.filter(({agent, path: file}) => agent === 'claude' && file.endsWith('.jsonl'));
	const ordinary = claude.find(({bytes}) => bytes > 50_000 && bytes < 200_000).path;
	const one = await measureAppend(full, cache, ordinary, loaded);
	const two = await measureAppend(full, cache, manifest.largest.path, loaded);
	report(
		'an appended message is in the list, in the search: small file',
		`${one.list.toFixed(0)} ms, ${one.search.toFixed(0)} ms`,
	);
	report('  in a file of 60 MB', `${two.list.toFixed(0)} ms, ${two.search.toFixed(0)} ms`);
	report('  the slower of both', Math.max(one.search, two.search), {unit: 'ms', limit: 1000});
	report('  large beside small', two.search, {unit: 'ms', ratio: two.search / one.search, limit: 2});
}

const widths = [0, 1, 2, 3, 4].map(column => Math.max(...rows.map(row => row[column].length)));
console.log('');
for (const row of rows)
	console.log(
		row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]))).join('  '),
	);
