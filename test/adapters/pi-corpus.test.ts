/** Real sessions from public repositories: every file accounted for, no prompt lost, no false fork. */
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {pi} from '../../source/adapters/pi/pi.ts';
import {collect, promptsOf} from '../helpers/claude-session.ts';
import {corpusHome, hasCorpus} from '../helpers/corpus.ts';

/** Counts prompts in the plainest way there is, without any code of ours. */
function countPrompts(file: string): number {
	return fs
		.readFileSync(file, 'utf8')
		.split('\n')
		.filter(line => /"message":\s*\{"role":\s*"user"/.test(line)).length;
}

describe.skipIf(!hasCorpus)('the corpus', () => {
	it('is listed or named with a reason, file by file', async () => {
		const home = corpusHome();
		const folder = path.join(home, '.pi');
		const placed = fs.readdirSync(folder, {recursive: true, encoding: 'utf8'}).filter(name => name.endsWith('.jsonl'));
		expect(placed.length).toBeGreaterThan(10);
		const {candidates, sessions, warnings} = await pi.discover({path: home, env: {}});
		expect(candidates.map(({path: file}) => path.relative(folder, file)).sort()).toEqual(placed.sort());
		expect(candidates.filter(({verdict, reason}) => verdict !== 'listed' && !reason)).toEqual([]);
		expect(warnings).toEqual([]);

		const forks: string[] = [];
		for (const ref of sessions) {
			const name = path.basename(ref.path);
			const history = await pi.history(ref);
			const entries = await collect(history.entries('all'));
			expect(`${name}: ${promptsOf(entries).length}`).toBe(`${name}: ${countPrompts(ref.path)}`);
			expect(new Set(entries.map(({id}) => id)).size).toBe(entries.length);
			expect(history.warnings).toEqual([]);
			const {counts, models, modelProvider, tokens, cost, forkedAt, ...session} = history.session;
			expect(await pi.head(ref)).toEqual(session);
			if (history.graph.forks.length > 0) forks.push(name);
		}
		// Two samples that were written to be trees.
		expect(forks.sort()).toEqual(['testdata_branching.jsonl', 'testdata_full_format.jsonl']);
	});
});
