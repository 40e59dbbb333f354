/** The config file as a user meets it: through the built program. */
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {fixtureHome, temporaryDirectory} from '../helpers/fixture-home.ts';
import {runCli} from '../helpers/run-cli.ts';

function configured(text: string): {file: string; env: {XDG_CONFIG_HOME: string}} {
	const folder = temporaryDirectory();
	const file = path.join(folder, 'recollect', 'config.json');
	fs.mkdirSync(path.dirname(file));
	fs.writeFileSync(file, text);
	return {file, env: {XDG_CONFIG_HOME: folder}};
}

describe('recollect config', () => {
	it('tells where the file would be, and what holds without it', async () => {
		const folder = temporaryDirectory();
		const {stdout, stderr, code} = await runCli(['config'], {XDG_CONFIG_HOME: folder});
		expect({stderr, code}).toEqual({stderr: '', code: 0});
		expect(stdout).toContain(`${path.join(folder, 'recollect', 'config.json')}   (there is none`);
		expect(stdout).toMatch(/^ {2}theme +auto$/m);
		expect(stdout).toMatch(/^ {2}defaults\.sort +newest$/m);
		expect(fs.readdirSync(folder)).toEqual([]);
	});

	it('tells all that is wrong, with its place, and ends with 1', async () => {
		const text = '{\n\t"theme": "drak",\n\t"mouse": false,\n\t"keys": {"list": {"quit": []}}\n}\n';
		const {file, env} = configured(text);
		const {stdout, stderr, code} = await runCli(['config', '--agent', 'pi'], env);
		expect(code).toBe(1);
		expect(stderr).toBe("recollect: 2 entries of the config file can't be used.\n");
		expect(stdout).toContain(
			`${file}:2:11: theme can not be "drak". Did you mean "dark"? It takes auto, dark, light.\n`,
		);
		expect(stdout).toContain(`${file}:4:28: keys.list.quit: quit must keep a key`);
		expect(stdout).toMatch(/^ {2}mouse +false {3}\(file\)$/m);
		expect(stdout).toMatch(/^ {2}defaults\.agents +pi {3}\(flag\)$/m);
		expect(fs.readFileSync(file, 'utf8')).toBe(text);

		const asJson = await runCli(['config', '--json'], env);
		expect(JSON.parse(asJson.stdout)).toMatchObject({
			file,
			exists: true,
			problems: [
				{line: 2, column: 11},
				{line: 4, column: 28},
			],
			settings: {mouse: {value: false, from: 'file'}, theme: {value: 'auto', from: 'default'}},
		});
	});

	it('prints an example that can be used as it is', async () => {
		const {stdout, code} = await runCli(['config', '--example']);
		expect(code).toBe(0);
		const {env} = configured(stdout);
		expect(await runCli(['config'], env)).toMatchObject({code: 0, stderr: ''});
		expect(stdout).toContain('// "next-prompt": ["J"],');
	});
});

describe('the config file', () => {
	it('chooses homes and agents; flags win over it', async () => {
		const home = fixtureHome('claude/plain', 'codex/tools');
		const other = fixtureHome('claude/plain');
		const {env} = configured(JSON.stringify({defaults: {homes: [home], agents: ['codex']}}));
		const agents = async (...args: string[]) => {
			const {stdout, stderr} = await runCli(['list', '--json', ...args], env);
			expect(stderr).toBe('');
			return JSON.parse(stdout).sessions.map(({agent}: {agent: string}) => agent);
		};
		expect(await agents()).toEqual(['codex']);
		expect(await agents('--agent', 'claude')).toEqual(['claude']);
		expect(await agents('--home', other)).toEqual([]);
	});

	it('that has something wrong costs a command one line', async () => {
		const home = fixtureHome('claude/plain');
		const {file, env} = configured('{"theem": 1, "mouse": 2}');
		const {stdout, stderr, code} = await runCli(['list', '--home', home], env);
		expect(code).toBe(0);
		expect(stdout).toContain('1 session');
		expect(stderr).toMatch(/^recollect: [^\n]+\n$/);
		expect(stderr).toContain(`${file}:1:2 (and 1 more): There is no theem. Did you mean theme?`);
	});

	it('may be named', async () => {
		const home = fixtureHome('claude/plain', 'codex/tools');
		const {file} = configured('{"defaults": {"agents": ["codex"]}}');
		const {stdout} = await runCli(['list', '--home', home, '--config', file]);
		expect(stdout).toContain('1 session');
		expect((await runCli(['list', '--home', home], {RECOLLECT_CONFIG: file})).stdout).toContain('1 session');
		expect(await runCli(['list', '--home', home, '--config', `${file}.gone`])).toEqual({
			code: 2,
			stdout: '',
			stderr: `recollect: --config ${file}.gone: there is no such file.\n`,
		});
		const gone = await runCli(['list', '--home', home], {RECOLLECT_CONFIG: `${file}.gone`});
		expect(gone.code).toBe(0);
		expect(gone.stderr).toContain(`${file}.gone: There is no such file.`);
	});
});
