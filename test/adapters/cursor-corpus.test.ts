/** Real and sample files from public repositories: every file accounted for, no prompt lost, no false fork. */
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {cursor} from '../../source/adapters/cursor/cursor.ts';
import {corpusHome, hasCorpus} from '../helpers/corpus.ts';
import {collect, promptsOf} from '../helpers/cursor-chat.ts';

/** Counts what the role `user` says, in the plainest way there is, without any code of ours. */
function countPrompts(file: string): number {
	return fs
		.readFileSync(file, 'utf8')
		.split('\n')
		.filter(text => text.trim() !== '')
		.map(text => JSON.parse(text))
		.filter(
			({role, message}) => role === 'user' && message.content.some((part: {type: string}) => part.type === 'text'),
		).length;
}

describe.skipIf(!hasCorpus)('the corpus', () => {
	it('is listed or named with a reason, file by file', async () => {
		const home = corpusHome();
		const files = fs
			.readdirSync(path.join(home, '.cursor'), {recursive: true, withFileTypes: true})
			.filter(entry => entry.isFile())
			.map(entry => path.join(entry.parentPath, entry.name));
		const {candidates, sessions, warnings} = await cursor.discover({path: home, env: {}});
		expect(warnings).toEqual([]);
		expect(candidates.map(candidate => candidate.path).sort()).toEqual(files.sort());
		expect(candidates.filter(({verdict, reason}) => verdict !== 'listed' && !reason)).toEqual([]);
		expect(candidates.filter(({verdict}) => verdict === 'listed')).toHaveLength(11);
		for (const ref of sessions) {
			const {entries, graph, session, warnings: troubles} = await cursor.history(ref);
			const prompts = promptsOf(await collect(entries('all'))).length;
			expect(`${path.basename(ref.path)}: ${prompts}`).toBe(`${path.basename(ref.path)}: ${countPrompts(ref.path)}`);
			expect([graph.isLinear, troubles, session.tokens]).toEqual([true, [], undefined]);
			expect((await cursor.head(ref)).cwd).toBe('/home/user/project');
		}
	});
});
