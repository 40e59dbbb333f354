import {describe, expect, it} from 'vitest';
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
		expect(stdout).toMatch(/^src\/ws\/client\.ts {2}partial/m);
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

	it.each([
		[['diff', forked], 'Something is missing'],
		[['diff', forked, `${forked}@9`], 'there is no branch 9'],
		[['diff', forked, 'nothing-like-it'], 'No session has the id'],
	])('%j is trouble', async (args, message) => {
		const {stderr, code} = await runCli([...args, '--demo']);
		expect(stderr).toContain(message);
		expect(code).toBe(2);
	});
});
