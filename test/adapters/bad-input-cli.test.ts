/** The built program on everything bad at once: it ends by itself, with sums that add up and nothing that steers a terminal. */
import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {temporaryDirectory} from '../helpers/fixture-home.ts';
import {hostileHome, hostileName, steering} from '../helpers/hostile-home.ts';
import {type CliRun, runCli} from '../helpers/run-cli.ts';

/** Runs it and checks what holds for every run: no stack of calls, and nothing hostile in what is printed. */
async function run(...args: string[]): Promise<CliRun> {
	const result = await runCli(args, {NO_COLOR: '1', FORCE_COLOR: undefined});
	expect(result.stderr).not.toMatch(/^\s+at .*:\d+:\d+\)?$/m);
	expect(result.stderr).not.toMatch(steering);
	if (!args.includes('--json')) expect(result.stdout).not.toMatch(steering);
	return result;
}

describe('the program', () => {
	it('audits a home of nothing but trouble', async () => {
		const {home, found, listed} = hostileHome();
		const {code, stdout} = await run('audit', '--home', home);
		expect(code).toBe(0);
		const [, ...sums] = /(\d+) found = (\d+) listed \+ (\d+) hidden \+ (\d+) unreadable/.exec(stdout)!.map(Number);
		expect(sums[0]).toBe(found);
		expect(sums[1]).toBe(listed);
		expect(sums[0]).toBe(sums[1]! + sums[2]! + sums[3]!);
	});

	it('lists it, as a table and as JSON', async () => {
		const {home, found, listed} = hostileHome();
		const table = await run('list', '--home', home);
		expect(table.code).toBe(0);
		expect(table.stdout).toContain(`${listed} sessions`);
		const {code, stdout, stderr} = await run('list', '--json', '--home', home);
		expect(code).toBe(0);
		expect(JSON.parse(stdout)).toMatchObject({meta: {found, listed}});
		expect(stderr).toMatch(/glued-lines\.jsonl:\d+: 2 records on one line; all are kept/);
	});

	it('shows what can be read of a damaged session, and says beside it what cannot', async () => {
		const {home} = hostileHome();
		const {code, stdout, stderr} = await run('show', 'cut-off-end', '--home', home);
		expect(code).toBe(0);
		expect(stdout).toContain('this is still whole');
		expect(stderr).toMatch(/^recollect: .*cut-off-end\.jsonl:\d+: the last record is cut off/m);
	});

	it('shows a hostile session, and one with a hostile name', async () => {
		const {home} = hostileHome();
		for (const command of ['show', 'tree']) {
			expect((await run(command, 'escape-sequences', '--home', home)).code).toBe(0);
			expect((await run(command, hostileName, '--home', home)).code).toBe(0);
		}
		expect((await run('show', 'escape-sequences', '--full', '--home', home)).code).toBe(0);
	});

	it('refuses what is no file at once, in words', async () => {
		const directory = temporaryDirectory();
		const pipe = path.join(directory, 'pipe.jsonl');
		execFileSync('mkfifo', [pipe]);
		const folder = path.join(directory, 'folder.jsonl');
		fs.mkdirSync(folder);
		for (const [file, reason] of [
			[pipe, 'it is not a regular file'],
			[folder, 'it is a directory'],
		] as const) {
			const {code, stderr} = await run('show', file, '--home', directory);
			expect(code).toBe(1);
			expect(stderr).toContain(reason);
		}
	});
});
