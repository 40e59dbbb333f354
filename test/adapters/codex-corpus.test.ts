/** Real rollouts from public repositories: every file accounted for, no prompt lost, no false fork. */
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {codex} from '../../source/adapters/codex/codex.ts';
import {collect, promptsOf} from '../helpers/claude-session.ts';
import {corpusHome, hasCorpus} from '../helpers/corpus.ts';

type Fields = Record<string, any>;

function recordsOf(file: string): Fields[] {
	return fs
		.readFileSync(file, 'utf8')
		.split('\n')
		.flatMap(line => {
			try {
				return [JSON.parse(line) as Fields];
			} catch {
				return [];
			}
		});
}

/** Without any code of ours: what the file says a person typed, and what the model was sent in the person's name. */
function countPrompts(file: string): {told: number; sent: number} {
	let [told, sent] = [0, 0];
	for (const record of recordsOf(file)) {
		const payload = record.payload ?? record;
		if (payload.type === 'user_message' || payload.item?.type === 'UserMessage') told++;
		if (payload.type !== 'message' || payload.role !== 'user') continue;
		const text: string = payload.content.map((part: Fields) => part.text ?? '').join('\n');
		if (!/^\s*(?:<[a-z_]+>|# AGENTS\.md)/.test(text)) sent++;
	}
	return {told, sent};
}

describe.skipIf(!hasCorpus)('the corpus', () => {
	it('is listed or named with a reason, and read without a loss', async () => {
		const home = corpusHome();
		const {candidates, sessions, warnings} = await codex.discover({path: home, env: {}});
		expect(warnings).toEqual([]);
		expect(candidates).toHaveLength(31);
		expect(candidates.filter(({verdict, reason}) => verdict !== 'listed' && !reason)).toEqual([]);
		expect(sessions).toHaveLength(31);

		for (const ref of sessions) {
			const name = path.basename(ref.path);
			const history = await codex.history(ref);
			const entries = await collect(history.entries());
			const prompts = promptsOf(entries).length;
			const {told, sent} = countPrompts(ref.path);
			expect(`${name}: ${prompts}`).toBe(`${name}: ${Math.max(told, sent)}`);
			expect(history.session.counts).toMatchObject({prompts, forks: 0});
			// Nothing is dropped: an entry for every record, and every byte of them.
			expect(entries.filter(({id}) => !id.includes('#'))).toHaveLength(recordsOf(ref.path).length);
			const bytes = Buffer.concat(await collect(history.records()));
			expect(bytes.toString('utf8').trimEnd()).toBe(fs.readFileSync(ref.path, 'utf8').trimEnd());

			const head = await codex.head(ref);
			expect(head.title ?? '').not.toMatch(/^(?:<|# AGENTS|# Context from my IDE)/);
			for (const entry of entries)
				if (entry.kind === 'user') expect(entry.text).not.toMatch(/^<environment_context|^# AGENTS/);
		}
	}, 120_000);

	it('shows every call of the real sessions once', async () => {
		const {sessions} = await codex.discover({path: corpusHome(), env: {}});
		for (const ref of sessions) {
			// A sample that holds one of every record, with all its ids trimmed to the same word.
			if (fs.readFileSync(ref.path, 'utf8').includes('trimmed for fixture')) continue;
			const calls = recordsOf(ref.path).filter(({payload, type}) =>
				/^(?:function|custom_tool|tool_search|web_search)_call$/.test(payload?.type ?? type),
			);
			const extra = recordsOf(ref.path).filter(
				({payload}) =>
					payload?.type === 'patch_apply_end' && !calls.some(call => call.payload.call_id === payload.call_id),
			);
			const {counts} = (await codex.history(ref)).session;
			expect(`${ref.id}: ${counts!.toolCalls}`).toBe(`${ref.id}: ${calls.length + extra.length}`);
		}
	}, 120_000);
});
