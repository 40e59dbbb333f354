/** Real sessions from public repositories: every file accounted for, no prompt lost, no false fork. */
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {copilot} from '../../source/adapters/copilot/copilot.ts';
import {collect, promptsOf} from '../helpers/claude-session.ts';
import {corpusHome, hasCorpus} from '../helpers/corpus.ts';

/** Counts prompts in the plainest way there is, without any code of ours: what stands in a user's message as typed. */
function countPrompts(file: string): number {
	const records = fs.readFileSync(file, 'utf8').trim().split('\n');
	return records.map(line => JSON.parse(line)).filter(({type, data}) => type === 'user.message' && data.content).length;
}

describe.skipIf(!hasCorpus)('the corpus', () => {
	it('is listed or named with a reason, file by file', async () => {
		const home = corpusHome();
		const folder = path.join(home, '.copilot');
		const placed = fs.readdirSync(folder, {recursive: true, encoding: 'utf8'}).filter(name => name.endsWith('.jsonl'));
		expect(placed.length).toBeGreaterThan(10);
		const {candidates, sessions, warnings} = await copilot.discover({path: home, env: {}});
		expect(candidates.map(({path: file}) => path.relative(folder, file)).sort()).toEqual(placed.sort());
		expect(candidates.filter(({verdict, reason}) => verdict !== 'listed' && !reason)).toEqual([]);
		expect(warnings).toEqual([]);

		for (const ref of sessions) {
			const history = await copilot.history(ref);
			const entries = await collect(history.entries('all'));
			expect(`${ref.id}: ${promptsOf(entries).length}`).toBe(`${ref.id}: ${countPrompts(ref.path)}`);
			expect(new Set(entries.map(({id}) => id)).size).toBe(entries.length);
			expect(entries.filter(({kind}) => kind === 'unknown')).toEqual([]);
			const calls = entries.filter(({kind}) => kind === 'tool_call').map(({tool}) => tool!.callId);
			expect(new Set(calls).size).toBe(calls.length);
			expect(history.graph.isLinear).toBe(true);
			expect(history.warnings).toEqual([]);
			const {counts, models, tokens, ...session} = history.session;
			expect(await copilot.head(ref)).toEqual(session);
		}
	});
});
