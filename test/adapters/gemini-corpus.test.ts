/** Real sessions from public repositories: every file accounted for, nothing lost, nothing told twice. */
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {gemini} from '../../source/adapters/gemini/gemini.ts';
import {corpusHome, hasCorpus} from '../helpers/corpus.ts';
import {collect, promptsOf} from '../helpers/gemini-session.ts';

type Fields = Record<string, any>;

/** The messages as the program's own rules leave them, by the plainest way to say it. */
function messagesOf(file: string): Fields[] {
	const text = fs.readFileSync(file, 'utf8');
	if (file.endsWith('.json')) return (JSON.parse(text) as {messages: Fields[]}).messages;
	const messages = new Map<string, Fields>();
	for (const line of text.split('\n').filter(Boolean)) {
		const record = JSON.parse(line) as Fields;
		if (typeof record.id === 'string') messages.set(record.id, record);
		else if (record.$set || record.sessionId) continue;
		else throw new Error(`the count does not know ${line.slice(0, 80)}`);
	}
	return [...messages.values()];
}

const texts = (content: unknown) =>
	typeof content === 'string' ? [content] : ((content ?? []) as Fields[]).map(part => part.text);
const shownOf = ({content, displayContent}: Fields): unknown => displayContent ?? content;
const isTyped = (message: Fields) =>
	message.type === 'user' && texts(shownOf(message)).some(text => typeof text === 'string');

/** Recorded by the program itself; the others were made up for the tests of other readers. */
const recorded = /-(?:0ab84937|8a20078e)\.jsonl?$/;

describe.skipIf(!hasCorpus)('the corpus', () => {
	it('is listed, and read without a loss', async () => {
		const home = corpusHome();
		const {candidates, sessions, warnings} = await gemini.discover({path: home, env: {}});
		const root = path.join(home, '.gemini/tmp');
		const files = fs.readdirSync(root, {recursive: true, encoding: 'utf8'}).filter(name => /\.jsonl?$/.test(name));
		expect(files).toHaveLength(7);
		expect(candidates.map(({path: file}) => path.relative(root, file)).sort()).toEqual(files.sort());
		expect(candidates.filter(({verdict}) => verdict !== 'listed')).toEqual([]);
		expect(warnings).toEqual([]);

		for (const ref of sessions) {
			const history = await gemini.history(ref);
			const messages = messagesOf(ref.path);
			const entries = await collect(history.entries());
			const typed = messages.filter(isTyped).map(message => texts(shownOf(message)).join('\n'));
			expect(promptsOf(entries)).toEqual(typed);
			const calls = messages.flatMap(({toolCalls}) => ((toolCalls ?? []) as Fields[]).map(({id}) => id));
			for (const kind of ['tool_call', 'tool_result'])
				expect(entries.filter(entry => entry.kind === kind).map(({tool}) => tool!.callId)).toEqual(calls);
			expect(history.warnings).toEqual([]);
			expect(history.session.counts).toMatchObject({prompts: typed.length, toolCalls: calls.length, forks: 0});

			const head = await gemini.head(ref);
			expect(head).toMatchObject({title: history.session.title, startedAt: history.session.startedAt});
			if (!recorded.test(ref.path)) continue;
			const {input, output, cacheRead} = history.session.tokens!;
			expect(input! + output! + cacheRead!).toBe(messages.reduce((sum, {tokens}) => sum + (tokens?.total ?? 0), 0));
			// The folder is named by a hash; the files that were written tell which directory it is.
			expect(head.cwd).toMatch(/^\/home\/\w+\/repo\/\w+$/);
			expect(history.session.cwd).toBe(head.cwd);
		}
	});
});
