/** Real sessions from public repositories: every file accounted for, no prompt lost. */
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {opencode} from '../../source/adapters/opencode/opencode.ts';
import {collect, promptsOf} from '../helpers/claude-session.ts';
import {corpusHome, hasCorpus} from '../helpers/corpus.ts';
import {discoverIn, readRef, snapshot, storeFolder} from '../helpers/opencode-store.ts';

type Fields = Record<string, any>;

const readAll = (folder: string): Fields[] =>
	fs.readdirSync(folder).map(name => JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8')));

/** Counts in the plainest way there is, without any code of ours. */
function count(storage: string, id: string) {
	const sums = {prompts: 0, calls: 0, input: 0, output: 0};
	for (const message of readAll(path.join(storage, 'message', id))) {
		const folder = path.join(storage, 'part', message.id);
		const parts = fs.existsSync(folder) ? readAll(folder) : [];
		if (message.role === 'user' && parts.some(part => part.type === 'text' && !part.synthetic)) sums.prompts++;
		sums.calls += parts.filter(part => part.type === 'tool').length;
		sums.input += message.tokens?.input ?? 0;
		sums.output += (message.tokens?.output ?? 0) + (message.tokens?.reasoning ?? 0);
	}
	return sums;
}

describe.skipIf(!hasCorpus)('the corpus', () => {
	it('is listed or named with a reason, session by session', async () => {
		const home = corpusHome();
		const storage = path.join(storeFolder(home), 'storage');
		const before = snapshot(storeFolder(home));
		const {candidates, sessions, warnings} = await discoverIn(home);
		expect(candidates).toHaveLength(15);
		expect(candidates.filter(({verdict, reason}) => verdict !== 'listed' && !reason)).toEqual([]);
		expect(candidates.filter(({verdict}) => verdict === 'listed')).toHaveLength(10);
		expect(candidates.find(({path: place}) => place.endsWith('.db'))).toMatchObject({
			verdict: 'hidden',
			reason: 'not an OpenCode database',
		});
		expect(sessions.filter(({isFolded}) => isFolded)).toHaveLength(4);
		expect(warnings).toEqual([]);

		for (const ref of sessions) {
			const {history, all} = await readRef(ref);
			const expected = count(storage, ref.id);
			const {toolCalls} = history.session.counts!;
			const {input, output} = history.session.tokens!;
			expect({id: ref.id, prompts: promptsOf(all).length, calls: toolCalls, input, output}).toEqual({
				id: ref.id,
				...expected,
			});
			expect(history.warnings).toEqual([]);
			expect(all.filter(({kind}) => kind === 'unknown')).toEqual([]);
			expect(history.graph.isLinear).toBe(true);
			const calls = all.filter(({kind}) => kind === 'tool_call').map(({tool}) => tool!.callId);
			expect(all.filter(({kind}) => kind === 'tool_result').map(({tool}) => tool!.callId)).toEqual(calls);
			const head = await opencode.head(ref);
			expect(head.title).toBe(history.session.title);
			expect(head.title).not.toMatch(/^New session/);
		}
		expect(await opencode.relate!(sessions)).toEqual([]);
		expect(snapshot(storeFolder(home))).toEqual(before);
	});

	it('reads the exports as they were found, under whatever name', async () => {
		const corpus = path.join(import.meta.dirname, '..', '..', '..', 'shared', 'corpus');
		const rows = fs
			.readFileSync(path.join(corpus, 'INDEX.tsv'), 'utf8')
			.trim()
			.split('\n')
			.map(line => line.split('\t'));
		const files = (agent: string, variant: string) =>
			rows.filter(row => row[0] === agent && row[1] === variant).map(row => path.join(corpus, row.at(-1)!));
		const exports = files('opencode', 'export entire');
		expect(exports).toHaveLength(14);
		for (const file of exports) {
			const document: Fields = JSON.parse(fs.readFileSync(file, 'utf8'));
			const ref = (await opencode.recognize(file))!;
			const entries = await collect((await opencode.history(ref)).entries());
			const typed = document.messages.filter(
				({info, parts}: Fields) =>
					info.role === 'user' && parts.some((part: Fields) => part.type === 'text' && !part.synthetic),
			);
			expect([file, promptsOf(entries).length]).toEqual([file, typed.length]);
		}
		for (const file of files('entire-compact', 'not-native:opencode'))
			expect(await opencode.recognize(file)).toBeUndefined();
	});
});
