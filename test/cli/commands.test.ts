/** The commands as a user types them, through the built program. */
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {fixtureHome, temporaryDirectory} from '../helpers/fixture-home.ts';
import {runCli} from '../helpers/run-cli.ts';

const demo = path.join(import.meta.dirname, '..', '..', 'fixtures', 'demo');
// Times are told in the reader's own zone.
process.env.TZ = 'UTC';

const rewound = '4085f5fc-02e1-462a-8cd6-f45d7242a5c8';

async function json(...args: string[]) {
	const {stdout, code, stderr} = await runCli([...args, '--json']);
	expect(stderr).toBe('');
	expect(code).toBe(0);
	return JSON.parse(stdout);
}

describe('list', () => {
	it('prints one document with every field', async () => {
		const home = fixtureHome('claude/fork', 'codex/tools');
		const document = await json('list', '--home', home);
		expect(Object.keys(document)).toEqual(['schema_version', 'sessions', 'meta']);
		expect(document.schema_version).toBe('1.0');
		expect(document.sessions).toHaveLength(3);
		const fork = document.sessions.find(({id}: {id: string}) => id.startsWith('b1678764'));
		expect(fork).toMatchObject({
			agent: 'claude',
			title: 'base prompt one',
			title_source: 'last-prompt',
			project: '/home/user/projects/webshop-api',
			git_branch: 'main',
			parent_id: null,
			forked_from: 'b84dc582-7630-4156-bd1e-22aaf6fe33af',
			is_agent_session: false,
			counts: {prompts: 3, messages: 6, tool_calls: 0, errors: 0, forks: 0},
			models: ['claude-sonnet-4-5'],
			tokens: {input: 8261, output: 49, cache_creation: 0, cache_read: 0},
			cost: 0.025518,
		});
		expect(fork.started_at < fork.ended_at).toBe(true);
		expect(fork.size).toBe(fs.statSync(fork.path).size);
		expect(document.meta).toEqual({found: 3, listed: 3, hidden: [], unreadable: 0, state: 'complete'});
	});

	it('folds sub-agents, and unfolds them with --all; the sums hold both times', async () => {
		const home = fixtureHome('claude/subagent');
		const folded = await json('list', '--home', home);
		expect(folded.sessions).toHaveLength(1);
		expect(folded.meta).toMatchObject({
			found: 2,
			listed: 1,
			hidden: [{reason: 'sub-agent of a listed session', count: 1}],
		});
		const all = await json('list', '--all', '--home', home);
		expect(all.sessions).toHaveLength(2);
		expect(all.meta).toMatchObject({found: 2, listed: 2, hidden: []});
		expect(all.sessions.filter((session: {is_agent_session: boolean}) => session.is_agent_session)).toHaveLength(1);
	});

	it('takes several homes, only some agents, and a limit', async () => {
		const homes = ['--home', fixtureHome('claude/plain'), '--home', fixtureHome('codex/tools')];
		expect((await json('list', ...homes)).sessions).toHaveLength(2);
		expect(
			(await json('list', ...homes, '--agent', 'codex')).sessions.map(({agent}: {agent: string}) => agent),
		).toEqual(['codex']);
		const limited = await json('list', ...homes, '--limit', '1');
		expect(limited.sessions).toHaveLength(1);
		expect(limited.meta.listed).toBe(2);
	});

	it('is a table, newest first, that says what is hidden', async () => {
		const {stdout, code} = await runCli(['list', '--home', demo]);
		expect(code).toBe(0);
		const lines = stdout.trimEnd().split('\n');
		expect(lines[0]).toMatch(/^agent +id +age +asks +project +title$/);
		expect(lines[1]).toMatch(/^claude +ad5cd0c1 .* 3 {2}shop-api .* Fix reconnect backoff in the websocket client ⑂1$/);
		expect(lines.at(-1)).toBe('12 sessions · 2 files hidden (recollect audit says why)');
		expect(stdout).not.toContain('\u001B');
	});
});

it('lists without reading large files, and says which counts it does not know', async () => {
	const home = temporaryDirectory();
	const folder = path.join(home, '.claude/projects/-x');
	fs.mkdirSync(folder, {recursive: true});
	const record = {
		type: 'user',
		uuid: 'u1',
		parentUuid: null,
		sessionId: 's',
		timestamp: '2026-01-01T00:00:00Z',
		message: {role: 'user', content: 'hello'},
	};
	const padding = {type: 'file-history-snapshot', snapshot: 'x'.repeat(600_000)};
	fs.writeFileSync(path.join(folder, 'large.jsonl'), `${JSON.stringify(record)}\n${JSON.stringify(padding)}\n`);
	const {stdout} = await runCli(['list', '--home', home]);
	expect(stdout).toMatch(/ {3}· {2}/);
	expect(stdout).toContain('not counted yet');
});

describe('show', () => {
	it('prints the branch with all its entries as JSON', async () => {
		const home = fixtureHome('claude/tools');
		const {session, entries} = await json('show', '596138a0', '--home', home);
		expect(session.counts.tool_calls).toBe(8);
		const call = entries.find(({kind}: {kind: string}) => kind === 'tool_call');
		expect(Object.keys(call).slice(0, 8)).toEqual([
			'id',
			'parent',
			'kind',
			'role',
			'timestamp',
			'text',
			'tool',
			'locator',
		]);
		expect(Object.keys(call.tool).slice(0, 6)).toEqual(['name', 'universal', 'input', 'output', 'is_error', 'call_id']);
		expect(call.tool).toMatchObject({type: 'write', path_hints: ['/home/user/projects/webshop-api/src/hello.ts']});
		const result = entries.find(
			({kind, tool}: {kind: string; tool: {call_id: string}}) =>
				kind === 'tool_result' && tool.call_id === call.tool.call_id,
		);
		expect(result.tool).toMatchObject({name: 'Write', universal: 'write', is_error: false});
		expect(result.tool.output).toContain('File created');
		const outcomes = entries
			.filter(({kind}: {kind: string}) => kind === 'tool_result')
			.map(({tool}: {tool: {exit_code?: number; patch?: string}}) => [tool.exit_code, tool.patch]);
		expect(outcomes).toContainEqual([2, undefined]);
		expect(outcomes).toContainEqual([
			undefined,
			expect.stringMatching(/^--- .*hello\.ts\n\+\+\+ .*hello\.ts\n@@ -1,1 \+1,1 @@\n-export .*\n\+export .*\n$/),
		]);
	});

	it('shows the branch that is asked for, and says which there are', async () => {
		const home = fixtureHome('claude/tui-rewind');
		const active = await runCli(['show', rewound, '--home', home]);
		expect(active.stdout).toContain('DELTA');
		expect(active.stdout).not.toContain('gamma');
		const left = await runCli(['show', rewound, '--branch', '1', '--home', home]);
		expect(left.stdout).toContain('gamma');
		expect(left.stdout).not.toContain('DELTA');
		const all = await runCli(['show', rewound, '--branch', 'all', '--home', home]);
		for (const words of ['gamma', 'DELTA', '5 prompts', 'all 2 branches']) expect(all.stdout).toContain(words);
		const none = await runCli(['show', rewound, '--branch', '9', '--home', home]);
		expect(none.code).toBe(2);
		expect(none.stderr).toContain('branches 1 to 2');
	});

	it('gives raw records back untouched', async () => {
		const home = fixtureHome('claude/plain');
		const [session] = (await json('list', '--home', home)).sessions;
		const {stdout} = await runCli(['show', session.id, '--raw', '--home', home]);
		expect(stdout).toBe(fs.readFileSync(session.path, 'utf8'));
	});

	it('opens a file wherever it lies', async () => {
		const home = fixtureHome('claude/plain');
		const [session] = (await json('list', '--home', home)).sessions;
		const copy = path.join(temporaryDirectory(), 'somewhere.jsonl');
		fs.copyFileSync(session.path, copy);
		const {stdout, code} = await runCli(['show', copy]);
		expect(code).toBe(0);
		expect(stdout).toContain('hello, what is 2+2?');
	});

	it('shows less of long outputs unless all is asked for', async () => {
		const short = await runCli(['show', 'ad5cd0c1', '--home', demo]);
		const full = await runCli(['show', 'ad5cd0c1', '--full', '--home', demo]);
		expect(short.stdout).toContain('▸ thinking  17 words');
		expect(short.stdout).not.toContain('Idle connections that end');
		expect(full.stdout).toContain('Idle connections that end');
	});
});

describe('ids', () => {
	const home = () => fixtureHome('claude/fork', 'codex/fork');

	it('may be whole, a unique beginning, or carry the agent', async () => {
		const there = home();
		for (const id of ['b84dc582-7630-4156-bd1e-22aaf6fe33af', 'b84d', 'claude:b84d', 'B84D']) {
			expect((await runCli(['show', id, '--home', there])).stdout).toContain('original continues three');
		}
	});

	it('that are ambiguous list the candidates and end with 2', async () => {
		const {code, stderr, stdout} = await runCli(['show', 'b', '--home', home()]);
		expect(code).toBe(2);
		expect(stdout).toBe('');
		expect(stderr).toContain('claude:b84dc582-7630-4156-bd1e-22aaf6fe33af');
		expect(stderr).toContain('claude:b1678764-e26f-40e3-804b-9c8f01efcc34');
		expect((await runCli(['show', 'codex:0', '--home', home()])).code).toBe(2);
	});

	it('that nobody has end with 1 and a way on', async () => {
		const {code, stderr} = await runCli(['tree', 'nothing', '--home', home()]);
		expect(code).toBe(1);
		expect(stderr).toContain('recollect list --all');
	});
});

describe('tree', () => {
	it('draws the fork and gives it as JSON', async () => {
		const home = fixtureHome('claude/tui-rewind');
		const {stdout} = await runCli(['tree', rewound, '--home', home]);
		expect(stdout.split('\n').slice(2, 7)).toEqual([
			'● first prompt alpha  01:32',
			'├─○ second prompt beta  2 prompts · 6.2k tokens · branch 1 · left · 01:32',
			'│  ○ third prompt gamma  01:32',
			'└─● second prompt DELTA (after rewind)  2 prompts · 6.2k tokens · branch 2 · active · 01:33',
			'   ● what did we do  01:33',
		]);
		const tree = await json('tree', rewound, '--home', home);
		expect(tree).toMatchObject({is_linear: false, roots: 1, compactions: []});
		expect(tree.fork_points).toHaveLength(1);
		expect(tree.fork_points[0].branches.map(({prompts}: {prompts: number}) => prompts)).toEqual([2, 2]);
		expect(tree.active_path).not.toContain(tree.fork_points[0].branches[0].id);
		expect(tree.active_path).toContain(tree.fork_points[0].branches[1].id);
	});

	it('names the compactions', async () => {
		const tree = await json('tree', '59a11071', '--home', fixtureHome('claude/tui-compact'));
		expect(tree.is_linear).toBe(true);
		expect(tree.compactions).toHaveLength(1);
		expect(tree.compactions[0]).toMatchObject({trigger: 'manual'});
	});
});

describe('audit', () => {
	it('accounts for every file, and the sums are those of the list', async () => {
		const home = fixtureHome('claude/subagent', 'codex/tui-backtrack');
		fs.writeFileSync(path.join(home, '.claude/projects/-home-user-projects-webshop-api/empty.jsonl'), '');
		fs.mkdirSync(path.join(home, '.claude/projects/-home-user-projects-webshop-api/folder.jsonl'));
		const {files, totals} = await json('audit', '--home', home);
		expect(totals).toMatchObject({found: 6, listed: 2, hidden: 3, unreadable: 1});
		expect(files).toHaveLength(totals.found);
		for (const file of files)
			expect(Object.keys(file)).toEqual(['path', 'agent', 'verdict', 'reason', 'detail', 'session_id']);
		expect(
			files.filter(({verdict, reason}: {verdict: string; reason: string}) => verdict !== 'listed' && !reason),
		).toEqual([]);
		const {meta} = await json('list', '--home', home);
		expect(meta.found).toBe(totals.found);
		expect(meta.listed).toBe(totals.listed);
		expect(meta.hidden.reduce((sum: number, {count}: {count: number}) => sum + count, 0)).toBe(totals.hidden);
		const {stdout} = await runCli(['audit', '--home', home]);
		expect(stdout).toContain('6 found = 2 listed + 3 hidden + 1 unreadable');
	});
});

describe('without a terminal', () => {
	it('a bare recollect prints the newest sessions and how to go on', async () => {
		const {code, stdout} = await runCli(['--home', demo]);
		expect(code).toBe(0);
		expect(stdout).toContain('Fix reconnect backoff');
		expect(stdout).toContain('recollect show ID');
	});

	it('of the demo, how to go on with the demo', async () => {
		const {code, stdout} = await runCli(['--demo']);
		expect(code).toBe(0);
		expect(stdout).toContain('recollect --demo show ID');
	});

	it('a folder is told what it can be used for', async () => {
		const {code, stderr} = await runCli([demo]);
		expect(code).toBe(2);
		expect(stderr).toContain(`recollect --home ${demo}`);
	});

	it('and on a machine with nothing, the demo sessions', async () => {
		const {code, stdout} = await runCli([], {
			HOME: temporaryDirectory(),
			CLAUDE_CONFIG_DIR: undefined,
			CODEX_HOME: undefined,
		});
		expect(code).toBe(0);
		expect(stdout).toContain('No sessions');
		expect(stdout).toContain('Fix reconnect backoff');
	});

	it('reads the user’s own home, and the variables that move the stores', async () => {
		const home = fixtureHome('claude/plain', 'codex/tools');
		const env = {HOME: home, CLAUDE_CONFIG_DIR: undefined, CODEX_HOME: undefined};
		expect(JSON.parse((await runCli(['list', '--json'], env)).stdout).sessions).toHaveLength(2);
		const moved = {...env, HOME: temporaryDirectory(), CODEX_HOME: path.join(home, '.codex')};
		expect(JSON.parse((await runCli(['list', '--json'], moved)).stdout).sessions).toHaveLength(1);
	});
});

describe('help and mistakes', () => {
	it('tells of every command and of each', async () => {
		const {stdout} = await runCli(['--help']);
		for (const name of ['list', 'show', 'tree', 'audit']) {
			expect(stdout).toContain(`\n  ${name}`);
			expect((await runCli([name, '--help'])).stdout).toMatch(new RegExp(`^recollect ${name}`));
		}
	});

	it('prints the version of the package', async () => {
		const {version} = JSON.parse(fs.readFileSync(path.join(demo, '..', '..', 'package.json'), 'utf8'));
		expect((await runCli(['--version'])).stdout).toBe(`${version}\n`);
	});

	it('explains what can’t be done and ends with 2', async () => {
		for (const args of [
			['frobnicate'],
			['show'],
			['list', 'extra'],
			['list', '--limit', '0'],
			['list', '--agent', 'hal'],
			['list', '--home', '/does/not/exist'],
			['list', '--what'],
		]) {
			const {code, stderr} = await runCli(args);
			expect([args.join(' '), code]).toEqual([args.join(' '), 2]);
			expect(stderr).not.toBe('');
			expect(stderr).not.toContain('    at ');
		}
	});
});

it('starts commands without loading Ink or React', async () => {
	const dist = path.join(demo, '..', '..', 'dist');
	const seen = new Set<string>();
	const visit = (file: string) => {
		if (seen.has(file)) return;
		seen.add(file);
		const source = fs.readFileSync(path.join(dist, file), 'utf8');
		for (const match of source.matchAll(/(?:from|import)\s?"\.\/([\w.-]+\.js)"/g)) visit(match[1]!);
	};
	visit('cli.js');
	const code = [...seen].map(file => fs.readFileSync(path.join(dist, file), 'utf8')).join('');
	expect(code).not.toMatch(/react\.element|react-reconciler|yoga/i);
	expect(codeIn(dist).join('')).toMatch(/yoga/i);
});

it('starts without the detours that the build takes out of packages', () => {
	const dist = path.join(demo, '..', '..', 'dist');
	const all = codeIn(dist);
	const loading = all.filter(code => code.includes('yoga') && code.includes('AGFzbQ')).join('');
	// The pattern of all emoji is made when it is asked for, and the layout engine decodes itself.
	expect(all.some(code => /\/\^\\p\{RGI_Emoji\}/.test(code))).toBe(false);
	expect(loading).toMatch(/Buffer\.from\(\w+\.slice\(37\),"base64"\)/);
	expect(all.some(code => code.includes('requireQuickly') || code.includes('@libsql/linux-'))).toBe(true);
});

function codeIn(dist: string): string[] {
	const files = fs.readdirSync(dist).filter(file => file.endsWith('.js'));
	return files.map(file => fs.readFileSync(path.join(dist, file), 'utf8'));
}
