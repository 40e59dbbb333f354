/** Documents of the open formats, wherever an id can stand. */
import fs from 'node:fs';
import path from 'node:path';
import {gzipSync} from 'node:zlib';
import {describe, expect, it} from 'vitest';
import {fixtureHome, temporaryDirectory} from '../helpers/fixture-home.ts';
import {runCli} from '../helpers/run-cli.ts';

const id = '4085f5fc-02e1-462a-8cd6-f45d7242a5c8';

async function exported(name: string) {
	const home = fixtureHome('claude/tui-rewind');
	const file = path.join(temporaryDirectory(), name);
	const {code, stderr} = await runCli([
		'export',
		id,
		'--home',
		home,
		'--format',
		'unified',
		'--no-redact',
		'--output',
		file,
	]);
	expect([code, stderr]).toEqual([0, '']);
	const ask = async (command: string, place: string, ...flags: string[]) =>
		(await runCli([command, place, '--home', home, ...flags])).stdout.replaceAll(file, id);
	return {home, file, ask};
}

const demo = path.join(import.meta.dirname, '..', '..', 'fixtures', 'demo');

describe('an exported session', () => {
	it('shows, draws and compares like the session itself', async () => {
		const {home, file, ask} = await exported('session.json');
		for (const [command, ...flags] of [['show', '--full'], ['show', '--branch', '1'], ['tree']] as const)
			expect(await ask(command, file, ...flags)).toBe(await ask(command, id, ...flags));
		const shown = JSON.parse(await ask('show', file, '--json'));
		expect(shown.session).toMatchObject({agent: 'claude', id, counts: {prompts: 3, forks: 1}});
		const {stdout} = await runCli(['diff', file, id, '--home', home]);
		expect(stdout).toMatch(/0 changed · 0 only in A · 0 only in B/);
	});

	it('may be compressed, and one of several', async () => {
		const {file, ask} = await exported('session.ndjson.gz');
		expect(await ask('show', file)).toContain('second prompt DELTA');
		const {file: plain} = await exported('session.ndjson');
		const several = path.join(temporaryDirectory(), 'several.ndjson');
		const line = fs.readFileSync(plain, 'utf8');
		expect(line.trim()).not.toContain('\n');
		fs.writeFileSync(several, line + line.replace(id, 'another'));
		expect(await ask('show', `${several}#another`)).toContain('second prompt DELTA');
		const {code, stderr} = await runCli(['show', several]);
		expect([code, stderr]).toEqual([
			1,
			expect.stringContaining(`add #ID to its name, with the id of one: ${id}, another`),
		]);
	});

	it('stands for all that its file holds where that is exported', async () => {
		const folder = temporaryDirectory();
		const [all, again, double] = ['all.ndjson', 'again.ndjson', 'double.ndjson'].map(name => path.join(folder, name));
		const ask = (...args: string[]) => runCli(['export', ...args, '--home', demo, '--no-redact']);
		await ask('--all', '--format', 'unified', '--output', all!);
		const timeless = (file: string) =>
			fs.readFileSync(file, 'utf8').replaceAll(/"export_timestamp":"[^"]*"/g, '"export_timestamp":""');
		const lines = timeless(all!).trimEnd().split('\n');
		expect(lines.length).toBeGreaterThan(3);
		expect(await ask(all!, '--format', 'unified', '--output', again!)).toMatchObject({code: 0, stderr: ''});
		expect(timeless(again!) === timeless(all!)).toBe(true);
		const documents = path.join(folder, 'documents');
		await ask(all!, '--format', 'markdown', '--output', documents);
		expect(fs.readdirSync(documents)).toHaveLength(lines.length);
		// What was cut off, or is no session at all, is told, and keeps no other one back.
		const wrong = JSON.stringify({...JSON.parse(lines[2]!), messages: 'none', session: {id: 'wrong'}});
		fs.writeFileSync(again!, `${lines[0]}\n${lines[1]}\n${lines[2]!.slice(0, 2000)}\n${wrong}\n`);
		const cut = await ask(again!, '--output', path.join(folder, 'whole'));
		expect([cut.code, cut.stderr]).toEqual([1, expect.stringContaining('line 3 was passed over: it is not JSON')]);
		expect(cut.stderr).toContain(`${again}#wrong can't be read: line 4: `);
		expect(fs.readdirSync(path.join(folder, 'whole'))).toHaveLength(2);
		// Two with one id are two.
		fs.writeFileSync(double!, `${lines[0]}\n${lines[1]}\n${lines[0]}\n`);
		const twice = await ask(double!, '--output', path.join(folder, 'twice'));
		expect([twice.code, twice.stderr, fs.readdirSync(path.join(folder, 'twice')).length]).toEqual([0, '', 3]);
	});

	it('ends with 1 beside a damaged line, however many others are whole', async () => {
		const {file: plain} = await exported('session.ndjson');
		const good = fs.readFileSync(plain, 'utf8');
		const bad = `${good.slice(0, 2000)}\n`;
		const folder = temporaryDirectory();
		const exportOf = async (name: string, text: string, part = '') => {
			const file = path.join(folder, name);
			fs.writeFileSync(file, text);
			const output = path.join(folder, 'of', `${name}${part}/`);
			const {code, stderr} = await runCli(['export', `${file}${part}`, '--format', 'markdown', '--output', output]);
			return [code, /line \d was passed over/.exec(stderr)?.[0], fs.readdirSync(output).length];
		};
		expect(await exportOf('one.ndjson', good + bad)).toEqual([1, 'line 2 was passed over', 1]);
		expect(await exportOf('two.ndjson', good + good.replaceAll(id, 'another') + bad)).toEqual([
			1,
			'line 3 was passed over',
			2,
		]);
		// Whoever names the session gets all that was asked for.
		expect(await exportOf('named.ndjson', good + bad, `#${id}`)).toEqual([0, 'line 2 was passed over', 1]);
		expect(await exportOf('whole.ndjson', good)).toEqual([0, undefined, 1]);
	});

	it.each(['unified', 'session-data', 'universal'])(
		'of %s tells which bytes are not UTF-8',
		async format => {
			const folder = temporaryDirectory();
			const file = path.join(folder, 'session.json');
			const home = fixtureHome('claude/tui-rewind');
			await runCli(['export', id, '--home', home, '--format', format, '--output', file]);
			const bytes = fs.readFileSync(file);
			const at = bytes.indexOf('second prompt DELTA') + 7;
			bytes[at] = 0xff;
			const line = Buffer.from(`${JSON.stringify(JSON.parse(fs.readFileSync(file, 'utf8')))}\n`);
			const inLine = line.indexOf('second prompt DELTA') + 7;
			const broken = Buffer.from(line);
			broken[inLine] = 0xff;
			const cases: Array<[string, Buffer, number]> = [
				['broken.json', bytes, at],
				['broken.json.gz', gzipSync(bytes), at],
				['second.ndjson', Buffer.concat([Buffer.from('{}\n'), broken]), 3 + inLine],
			];
			for (const [name, content, place] of cases) {
				const damaged = path.join(folder, name);
				fs.writeFileSync(damaged, content);
				const told = `${damaged}:${place}: bytes that are not UTF-8, shown as \uFFFD`;
				const shown = await runCli(['show', damaged]);
				expect([shown.code, shown.stdout, shown.stderr]).toEqual([
					0,
					expect.stringContaining('second \uFFFDrompt DELTA'),
					expect.stringContaining(told),
				]);
				const checked = await runCli(['check', damaged]);
				expect([checked.code, checked.stdout]).toEqual([1, expect.stringContaining('bytes that are not UTF-8')]);
				expect(checked.stdout).toContain(`(byte ${place})`);
			}
		},
		60_000,
	);

	it('is refused in plain words where it is damaged', async () => {
		const {file} = await exported('session.json');
		fs.truncateSync(file, 3000);
		const {code, stdout, stderr} = await runCli(['show', file]);
		expect([code, stdout]).toEqual([1, '']);
		expect(stderr).toMatch(/^recollect: .*session\.json can't be read: it is not JSON: line \d+, column \d+: .*\n$/);
	});

	it('may be as short as another program makes it', async () => {
		const file = path.join(temporaryDirectory(), 'short.universal.json');
		const entry = (more: object) => ({timestamp: '2026-01-01T10:00:00Z', ...more});
		const document = {
			id: 'x1',
			version: '1.0',
			source: {cli: 'opencode'},
			project: {path: '/p'},
			model: {provider: 'anthropic', model: 'm'},
			timeline: [
				entry({id: '1', type: 'user', content: 'go'}),
				entry({id: '2', type: 'assistant', content: 'ok', thinking: 'hmm'}),
				entry({id: '3', type: 'tool_call', tool: 'edit', input: {filePath: 'a.ts', oldString: 'x', newString: 'y'}}),
			],
			metadata: {created: '2026-01-01T10:00:00Z', lastModified: '2026-01-01T10:00:00Z'},
		};
		fs.writeFileSync(file, JSON.stringify(document));
		expect(await runCli(['check', file])).toMatchObject({code: 0, stderr: ''});
		const {stdout} = await runCli(['show', file]);
		expect(stdout).toContain('▸ thinking  1 word\n');
		expect(stdout).toMatch(/edit {2}a\.ts/);
	});

	it('may be of an agent that nobody knows, by whatever name', async () => {
		const {file, ask} = await exported('session.json');
		const text = fs.readFileSync(file, 'utf8').replace('"claude-code"', '"brand\\u001b[31mnew"');
		fs.writeFileSync(file, text);
		expect(await ask('show', file)).toMatch(/^brandnew {2}my-renamed-session\n/);
	});
});
