import fs from 'node:fs';
import {describe, expect, it} from 'vitest';
import {temporaryDirectory} from '../helpers/fixture-home.ts';
import {
	answer,
	branchesOf,
	chatName,
	collect,
	context,
	contextId,
	copyOf,
	header,
	linesOf,
	promptsOf,
	readFirst,
	readSession,
	response,
	set,
	snapshot,
	summaryAnswer,
	summaryText,
	textsOf,
	toolCall,
	touched,
	user,
	writeFile,
} from '../helpers/gemini-session.ts';

const [a, A, b, B, c, C, d, D] = [
	user('a', 'alpha'),
	answer('A', 'answer to alpha'),
	user('b', 'beta'),
	answer('B', 'answer to beta'),
	user('c', 'gamma'),
	answer('C', 'answer to gamma'),
	user('d', 'delta'),
	answer('D', 'answer to delta'),
];
const begin = () => [header(), snapshot(context())];
const summary = user('s', summaryText);
const summed = answer('S', summaryAnswer);

describe('messages that are written again', () => {
	it('shows the newest version, once, in its first place', async () => {
		const draft = answer('A', 'answer', {tokens: null});
		const done = answer('A', 'answer, longer', {toolCalls: [toolCall('1')]});
		const {entries, history, prompts} = await readSession([...begin(), a, draft, b, done, B]);
		expect(prompts).toEqual(['alpha', 'beta']);
		expect(textsOf(entries, 'assistant')).toEqual(['answer, longer', 'answer to beta']);
		expect(history.session.counts).toMatchObject({prompts: 2, messages: 4, toolCalls: 1, forks: 0});
		expect(history.session.tokens).toEqual({input: 120, output: 30, cacheRead: 80, cacheCreation: 0});
	});

	it('gives a message that comes back after a rewind a place and an id of its own', async () => {
		const {entries, history} = await readSession([...begin(), a, A, b, B, {$rewindTo: 'b'}, b, D]);
		expect(await branchesOf(history)).toEqual(['alpha > beta', '*alpha > beta']);
		const all = await collect(history.entries('all'));
		expect(new Set(all.map(({id}) => id)).size).toBe(all.length);
		expect(textsOf(entries, 'assistant')).toEqual(['answer to alpha', 'answer to delta']);
	});
});

describe('$rewindTo', () => {
	it('begins another branch before the message it names', async () => {
		const {history, entries} = await readSession([...begin(), a, A, b, B, c, C, {$rewindTo: 'b'}, d, D]);
		expect(await branchesOf(history)).toEqual(['alpha > beta > gamma', '*alpha > delta']);
		expect(history.session.counts).toMatchObject({prompts: 2, messages: 4, forks: 1});
		expect(entries.find(({id}) => id === 'd')?.parent).toMatch(/^@/);
	});

	it('leaves a branch behind even if nothing is typed after it', async () => {
		const {history, prompts} = await readSession([...begin(), a, A, b, B, {$rewindTo: 'b'}, touched()]);
		expect(prompts).toEqual(['alpha']);
		expect(await branchesOf(history)).toEqual(['alpha > beta', '*alpha']);
	});

	it('of the first prompt leaves the whole conversation behind', async () => {
		const {history} = await readSession([...begin(), a, A, b, B, {$rewindTo: 'a'}, d, D]);
		expect(await branchesOf(history)).toEqual(['alpha > beta', '*delta']);
	});

	it('of an unknown message takes everything back, as in the program', async () => {
		const {history} = await readSession([...begin(), a, A, {$rewindTo: 'nobody'}, d, D]);
		expect(await branchesOf(history)).toEqual(['alpha', '*delta']);
	});

	it('can be repeated', async () => {
		const records = [a, A, b, B, {$rewindTo: 'b'}, c, C, {$rewindTo: 'c'}, d, D, {$rewindTo: 'd'}];
		const {history} = await readSession([...begin(), ...records, user('e', 'epsilon')]);
		expect(await branchesOf(history)).toEqual(['alpha > beta', 'alpha > gamma', 'alpha > delta', '*alpha > epsilon']);
		expect(history.graph.forks).toHaveLength(3);
	});

	it('is followed by a snapshot that changes nothing more', async () => {
		const {history} = await readSession([...begin(), a, A, b, B, {$rewindTo: 'b'}, snapshot(a, A), d, D]);
		expect(await branchesOf(history)).toEqual(['alpha > beta', '*alpha > delta']);
	});
});

describe('a resumed session', () => {
	it('writes the header, an empty list and the full list again; nothing is told twice', async () => {
		const resumed = [header(), snapshot(context()), set({sessionId: 'x'}), snapshot(context(), a, A, b, B)];
		const {prompts, entries, history} = await readSession([...begin(), a, A, b, B, ...resumed, c, C]);
		expect(prompts).toEqual(['alpha', 'beta', 'gamma']);
		expect(history.graph.isLinear).toBe(true);
		// The snapshot has lost times, models and tokens; the messages keep their own.
		expect(entries.find(({id}) => id === 'a')?.timestamp).toBe(a.timestamp);
		expect(entries.find(({id}) => id === 'B')?.model).toBe('gemini-2.5-pro');
		expect(history.session.tokens?.output).toBe(45);
	});

	it('keeps everything if it ends right after the empty list', async () => {
		const {prompts, history} = await readSession([...begin(), a, A, b, B, header(), snapshot(context())]);
		expect(prompts).toEqual(['alpha', 'beta']);
		expect(history.graph.isLinear).toBe(true);
	});

	it('leaves the conversation behind if it goes on without it', async () => {
		const {history} = await readSession([...begin(), a, A, header(), snapshot(context()), d, D]);
		expect(await branchesOf(history)).toEqual(['alpha', '*delta']);
	});

	it('may know its messages from the list alone', async () => {
		const {prompts, entries, history} = await readSession([header(), snapshot(context(), a, A, b, B), c, C]);
		expect(prompts).toEqual(['alpha', 'beta', 'gamma']);
		expect(textsOf(entries, 'assistant')).toHaveLength(3);
		expect(history.session.counts).toMatchObject({prompts: 3, messages: 6});
	});

	it('shows a text that only the list has changed', async () => {
		const {entries} = await readSession([
			...begin(),
			a,
			answer('A', 'first words', {thoughts: [{subject: 'S', description: 'D'}]}),
			snapshot(context(), a, answer('A', 'other words')),
		]);
		expect(textsOf(entries, 'assistant')).toEqual(['other words']);
		expect(textsOf(entries, 'thinking')).toEqual(['**S**\nD']);
	});

	it('adds the results the list repeats under made-up ids to nothing', async () => {
		const called = answer('A', '', {toolCalls: [toolCall('1')]});
		const result = user('r', '', {content: [response('1', 'output of 1')]});
		const {entries, history} = await readSession([
			...begin(),
			a,
			called,
			result,
			B,
			header(),
			snapshot(context()),
			snapshot(context(), a, called, {...result, id: 'A_response'}, result, B),
			c,
			C,
		]);
		expect(textsOf(entries, 'tool_call')).toEqual(['a.ts']);
		expect(textsOf(entries, 'tool_result')).toEqual(['output of 1']);
		expect(history.session.counts).toMatchObject({prompts: 2, messages: 5, toolCalls: 1});
	});
});

describe('a compressed history', () => {
	it('is kept before its summary, and what was kept of it is not told twice', async () => {
		const compressed = snapshot(context(), summary, summed, copyOf(b, 'b2'), copyOf(B, 'B2'));
		const {entries, history, prompts} = await readSession([...begin(), a, A, b, B, compressed, c, C]);
		expect(prompts).toEqual(['alpha', 'beta', 'gamma']);
		const order = entries.filter(({kind}) => kind === 'user' || kind === 'compaction').map(({id}) => id);
		expect(order).toEqual(['a', 'b', 's', 'c']);
		expect(entries.find(({kind}) => kind === 'compaction')?.text).toBe(summaryText);
		expect(history.compactions).toMatchObject([{id: 's'}]);
		expect(history.session.counts).toMatchObject({prompts: 3, messages: 6, forks: 0});
		expect(textsOf(entries, 'assistant')).not.toContain(summaryAnswer);
	});

	it('is told by the answer to the summary, whatever its words', async () => {
		const plain = user('s', 'We did this and that.');
		const {history, prompts} = await readSession([...begin(), a, A, b, B, snapshot(context(), plain, summed), c, C]);
		expect(prompts).toEqual(['alpha', 'beta', 'gamma']);
		expect(history.compactions).toMatchObject([{id: 's'}]);
	});

	it('may be compressed twice, and resumed', async () => {
		const second = [user('t', summaryText), answer('T', summaryAnswer)] as const;
		const after = [...second, copyOf(c, 'c2'), copyOf(C, 'C2')];
		const {history, prompts} = await readSession([
			...begin(),
			...[a, A, b, B],
			snapshot(context(), summary, summed, copyOf(b, 'b2'), copyOf(B, 'B2')),
			...[c, C],
			snapshot(context(), ...after),
			...[header(), snapshot(context()), snapshot(context(), ...after)],
			...[d, D],
		]);
		expect(prompts).toEqual(['alpha', 'beta', 'gamma', 'delta']);
		expect(history.compactions.map(({id}) => id)).toEqual(['s', 't']);
		expect(history.graph.isLinear).toBe(true);
	});

	it('can be rewound into what was kept; the summary stays in the context', async () => {
		const compressed = snapshot(context(), summary, summed, copyOf(b, 'b2'), copyOf(B, 'B2'));
		const {history, entries} = await readSession([...begin(), a, A, b, B, compressed, c, C, {$rewindTo: 'b2'}, d, D]);
		expect(await branchesOf(history)).toEqual(['alpha > beta > gamma', '*alpha > delta']);
		expect(textsOf(entries, 'compaction')).toEqual([summaryText]);
	});

	it('in the middle of a call gets the result under the id of a copy', async () => {
		const calling = answer('B', '');
		const kept = [copyOf(b, 'b2'), {...copyOf(calling, 'B2'), content: [{functionCall: {id: '1', name: 'read_file'}}]}];
		const {entries, prompts} = await readSession([
			...begin(),
			...[a, A, b, {...calling, content: [{functionCall: {id: '1', name: 'read_file'}}]}],
			snapshot(context(), summary, summed, ...kept),
			{...kept[1], toolCalls: [toolCall('1')]},
			C,
		]);
		expect(prompts).toEqual(['alpha', 'beta']);
		expect(textsOf(entries, 'tool_call')).toHaveLength(1);
		expect(textsOf(entries, 'tool_result')).toEqual(['output of 1']);
	});

	it('with an equal prompt earlier on keeps both', async () => {
		const again = user('a2', 'alpha');
		const reply = answer('A2', 'another answer');
		const compressed = snapshot(context(), summary, summed, copyOf(again, 'x'), copyOf(reply, 'y'));
		const {prompts, history} = await readSession([...begin(), a, A, b, B, again, reply, compressed, c, C]);
		expect(prompts).toEqual(['alpha', 'beta', 'alpha', 'gamma']);
		expect(history.session.counts?.messages).toBe(8);
	});
});

describe('a history that was set anew', () => {
	const called = answer('B', '', {toolCalls: [toolCall('1')]});
	const result = user('r', '', {content: [response('1', 'output of 1')]});

	it('copies every message under a new id; none is told twice', async () => {
		const copies = [copyOf(a, 'a2'), copyOf(A, 'A2'), copyOf(b, 'b2'), copyOf(called, 'B2')];
		const masked = {...copyOf(result, 'r2'), content: [response('1', '<tool_output_masked>')]};
		const {prompts, entries, history} = await readSession([
			...begin(),
			...[a, A, b, called, result, C],
			...[copyOf(context(), 'x'), ...copies, masked, copyOf(C, 'C2')],
			snapshot(copyOf(context(), 'x'), ...copies, masked, copyOf(C, 'C2')),
			...[d, D],
		]);
		expect(prompts).toEqual(['alpha', 'beta', 'delta']);
		expect(textsOf(entries, 'assistant')).toEqual(['answer to alpha', 'answer to gamma', 'answer to delta']);
		expect(textsOf(entries, 'tool_result')).toEqual(['output of 1']);
		expect(history.session.counts).toMatchObject({prompts: 3, messages: 7, toolCalls: 1, forks: 0});
		expect(history.session.tokens?.output).toBe(60);
	});

	it('may join the context and the first prompt in one message', async () => {
		const joined = {...copyOf(a, 'a2'), content: [...(context().content as []), ...(a.content as [])]};
		const {prompts} = await readSession([
			...begin(),
			a,
			A,
			joined,
			copyOf(A, 'A2'),
			snapshot(joined, copyOf(A, 'A2')),
			b,
			B,
		]);
		expect(prompts).toEqual(['alpha', 'beta']);
	});

	it('to an earlier state leaves what followed behind', async () => {
		const copies = [copyOf(a, 'a2'), copyOf(A, 'A2')];
		const {history} = await readSession([...begin(), a, A, b, B, c, C, ...copies, snapshot(...copies), d, D]);
		expect(await branchesOf(history)).toEqual(['alpha > beta > gamma', '*alpha > delta']);
	});

	it('from before a compression goes on from there', async () => {
		const copies = [copyOf(a, 'a2'), copyOf(A, 'A2')];
		const compressed = snapshot(context(), summary, summed, copyOf(b, 'b2'), copyOf(B, 'B2'));
		const {history} = await readSession([...begin(), a, A, b, B, compressed, ...copies, snapshot(...copies), d, D]);
		expect(await branchesOf(history)).toEqual(['alpha > beta', '*alpha > delta']);
	});

	it('to another conversation altogether is a branch from the beginning', async () => {
		const {history} = await readSession([...begin(), a, A, snapshot(context(), c, C), d, D]);
		expect(await branchesOf(history)).toEqual(['alpha', '*gamma > delta']);
	});

	it('without a prompt that was stopped or failed leaves that prompt behind', async () => {
		const cancelled = {id: 'i', timestamp: b.timestamp, type: 'info', content: 'Request cancelled.'};
		const {history} = await readSession([...begin(), a, A, b, cancelled, snapshot(context(), a, A), c, C]);
		expect(await branchesOf(history)).toEqual(['alpha > beta', '*alpha > gamma']);
	});

	it('without an answer only is no branch', async () => {
		const {history, entries} = await readSession([...begin(), a, A, b, called, snapshot(context(), a, A, b), c, C]);
		expect(await branchesOf(history)).toEqual(['*alpha > beta > gamma']);
		expect(textsOf(entries, 'tool_call')).toHaveLength(1);
	});

	it('that lacks something in its middle keeps it', async () => {
		const {prompts, history} = await readSession([...begin(), a, A, b, B, c, C, snapshot(context(), b, B, c, C), d, D]);
		expect(prompts).toEqual(['alpha', 'beta', 'gamma', 'delta']);
		expect(history.graph.isLinear).toBe(true);
	});

	it('may be told as a patch: which messages are gone', async () => {
		const {history} = await readSession([...begin(), a, A, b, B, {$patch: {removeIds: ['b', 'B']}}, d, D]);
		expect(await branchesOf(history)).toEqual(['alpha > beta', '*alpha > delta']);
	});
});

describe('other records', () => {
	it('takes a whole session on one line', async () => {
		const {prompts, history} = await readSession([{...header(), messages: [a, A, b, B]}, c, C]);
		expect(prompts).toEqual(['alpha', 'beta', 'gamma']);
		expect(history.session.tokens?.output).toBe(45);
	});

	it('keeps unknown ones, and skips nothing but damage', async () => {
		const {entries, history, prompts} = await readSession([
			...begin(),
			a,
			'{"id": "broken',
			'',
			'["a list"]',
			{somethingNew: true},
			A,
			set({memoryScratchpad: {version: 1}}),
			set({summary: 'A short name'}),
		]);
		expect(prompts).toEqual(['alpha']);
		expect(entries.filter(({kind}) => kind === 'unknown').map(({text}) => text)).toEqual([
			'["a list"]',
			'{"somethingNew":true}',
		]);
		expect(history.warnings).toHaveLength(1);
		expect(entries.at(-1)).toMatchObject({kind: 'title', text: 'A short name'});
		expect(history.session).toMatchObject({title: 'A short name', titleSource: 'summary'});
	});

	it('reads lines that end as on Windows, and one that does not end', async () => {
		const text = [...begin(), a, A].map(record => JSON.stringify(record)).join('\r\n');
		const {prompts, history} = await readSession([`${text}\r\n${JSON.stringify(b)}`.trimEnd()]);
		expect(prompts).toEqual(['alpha', 'beta']);
		expect(history.warnings).toEqual([]);
	});

	it('tells which bytes are not UTF-8, in a list of messages and in a document too', async () => {
		const log = linesOf([header(), snapshot(context(), a), A]);
		const document = JSON.stringify({...header(), messages: [a, A]}, null, 2);
		for (const [name, text] of [[chatName, log] as const, [chatName.replace('.jsonl', '.json'), document] as const]) {
			const home = temporaryDirectory();
			const file = writeFile(home, name, text);
			const bytes = Buffer.from(text);
			const offset = bytes.indexOf('alpha') + 2;
			bytes[offset] = 0xff;
			fs.writeFileSync(file, bytes);
			const {prompts, history} = await readFirst(home);
			expect(prompts).toEqual(['al\uFFFDha']);
			expect(history.warnings).toEqual([{path: file, offset, message: 'bytes that are not UTF-8, shown as \uFFFD'}]);
		}
	});

	it('does not apply a list that was cut off', async () => {
		const cut = JSON.stringify(snapshot(context(), a)).slice(0, -40);
		const {prompts, history} = await readSession([...begin(), a, A, b, B, cut]);
		expect(prompts).toEqual(['alpha', 'beta']);
		expect(history.warnings).toHaveLength(1);
	});

	it('gives the records of a branch untouched', async () => {
		const records = [...begin(), a, A, b, B, {$rewindTo: 'b'}, d, D];
		const {history} = await readSession(records);
		const raw = async (branch?: number | 'all') =>
			Buffer.concat(await collect(history.records(branch)))
				.toString('utf8')
				.trim()
				.split('\n');
		expect(await raw('all')).toEqual(records.map(record => JSON.stringify(record)));
		expect(await raw()).toEqual([...records.slice(0, 4), ...records.slice(6)].map(record => JSON.stringify(record)));
		expect(await raw(1)).toEqual(records.slice(0, 6).map(record => JSON.stringify(record)));
	});

	it('previews in the order of the file, every branch', async () => {
		const {ref} = await readSession([...begin(), a, A, b, B, {$rewindTo: 'b'}, d, D]);
		const {gemini} = await import('../../source/adapters/gemini/gemini.ts');
		expect(promptsOf(await collect(gemini.opening(ref)))).toEqual(['alpha', 'beta', 'delta']);
	});

	it('names the context by its own id', async () => {
		const {entries} = await readSession([...begin(), a, A]);
		expect(entries.find(({id}) => id === contextId)).toMatchObject({kind: 'system', isAside: true});
	});
});
