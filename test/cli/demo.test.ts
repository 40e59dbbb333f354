/** The demo sessions show what the screens can do: one of each is there, in the agents' own formats. */
import {describe, expect, it} from 'vitest';
import {runCli} from '../helpers/run-cli.ts';

async function json(...args: string[]): Promise<any> {
	const {stdout, stderr, code} = await runCli([...args, '--demo', '--json']);
	expect([code, stderr]).toEqual([0, '']);
	return JSON.parse(stdout);
}

const orders = '12c500ed-0b78-4910-8fb4-6af0f246be87';

describe('the demo', () => {
	it('has sessions of several agents and projects, and nothing that can not be read', async () => {
		const {sessions, meta} = await json('list', '--all');
		expect(new Set(sessions.map(({agent}: any) => agent)).size).toBeGreaterThanOrEqual(6);
		expect(new Set(sessions.map(({project}: any) => project)).size).toBeGreaterThanOrEqual(5);
		expect(meta.unreadable).toBe(0);
		expect(sessions.filter(({counts}: any) => counts.forks > 0).length).toBeGreaterThanOrEqual(2);
		expect(sessions.filter(({counts}: any) => counts.errors > 0).length).toBeGreaterThanOrEqual(3);
		expect(sessions.filter(({parent_id: parent}: any) => parent !== null)).toHaveLength(2);
	});

	it.each([
		['has:image', 1],
		['has:thinking', 4],
		['has:error', 3],
		['has:subagent', 1],
		['has:fork', 2],
	])('finds something with %s', async (query, least) => {
		expect((await json('search', query)).sessions.length).toBeGreaterThanOrEqual(least as number);
	});

	it('has a compaction with what came before it, and a record that nobody knows', async () => {
		const {entries} = await json('show', orders);
		const kinds = entries.map(({kind}: any) => kind);
		expect(kinds).toContain('compaction');
		expect(kinds).toContain('unknown');
		expect(kinds.indexOf('compaction')).toBeGreaterThan(5);
		expect((await json('tree', orders)).compactions).toHaveLength(1);
	});

	it('has edits with their patches, a table and code', async () => {
		const {stdout} = await runCli(['show', 'ad5cd0c1', '--demo', '--raw']);
		expect(stdout).toContain('"structuredPatch"');
		expect(stdout).toContain('|---|---:|');
		expect(stdout).toContain('```ts');
	});

	it('names nobody and no place of ours', async () => {
		const {sessions} = await json('list', '--all');
		for (const {project} of sessions) expect(project).toMatch(/^\/home\/demo\//);
	});
});
