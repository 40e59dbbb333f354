/** A file given by its path is recognized by the agent that wrote it, and by no other. */
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {adapters} from '../../source/adapters/registry.ts';
import {Library} from '../../source/catalog/library.ts';
import {corpusHome, hasCorpus} from '../helpers/corpus.ts';
import {fixtureHome, temporaryDirectory} from '../helpers/fixture-home.ts';

async function whoKnows(file: string): Promise<string[]> {
	const known = await Promise.all(
		adapters.map(async ({agent, recognize}) => ((await recognize(file)) ? agent : undefined)),
	);
	return known.filter(agent => agent !== undefined);
}

it.each([
	['claude', 'claude/tools'],
	['codex', 'codex/tools'],
	['gemini', 'gemini/tools'],
	['opencode', 'opencode/tools'],
	['cursor', 'cursor/transcripts'],
	['pi', 'pi/tree'],
	['copilot', 'copilot/tools'],
])('%s’s files are its own', async (agent, fixture) => {
	const {sessions} = await new Library({homes: [fixtureHome(fixture)], agents: [agent]}).scan();
	expect(sessions.length).toBeGreaterThan(0);
	for (const ref of sessions) expect([ref.path, await whoKnows(ref.path)]).toEqual([ref.path, [agent]]);
});

it('nobody claims what is no session', async () => {
	const folder = temporaryDirectory();
	for (const [name, text] of Object.entries({
		'a.jsonl': '{"a":1}\n',
		'b.json': '[]',
		'c.txt': 'hello',
		'd.jsonl': '',
		'e.db': 'x',
	})) {
		fs.writeFileSync(path.join(folder, name), text);
		expect([name, await whoKnows(path.join(folder, name))]).toEqual([name, []]);
	}
});

describe.skipIf(!hasCorpus)('in the corpus', () => {
	it('every listed file is known to its agent alone', async () => {
		const {sessions} = await new Library({homes: [corpusHome()]}).scan();
		const wrong: string[] = [];
		for (const ref of sessions) {
			const agents = await whoKnows(ref.path);
			if (agents.join() !== ref.agent) wrong.push(`${path.basename(ref.path)} of ${ref.agent}: ${agents.join()}`);
		}
		expect(wrong).toEqual([]);
	});
});
