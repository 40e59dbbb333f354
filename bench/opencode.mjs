// OpenCode with 500 sessions in one database: listing them beside the bare `select` over its sessions, in one run.
// `node bench/opencode.mjs` after a build; `--sessions N` for another number.
import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {performance} from 'node:perf_hooks';
import {build} from 'esbuild';
import Libsql from 'libsql';
import {best} from './measure.mjs';

const runs = 7;
const limit = 4;
const here = import.meta.dirname;
const cli = path.join(here, '..', 'dist', 'cli.js');
const wanted = process.argv.indexOf('--sessions');
const sessions = wanted === -1 ? 500 : Number(process.argv[wanted + 1]);

const tables = `
	CREATE TABLE project (id text PRIMARY KEY, worktree text NOT NULL);
	CREATE TABLE session (id text PRIMARY KEY, project_id text NOT NULL, workspace_id text, parent_id text, slug text NOT NULL,
		directory text NOT NULL, path text, title text NOT NULL, version text NOT NULL, share_url text, summary_additions integer,
		summary_deletions integer, summary_files integer, summary_diffs text, metadata text, cost real DEFAULT 0 NOT NULL,
		revert text, permission text, agent text, model text, time_created integer NOT NULL, time_updated integer NOT NULL,
		time_compacting integer, time_archived integer);
	CREATE TABLE message (id text PRIMARY KEY, session_id text NOT NULL, time_created integer NOT NULL, time_updated integer NOT NULL,
		data text NOT NULL);
	CREATE TABLE part (id text PRIMARY KEY, message_id text NOT NULL, session_id text NOT NULL, time_created integer NOT NULL,
		time_updated integer NOT NULL, data text NOT NULL);
	CREATE INDEX message_session_time_created_id_idx ON message (session_id, time_created, id);
	CREATE INDEX part_message_id_id_idx ON part (message_id, id);
	CREATE INDEX part_session_idx ON part (session_id);`;

function makeDatabase(file) {
	fs.mkdirSync(path.dirname(file), {recursive: true});
	const database = new Libsql(file);
	database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF');
	database.exec(tables);
	const insert = (table, row) => {
		const names = Object.keys(row);
		database
			.prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`)
			.run(...Object.values(row));
	};
	const start = Date.UTC(2026, 9, 1);
	const words = 'retry the socket with a longer pause and read the log again '.repeat(20);
	database.exec('BEGIN');
	for (let index = 0; index < sessions; index++) {
		const id = `ses_${index.toString(16).padStart(12, '0')}AAAAAAAAAAAAAA`;
		const time = start + index * 60_000;
		const times = {time_created: time, time_updated: time + 30_000};
		insert('session', {
			id,
			project_id: `project-${index % 10}`,
			slug: 'calm-otter',
			directory: `/home/user/project-${index % 10}`,
			title: `Fix the retry of the socket, part ${index}`,
			version: '1.18.33',
			permission: '[{"permission":"question","pattern":"*","action":"deny"}]',
			model: '{"id":"mock-model","providerID":"mock"}',
			...times,
		});
		for (let turn = 0; turn < 20; turn++) {
			const isPrompt = turn % 2 === 0;
			const message = `msg_${index.toString(16).padStart(8, '0')}${turn.toString(16).padStart(4, '0')}AAAAAAAAAAAAAA`;
			const own = {session_id: id, time_created: time + turn, time_updated: time + turn};
			insert('message', {id: message, ...own, data: JSON.stringify({role: isPrompt ? 'user' : 'assistant'})});
			for (let part = 0; part < (isPrompt ? 1 : 3); part++) {
				const data = JSON.stringify({type: 'text', text: words});
				insert('part', {id: `prt_${message.slice(4, 16)}${part}`, message_id: message, ...own, data});
			}
		}
	}
	database.exec('COMMIT');
	database.close();
	return fs.statSync(file).size;
}

async function bestOf(work) {
	let least = Number.POSITIVE_INFINITY;
	for (let run = 0; run < runs; run++) {
		const begin = performance.now();
		await work();
		least = Math.min(least, performance.now() - begin);
		await new Promise(resolve => setImmediate(resolve));
	}
	return least;
}

const home = fs.mkdtempSync(path.join(os.tmpdir(), 'recollect-bench-'));
const work = path.join(here, '.work');
try {
	const file = path.join(home, '.local', 'share', 'opencode', 'opencode.db');
	const size = makeDatabase(file);
	console.log(
		`Node ${process.version}, ${os.cpus().length} cores, ${sessions} sessions in ${(size / 1e6).toFixed(0)} MB, best of ${runs}\n`,
	);
	const url = `file:${file}?mode=ro&immutable=1`;
	const print = (what, own, bare, unit) => {
		const ratio = own / bare;
		const verdict = ratio < limit ? `< ${limit}` : `OVER ${limit}`;
		console.log(
			`${what}: ${own.toFixed(1)} ${unit} beside ${bare.toFixed(1)} ${unit}, ${ratio.toFixed(2)} times  ${verdict}`,
		);
	};

	const script = `
		import Libsql from 'libsql';
		const database = new Libsql(process.argv[1], {readonly: true});
		console.log(database.prepare('SELECT * FROM session').all().length);
		database.close();`;
	const bare = await best(runs, process.execPath, ['--input-type=module', '-e', script, url], {
		cwd: path.join(here, '..'),
	});
	const list = await best(runs, process.execPath, [cli, 'list', '--home', home]);
	const shown = execFileSync(process.execPath, [cli, 'list', '--home', home], {encoding: 'utf8'});
	if (!shown.includes(`${sessions} sessions`)) console.log('(this build of recollect does not list OpenCode yet)');
	print('recollect list, beside a process that does the select', list.seconds * 1000, bare.seconds * 1000, 'ms');

	const bundle = path.join(work, 'opencode-adapter.mjs');
	await build({
		entryPoints: [path.join(here, '..', 'source', 'adapters', 'opencode', 'opencode.ts')],
		outfile: bundle,
		bundle: true,
		format: 'esm',
		platform: 'node',
		external: ['libsql', 'fzstd'],
		logLevel: 'error',
	});
	const {opencode} = await import(bundle);
	const select = await bestOf(async () => {
		const database = new Libsql(url, {readonly: true});
		database.prepare('SELECT * FROM session').all();
		database.close();
	});
	let found = [];
	const inProcess = await bestOf(async () => {
		found = (await opencode.discover({path: home, env: {}})).sessions;
		for (const ref of found) await opencode.head(ref);
	});
	if (found.length !== sessions) throw new Error(`found ${found.length} of ${sessions} sessions`);
	print('discovery and all headers, beside the select, in one process', inProcess, select, 'ms');
	const open = await bestOf(async () => {
		const history = await opencode.history(found[Math.floor(sessions / 2)]);
		for await (const _ of history.entries());
	});
	console.log(`opening one session, counts and text: ${open.toFixed(1)} ms`);
} finally {
	fs.rmSync(home, {recursive: true, force: true});
	fs.rmSync(path.join(work, 'opencode-adapter.mjs'), {force: true});
}
