import {describe, expect, it} from 'vitest';
import {fixtureHome} from '../helpers/fixture-home.ts';
import {runCli} from '../helpers/run-cli.ts';

describe('recollect check', () => {
	it('is silent on what the real programs wrote, and takes any number of files', async () => {
		const home = fixtureHome('claude/plain', 'codex/plain', 'pi/tree');
		const all = await runCli(['check', '--all', '--home', home]);
		expect(all).toMatchObject({code: 0, stdout: '4 sessions checked, nothing new\n', stderr: ''});
		const {stdout} = await runCli(['list', '--json', '--all', '--home', home]);
		const files = (JSON.parse(stdout).sessions as Array<{path: string}>).map(session => session.path);
		const some = await runCli(['check', ...files, '--home', home, '--json']);
		expect(some.code).toBe(0);
		expect(JSON.parse(some.stdout)).toMatchObject({schema_version: '1.0', checked: 4, findings: []});
	});

	it('counts a session once, however often it is named', async () => {
		const home = fixtureHome('claude/plain', 'codex/plain', 'pi/tree');
		const {stdout} = await runCli(['list', '--json', '--all', '--home', home]);
		const [first] = JSON.parse(stdout).sessions as Array<{id: string; path: string}>;
		const all = await runCli(['check', '--all', first!.id, first!.path, '--home', home]);
		expect(all).toMatchObject({code: 0, stdout: '4 sessions checked, nothing new\n', stderr: ''});
		const twice = await runCli(['check', first!.id, first!.id, '--home', home]);
		expect(twice).toMatchObject({code: 0, stdout: '1 session checked, nothing new\n', stderr: ''});
	});

	it('ends with 1 where something is new', async () => {
		const {code, stdout} = await runCli(['check', '--all', '--demo']);
		expect(code).toBe(1);
		expect(stdout).toContain('UNKNOWN_TYPE   $.type  1 ×\n  "workspace-pulse"');
	});

	it('ends with 2 where something can not be checked, or nothing was named', async () => {
		const missing = await runCli(['check', 'no-such-session', '--demo']);
		expect(missing).toMatchObject({code: 2, stdout: ''});
		expect(missing.stderr).toContain('no-such-session');
		expect(await runCli(['check', '--demo'])).toMatchObject({code: 2, stdout: ''});
	});
});
