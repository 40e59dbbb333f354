/** Records of large sessions are read again one by one: what they say then must be what they said in the stream. */
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import type {History} from '../../source/adapters/adapter.ts';
import {adapters} from '../../source/adapters/registry.ts';
import type {Entry} from '../../source/model/entry.ts';
import {isFileLocator} from '../../source/model/locator.ts';
import {collect} from '../helpers/claude-session.ts';
import {corpusHome, hasCorpus} from '../helpers/corpus.ts';
import {fixtureHome} from '../helpers/fixture-home.ts';

const fixtures = path.join(import.meta.dirname, '..', '..', 'fixtures');
const agents = ['claude', 'codex', 'pi'] as const;

function scenariosOf(agent: string): string[] {
	const folder = path.join(fixtures, agent);
	return fs
		.readdirSync(folder)
		.filter(name => fs.readdirSync(path.join(folder, name)).some(entry => entry.startsWith('dot-')));
}

/** What a record alone can't know. */
function ownWords({parent: _, model: __, tool, ...entry}: Entry): unknown {
	if (!tool || entry.kind !== 'tool_result') return {...entry, tool};
	const {name: ___, universal: ____, ...rest} = tool;
	return {...entry, tool: rest};
}

async function check(home: string, agent: string): Promise<number> {
	const adapter = adapters.find(each => each.agent === agent)!;
	const {sessions} = await adapter.discover({path: home, env: {}});
	let checked = 0;
	for (const ref of sessions) {
		const history: History = await adapter.history(ref);
		const entries = await collect(history.entries('all'));
		for (const entry of entries) {
			if (!history.recall || !isFileLocator(entry.locator)) continue;
			const again = history.recall(entry.locator).find(({id}) => id === entry.id);
			expect(again && ownWords(again), `${ref.path} ${entry.id}`).toEqual(ownWords(entry));
			checked++;
		}
	}
	return checked;
}

describe.each(agents)('%s', agent => {
	it.each(scenariosOf(agent))('reads every record of %s again', async scenario => {
		await check(fixtureHome(`${agent}/${scenario}`), agent);
	});

	it.runIf(hasCorpus)('and of real sessions', {timeout: 120_000}, async () => {
		expect(await check(corpusHome(), agent)).toBeGreaterThanOrEqual(0);
	});
});
