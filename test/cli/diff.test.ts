import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {temporaryDirectory} from '../helpers/fixture-home.ts';
import {runCli} from '../helpers/run-cli.ts';

const forked = 'ad5cd0c1';

describe('recollect diff', () => {
	it('shows where two branches part, and ends with 1', async () => {
		const {stdout, code} = await runCli(['diff', `${forked}@1`, `${forked}@2`, '--demo']);
		expect(code).toBe(1);
		expect(stdout).toContain('common until prompt 1');
		expect(stdout).toMatch(/^═══ 5 steps the same/m);
		expect(stdout).toMatch(/^- 20:05 ┃ use exponential backoff$/m);
		expect(stdout).toMatch(/^\+ 20:07 ┃ use full jitter instead/m);
	});

	it('a session is the same as itself, which is 0', async () => {
		const {stdout, code} = await runCli(['diff', forked, forked, '--demo', '--stat']);
		expect(code).toBe(0);
		expect(stdout).toContain('0 changed · 0 only in A · 0 only in B');
	});

	it('--files shows what each would leave', async () => {
		const {stdout} = await runCli(['diff', `${forked}@1`, `${forked}@2`, '--demo', '--files']);
		expect(stdout).toMatch(/^src\/ws\/delay\.ts {2}only B writes it$/m);
		expect(stdout).toMatch(/^src\/ws\/client\.ts {2}partial.*\n@@ what A changes @@\n-setTimeout/m);
		expect(stdout).toMatch(/^@@ what B changes @@\n-export function connect/m);
		expect(stdout).not.toMatch(/^(?:===|---|\+\+\+|\\)/m);
		const short = await runCli(['diff', `${forked}@1`, `${forked}@2`, '--demo', '--files', '--stat']);
		expect(short.stdout).toMatch(/^src\/ws\/client\.ts {2}partial.*\nsrc\/ws\/delay\.ts {2}only B writes it\n$/m);
	});

	it('--json has sides, sums, hunks and files', async () => {
		const {stdout, code} = await runCli(['diff', `${forked}@1`, `${forked}@2`, '--demo', '--json']);
		expect(code).toBe(1);
		const {left, right, summary, hunks, files} = JSON.parse(stdout);
		expect([left.branch, right.branch]).toEqual([1, 2]);
		expect(Object.keys(summary)).toEqual(['equal', 'changed', 'only_left', 'only_right', 'common_ancestor']);
		expect(hunks[0].kind).toBe('equal');
		expect(hunks[0].left).toEqual(hunks[0].right);
		expect(hunks[0].left.at(-1)).toBe(summary.common_ancestor);
		expect(files.map(({path, status}: {path: string; status: string}) => `${path} ${status}`)).toEqual([
			'src/ws/client.ts partial',
			'src/ws/delay.ts only_right',
		]);
	});

	it('tells of each side what it took', async () => {
		const {stdout} = await runCli(['diff', `${forked}@1`, `${forked}@2`, '--demo', '--stat']);
		expect(stdout).toMatch(/^ {2}3 prompts · 3 tools · 6\.2k tokens · 2 min 4 s · 1 file · claude-sonnet-4-5$/m);
		expect(stdout).toContain('files: 0 same · 2 differ');
		const {left, right} = JSON.parse((await runCli(['diff', `${forked}@1`, `${forked}@2`, '--demo', '--json'])).stdout);
		expect(left.compared).toMatchObject({prompts: 3, tool_calls: 3, errors: 0, files: 1, duration_ms: 124_000});
		expect(right.compared).toMatchObject({
			prompts: 3,
			tool_calls: 6,
			errors: 1,
			files: 2,
			models: ['claude-sonnet-4-5'],
		});
		expect(left.compared.tokens.output).toBeLessThan(right.compared.tokens.output);
	});

	it('is written as a document, not over another one', async () => {
		const file = path.join(temporaryDirectory(), 'diff.md');
		const args = ['diff', `${forked}@1`, `${forked}@2`, '--demo', '--output', file];
		const {stdout, code} = await runCli(args);
		expect([stdout, code]).toEqual(['', 1]);
		expect(fs.readFileSync(file, 'utf8')).toMatch(
			/^# Fix reconnect backoff in the websocket client: ad5cd0c1@1 and ad5cd0c1@2\n/,
		);
		expect((await runCli(args)).code).toBe(2);
		expect((await runCli([...args, '--force', '--format', 'html'])).code).toBe(1);
		expect(fs.readFileSync(file, 'utf8')).toMatch(/^<!doctype html>/);
		expect((await runCli([...args, '--format', 'jsonl'])).stderr).toContain('a comparison is markdown or html');
	});

	it.each([
		[['diff', forked], 'Something is missing'],
		[['diff', forked, `${forked}@9`], 'there is no branch 9'],
		[['diff', forked, forked, '--json', '--output', 'diff.json'], '--json goes to standard output'],
		[['diff', forked, 'nothing-like-it'], 'No session has the id'],
	])('%j is trouble', async (args, message) => {
		const {stderr, code} = await runCli([...args, '--demo']);
		expect(stderr).toContain(message);
		expect(code).toBe(2);
	});
});
