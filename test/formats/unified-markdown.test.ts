/** The promise of the format's document: Markdown made from its JSON is Markdown made from the session itself. */
import {describe, expect, it} from 'vitest';
import {writeMarkdown} from '../../source/formats/markdown/write-markdown.ts';
import {unifiedFormat} from '../../source/formats/unified/unified-format.ts';
import {writeUnified} from '../../source/formats/unified/write-unified.ts';
import {hasCorpus} from '../helpers/corpus.ts';
import {
	corpusSessions,
	type FoundSession,
	fixtureSessions,
	genuineSessions,
	hasGenuine,
} from '../helpers/every-session.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';
import {readBack, written} from '../helpers/written-session.ts';

async function checkAll(sessions: readonly FoundSession[]): Promise<void> {
	const folder = temporaryDirectory();
	expect(sessions.length).toBeGreaterThan(10);
	for (const {adapter, ref, name} of sessions) {
		const history = await adapter.history(ref);
		const back = await readBack(await written(history, writeUnified, adapter.name, 'all'), unifiedFormat, folder);
		for (const branch of [undefined, 'all', ...history.graph.branches.map(({number}) => number)] as const)
			expect(await written(back, writeMarkdown, adapter.name, branch), `${name} ${branch}`).toBe(
				await written(history, writeMarkdown, adapter.name, branch),
			);
	}
}

const patience = 240_000;

describe('Markdown of a session and of its unified JSON', () => {
	it('of the fixtures', async () => checkAll(await fixtureSessions()), patience);
	it.skipIf(!hasGenuine)('as the agents recorded them', async () => checkAll(await genuineSessions()), patience);
	it.skipIf(!hasCorpus)('of the public corpus', async () => checkAll(await corpusSessions()), patience);
});
