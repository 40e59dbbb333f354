import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {gunzipSync} from 'node:zlib';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {formatIds} from '../../source/formats/format.ts';
import {formatOf} from '../../source/formats/formats.ts';
import {runCli} from '../helpers/run-cli.ts';

const demo = path.join(import.meta.dirname, '..', '..', 'fixtures', 'demo');
const forked = 'ad5cd0c1-aa08-427c-8ec8-d8cc5349a6e6';
let folder = '';

beforeEach(() => {
	folder = fs.mkdtempSync(path.join(os.tmpdir(), 'recollect-export-'));
});

afterEach(() => fs.rmSync(folder, {recursive: true, force: true}));

const run = (...args: string[]) => runCli(['export', ...args, '--home', demo]);
const read = (name: string) => fs.readFileSync(path.join(folder, name), 'utf8');

/** Made from parts so that nobody takes this file for a leak. */
const planted = `gh${'p_'}${'aB3dE5gH7jK9mN1pQ3sT5vW7yZ0cF2hJ4lM6'}`;

/** A home with one session that holds a secret. */
function secretHome(more = ''): {home: string; secret: string} {
	const home = path.join(folder, 'home');
	const secret = planted;
	const project = path.join(home, '.claude', 'projects', '-home-somebody-shop');
	fs.mkdirSync(project, {recursive: true});
	const record = (type: string, uuid: string, parentUuid: string | null, content: string) =>
		JSON.stringify({
			type,
			uuid,
			parentUuid,
			sessionId: 'aaaaaaaa-0000-4000-8000-000000000001',
			cwd: '/home/somebody/shop',
			timestamp: '2026-11-10T10:00:00.000Z',
			message: {role: type, content},
		});
	const lines = [
		record('user', 'u1', null, `use ${secret} in /home/somebody/shop/.env`),
		record('assistant', 'a1', 'u1', `I wrote ${secret} down.\n\n${more}`),
	];
	fs.writeFileSync(path.join(project, 'aaaaaaaa-0000-4000-8000-000000000001.jsonl'), `${lines.join('\n')}\n`);
	return {home, secret};
}

describe('recollect export', () => {
	it('writes every format into a folder, with names that tell what is in them', async () => {
		for (const format of formatIds) {
			const {code, stdout, stderr} = await run(forked, '--format', format, '--output', folder);
			expect([format, code, stderr]).toEqual([format, 0, '']);
			expect(stdout).toContain('fix-reconnect-backoff');
		}
		const files = fs.readdirSync(folder);
		expect(files).toHaveLength(formatIds.length);
		for (const format of formatIds) expect(files.some(file => file.endsWith(formatOf(format).extension))).toBe(true);
	});

	it('loads what it takes to understand prose that its lines do not tell apart', async () => {
		const {home} = secretHome('A table | of <b>two</b>\n\n1) one\n   > quoted');
		const {code, stdout} = await runCli(['export', 'aaaaaaaa', '--home', home, '--output', '-']);
		expect(code).toBe(0);
		expect(stdout).toContain('A table | of &lt;b>two&lt;/b>\n\n1) one\n   > quoted\n');
	});

	it('writes one file, in the format its name tells', async () => {
		for (const [name, start] of [
			['a.md', '# Fix reconnect backoff'],
			['a.html', '<!doctype html>'],
			['a.json', '{"schema_version":"1.0"'],
			['a.session-data.json', '{"schemaVersion":"1.0"'],
			['a.jsonl', '{'],
		] as const) {
			expect((await run(forked, '--output', path.join(folder, name))).code).toBe(0);
			expect(read(name).replace(/\s/g, '').toLowerCase().startsWith(start.replace(/\s/g, '').toLowerCase())).toBe(true);
		}
	});

	it('compresses where the name says so, and what it wrote can be read again', async () => {
		const file = path.join(folder, 'a.json.gz');
		await run(forked, '--output', file);
		const document = JSON.parse(gunzipSync(fs.readFileSync(file)).toString('utf8'));
		expect(document.session.id).toBe(forked);
		const {stdout, code} = await runCli(['show', file]);
		expect([code, stdout.includes('the socket keeps dropping')]).toEqual([0, true]);
	});

	it('writes many sessions: a file each, or a line each', async () => {
		const {stdout, code} = await run('--all', '--output', path.join(folder, 'many'), '--json');
		expect(code).toBe(0);
		const {files, sessions, failed} = JSON.parse(stdout);
		expect([files.length, sessions, failed]).toEqual([12, 12, 0]);
		expect(fs.readdirSync(path.join(folder, 'many'))).toHaveLength(12);
		const lines = path.join(folder, 'all.ndjson');
		expect((await run('--all', '--sub-agents', '--output', lines)).code).toBe(0);
		const ids = read('all.ndjson')
			.trimEnd()
			.split('\n')
			.map(line => JSON.parse(line).session.id);
		expect([ids.length, new Set(ids).size]).toEqual([14, 14]);
		const {stdout: shown} = await runCli(['show', `${lines}#${forked}`]);
		expect(shown).toContain('the socket keeps dropping');
	});

	it('says why nothing is left to write', async () => {
		const none = await runCli(['export', '--all', '--home', folder, '--output', folder]);
		expect(none).toMatchObject({code: 1, stdout: '', stderr: expect.stringContaining('No sessions were found.')});
		const asked = await run('--query', 'nobodysaidthis', '--output', folder);
		expect(asked).toMatchObject({code: 1, stdout: '', stderr: expect.stringContaining('by this query')});
	});

	it('takes what a query finds', async () => {
		const {stdout, code} = await run('--query', 'jitter agent:codex', '--output', folder, '--json');
		const {files} = JSON.parse(stdout);
		expect(code).toBe(0);
		expect(files.length).toBeGreaterThan(0);
		expect(files.every(({agent}: {agent: string}) => agent === 'codex')).toBe(true);
	});

	it('prints with --output -, and chooses branches', async () => {
		const all = await run(forked, '--format', 'markdown', '--branch', 'all', '--output', '-');
		const active = await run(forked, '--format', 'markdown', '--output', '-');
		const first = await run(forked, '--format', 'markdown', '--branch', '1', '--output', '-');
		expect(active.stdout).not.toContain('also log each attempt');
		expect(all.stdout).toContain('also log each attempt');
		expect(first.stdout).toContain('also log each attempt');
		expect(first.stdout).not.toContain('the test still hangs');
		expect((await run(forked, '--branch', '9', '--output', '-')).code).toBe(2);
	});

	it('never writes over a file unasked', async () => {
		const file = path.join(folder, 'a.md');
		fs.writeFileSync(file, 'mine');
		const {code, stderr} = await run(forked, '--output', file);
		expect([code, stderr]).toEqual([2, expect.stringContaining('--force')]);
		expect(read('a.md')).toBe('mine');
		expect((await run(forked, '--output', file, '--force')).code).toBe(0);
		expect(read('a.md')).toContain('# Fix reconnect');
		expect(fs.readdirSync(folder)).toEqual(['a.md']);
	});

	it('replaces secrets in every format unless told not to, and says what it replaced', async () => {
		const {home, secret} = secretHome();
		const one = (...args: string[]) => runCli(['export', '--all', '--home', home, ...args]);
		for (const format of formatIds) {
			const {stdout} = await one('--format', format, '--output', path.join(folder, 'clean'));
			expect(stdout).toMatch(/replaced: [23] GitHub/);
			expect(stdout).toMatch(/\n {2}[23] GitHub tokens first in .*(?:u1 user|line 1), (?:a1 assistant|line 2)\n/);
		}
		const clean = path.join(folder, 'clean');
		for (const name of fs.readdirSync(clean)) {
			const text = fs.readFileSync(path.join(clean, name), 'utf8');
			expect([name, text.includes(secret), name.includes('3d')]).toEqual([name, false, false]);
			expect(text).toContain('/home/somebody');
		}
		const kept = await one('--format', 'markdown', '--no-redact', '--output', '-');
		expect(kept.stdout).toContain(secret);
		const hidden = await one('--format', 'unified', '--no-redact', '--hide-home', '--output', '-');
		expect(hidden.stdout).toContain(secret);
		expect(hidden.stdout).not.toContain('/home/somebody');
		const {stdout} = await one('--output', path.join(folder, 'report'), '--json');
		const [{redacted}] = JSON.parse(stdout).files;
		expect(redacted).toEqual([{kind: expect.stringContaining('github'), count: 3, places: expect.any(Array)}]);
		expect(stdout).not.toContain(secret);
	});

	it('tells in which session of a file it replaced secrets', async () => {
		const {home} = secretHome();
		const [folderOfFirst] = [path.join(home, '.claude', 'projects', '-home-somebody-shop')];
		const [first, second] = ['aaaaaaaa-0000-4000-8000-000000000001', 'bbbbbbbb-0000-4000-8000-000000000002'];
		const text = fs.readFileSync(path.join(folderOfFirst, `${first}.jsonl`), 'utf8').replaceAll(first, second);
		fs.writeFileSync(
			path.join(folderOfFirst, `${second}.jsonl`),
			text.replaceAll('"u1"', '"u2"').replaceAll('"a1"', '"a2"'),
		);
		const {stdout} = await runCli(['export', '--all', '--home', home, '--output', path.join(folder, 'both.ndjson')]);
		for (const id of [first, second]) expect(stdout).toMatch(new RegExp(`first in .*${id}: [ua]\\d`));
	});

	it('minds what the config file says of secrets', async () => {
		const {home, secret} = secretHome();
		const config = path.join(folder, 'config.json');
		const one = async (settings: object, ...args: string[]) => {
			fs.writeFileSync(config, JSON.stringify(settings));
			return runCli(['export', '--all', '--home', home, '--config', config, '--output', '-', ...args]);
		};
		expect((await one({redact: {off: ['token', 'assignment']}})).stdout).toContain(secret);
		expect((await one({export: {redact: false}})).stdout).toContain(secret);
		expect((await one({export: {redact: false}}, '--redact')).stdout).not.toContain(secret);
		expect((await one({export: {hideHome: true}})).stdout).not.toContain('/home/somebody');
		expect((await one({export: {hideHome: true}}, '--no-hide-home')).stdout).toContain('/home/somebody');
		expect((await one({redact: {allow: ['^gh']}})).stdout).toContain(secret);
		const own = await one({redact: {patterns: ['(?<secret>somebody)/shop']}, export: {format: 'universal'}});
		expect(JSON.parse(own.stdout).version).toBe('1.0');
		expect(own.stdout).not.toContain('in /home/somebody/shop');
		expect(own.stdout).not.toContain(secret);
		const endless = await one({redact: {patterns: ['(a+)+$']}});
		expect([endless.code, endless.stderr]).toEqual([2, expect.stringContaining('redact.patterns')]);
	});

	it('copies native records to the byte, but for secrets, wherever those lie', async () => {
		const {home, secret} = secretHome(`ü ${planted} `.repeat(8000));
		const [file] = fs
			.readdirSync(home, {recursive: true, encoding: 'utf8'})
			.filter(name => name.endsWith('.jsonl'))
			.map(name => path.join(home, name));
		fs.appendFileSync(file!, `{"cut": "off ${secret}\n\n`);
		const one = async (...flags: string[]) =>
			(await runCli(['export', 'aaaaaaaa', '--home', home, '--format', 'jsonl', '--output', '-', ...flags])).stdout;
		const text = fs.readFileSync(file!, 'utf8');
		expect(await one('--no-redact')).toBe(text);
		const redacted = await one();
		expect(redacted).not.toContain(secret.slice(4));
		expect(redacted).toContain('{"cut": "off REDACTED-github-token-1\n\n');
		expect(redacted.replaceAll('REDACTED-github-token-1', secret)).toBe(text);
	});

	it('says what is missing or makes no sense', async () => {
		for (const [args, message] of [
			[[], /Which sessions\?/],
			[['--all', forked], /exclude each other/],
			[[forked, '--format', 'docx'], /not a format\. There are markdown/],
			[['--all', '--format', 'html', '--output', '-'], /a folder \(DIR/],
			[[forked, '--output', '-', '--json'], /choose one/],
			[[forked, '--branch', 'some'], /whole number from 1 on, `active` or `all`/],
			[[forked, '--output', ''], /--output is empty: it takes a file, a folder/],
			[[forked, '--output', path.join(folder, 'a.zip')], /a\.zip can't be written: \.zip files can't be made here/],
		] as const) {
			const {code, stderr} = await run(...args);
			expect([args, code, stderr]).toEqual([args, 2, expect.stringMatching(message)]);
		}
		expect((await run('nobody', '--output', folder)).code).toBe(1);
	});

	it('ends with 1 where something is missing, and with 2 where all is in the way of another file', async () => {
		const other = 'a9d1cbf7';
		const codes = async (...ids: string[]) => (await run(...ids, '--output', `${folder}/`)).code;
		expect(await codes(forked)).toBe(0);
		expect(await codes(forked)).toBe(2);
		expect(await codes(forked, other)).toBe(1);
		expect(await codes(forked, other)).toBe(2);
	});
});

describe('recollect FILE', () => {
	it('shows a session file, and one in an open format, without a terminal', async () => {
		const file = path.join(folder, 'a.json');
		await run(forked, '--output', file);
		for (const args of [[file], [`${file}#${forked}`]]) {
			const {code, stdout} = await runCli(args);
			expect([code, stdout.includes('the socket keeps dropping')]).toEqual([0, true]);
		}
		expect((await runCli([file, 'more'])).code).toBe(2);
		expect((await runCli(['nothing-of-that-name'])).stderr).toContain('no command');
	});
});
