/** Real sessions from public repositories: every file accounted for, no prompt lost, no false fork. */
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {claude} from '../../source/adapters/claude/claude.ts';
import {collect, promptsOf} from '../helpers/claude-session.ts';
import {corpusHome, hasCorpus} from '../helpers/corpus.ts';

type Fields = Record<string, any>;

const harness =
	/^\s*(?:<(?:local-command|command-|bash-|system-reminder|task-notification|user-memory|ide_|teammate-message)|\[Request interrupted|Caveat: The|Stop hook|This session is being)/;

/** Counts prompts in the plainest way there is, without any code of ours. */
function countPrompts(file: string, isAgent: boolean): number {
	const seen = new Set<string>();
	let count = 0;
	for (const line of fs.readFileSync(file, 'utf8').split('\n')) {
		let record: Fields | null;
		try {
			record = JSON.parse(line);
		} catch {
			continue;
		}
		if (record?.type !== 'user' || (record.origin && record.origin.kind !== 'human')) continue;
		if (record.isMeta || record.isCompactSummary || (record.isSidechain && !isAgent)) continue;
		const content = record.message?.content;
		const blocks: Fields[] = typeof content === 'string' ? [{type: 'text', text: content}] : (content ?? []);
		if (blocks.length === 0 || blocks.some(block => block.type === 'tool_result')) continue;
		const texts = blocks.map(block => (typeof block === 'string' ? block : (block.text ?? `[${block.type}]`)));
		if (texts.every(text => harness.test(text) || text.trim() === '') || seen.has(texts.join() + record.uuid)) continue;
		seen.add(texts.join() + record.uuid);
		count++;
	}
	return count;
}

describe.skipIf(!hasCorpus)('the corpus', () => {
	it('is listed or named with a reason, file by file', async () => {
		const home = corpusHome();
		const {candidates, sessions} = await claude.discover({path: home, env: {}});
		expect(candidates).toHaveLength(212);
		expect(candidates.filter(({verdict, reason}) => verdict !== 'listed' && !reason)).toEqual([]);
		const listed = candidates.filter(({verdict}) => verdict === 'listed').length;
		expect(sessions.filter(({isFolded}) => !isFolded)).toHaveLength(listed);

		const forks: string[] = [];
		for (const ref of sessions) {
			const history = await claude.history(ref);
			const prompts = promptsOf(await collect(history.entries('all'))).length;
			const queued = fs.readFileSync(ref.path, 'utf8').includes('queued_command');
			if (!queued)
				expect(`${path.basename(ref.path)}: ${prompts}`).toBe(
					`${path.basename(ref.path)}: ${countPrompts(ref.path, ref.isAgentSession)}`,
				);
			if (history.graph.forks.length > 0) forks.push(path.basename(ref.path, '.jsonl'));
			const head = await claude.head(ref);
			expect(head.title ?? '').not.toMatch(harness);
		}
		// One real rewind, and three samples that were written to be forks.
		expect(forks.sort()).toEqual([
			'03eb5929-52b3-4b13-ada3-b93ae35806b8',
			'claude_forked_session',
			'dag_fork',
			'dag_within_fork',
		]);
	});
});
