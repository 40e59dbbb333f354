import {describe, expect, it} from 'vitest';
import {fixtureHome} from '../helpers/fixture-home.ts';
import {runCli} from '../helpers/run-cli.ts';

async function family(...fixtures: string[]): Promise<string[]> {
	const home = fixtureHome(...fixtures);
	const {stdout} = await runCli(['list', '--json', '--home', home]);
	const [first] = JSON.parse(stdout).sessions as Array<{id: string}>;
	const tree = await runCli(['tree', first!.id, '--family', '--home', home]);
	return tree.stdout
		.trimEnd()
		.split('\n')
		.slice(2)
		.map(line => line.replace(/(?<=[^│\s]) {2}\S.*$/, '').replace(/[0-9a-f]{8}(?:-[0-9a-f-]*)?\b/, 'ID'));
}

describe('recollect tree --family', () => {
	it('hangs a copy of Claude where it was made', async () => {
		expect(await family('claude/fork')).toEqual([
			'claude ID',
			'● base prompt one',
			'● base prompt two',
			'├─⇢ forked to claude ID',
			'│  ● forked prompt three',
			'● original continues three',
		]);
	});

	it('and one of Codex, whose records have other names', async () => {
		expect((await family('codex/fork')).slice(1)).toEqual([
			'● base prompt one',
			'● base prompt two',
			'├─⇢ forked to codex ID',
			'│  ● forked prompt three',
			'● original continues three',
		]);
	});

	it('has sub-agents below the prompt they were started for, as JSON too', async () => {
		const {stdout} = await runCli(['tree', '1c676652', '--family', '--demo', '--json']);
		const {sessions, rows} = JSON.parse(stdout);
		expect(sessions).toHaveLength(4);
		expect(rows.map(({kind}: {kind: string}) => kind)).toEqual([
			'session',
			'prompt',
			'sub-agent',
			'sub-agent',
			'fork',
			'prompt',
		]);
	});
});
