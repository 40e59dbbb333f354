/** Sessions recorded with the real Claude Code, each with what it must show. */
import {describe, expect, it} from 'vitest';
import type {History, SessionRef} from '../../source/adapters/adapter.ts';
import {Library} from '../../source/catalog/library.ts';
import type {Entry} from '../../source/model/entry.ts';
import {collect, promptsOf} from '../helpers/claude-session.ts';
import {fixtureHome} from '../helpers/fixture-home.ts';

type Read = {
	readonly library: Library;
	readonly refs: readonly SessionRef[];
	read(id: string): Promise<{history: History; entries: Entry[]; prompts: string[]}>;
};

async function open(scenario: string): Promise<Read> {
	const library = new Library({homes: [fixtureHome(`claude/${scenario}`)], agents: ['claude']});
	const {sessions} = await library.scan();
	return {
		library,
		refs: sessions,
		async read(id) {
			const history = await library.history(sessions.find(ref => ref.id.startsWith(id))!);
			const entries = await collect(history.entries());
			return {history, entries, prompts: promptsOf(entries)};
		},
	};
}

const kinds = (entries: readonly Entry[], kind: Entry['kind']) => entries.filter(entry => entry.kind === kind);

describe('plain', () => {
	it('is one prompt and one answer', async () => {
		const {read} = await open('plain');
		const {history, entries, prompts} = await read('b2b90fa3');
		expect(prompts).toEqual(['hello, what is 2+2?']);
		expect(kinds(entries, 'assistant')).toHaveLength(1);
		expect(history.session.counts).toEqual({prompts: 1, messages: 2, toolCalls: 0, errors: 0, forks: 0});
		expect(history.session).toMatchObject({
			cwd: '/home/user/projects/webshop-api',
			models: ['claude-sonnet-4-5'],
			tokens: {input: 2684, output: 17, cacheCreation: 0, cacheRead: 0},
			agentVersion: '2.1.325',
		});
		expect(history.warnings).toEqual([]);
	});
});

describe('multiturn', () => {
	it('is four prompts in one file, with thinking and a long answer', async () => {
		const {read} = await open('multiturn');
		const {entries, prompts} = await read('b860d160');
		expect(prompts).toEqual([
			'first prompt: remember the word apple',
			'second prompt: think about pears',
			'third prompt: a long markdown answer please',
			'what did we do',
		]);
		expect(kinds(entries, 'thinking')).toHaveLength(1);
		const long = kinds(entries, 'assistant').find(({text}) => text.includes('```'))!;
		expect(long.text).toMatch(/\p{Script=Han}|\p{Script=Hiragana}/u);
		expect(long.text).toMatch(/\p{Emoji_Presentation}/u);
	});

	it('joins the blocks of one API message and counts their usage once', async () => {
		const {read} = await open('multiturn');
		const {history, entries} = await read('b860d160');
		const thinking = kinds(entries, 'thinking')[0]!;
		const answer = entries[entries.indexOf(thinking) + 1]!;
		expect(answer.kind).toBe('assistant');
		expect(answer.message).toBe(thinking.message);
		expect(history.session.counts!.messages).toBe(8);
		expect(history.session.tokens!.input).toBe(11_653);
	});
});

describe('named', () => {
	it('has the name it was started with', async () => {
		const {library, refs} = await open('named');
		expect(await library.head(refs[0]!)).toMatchObject({
			id: '11111111-2222-4333-8444-555555555555',
			title: 'my-named-session',
			titleSource: 'custom',
		});
	});
});

describe('tools', () => {
	it('is three prompts, eight calls and eight results, each with its call', async () => {
		const {read} = await open('tools');
		const {history, entries, prompts} = await read('596138a0');
		const calls = kinds(entries, 'tool_call');
		const results = kinds(entries, 'tool_result');
		expect(prompts).toHaveLength(3);
		expect(calls.map(({tool}) => tool!.name)).toEqual([
			'Write',
			'Edit',
			'Read',
			'Bash',
			'Bash',
			'Bash',
			'Read',
			'Bash',
		]);
		expect(calls.map(({tool}) => tool!.universal)).toEqual([
			'write',
			'edit',
			'read',
			'bash',
			'bash',
			'bash',
			'read',
			'bash',
		]);
		expect(results).toHaveLength(8);
		expect(new Set(results.map(({tool}) => tool!.callId))).toEqual(new Set(calls.map(({tool}) => tool!.callId)));
		for (const result of results) {
			const call = calls.find(({tool}) => tool!.callId === result.tool!.callId)!;
			expect(result.tool!.name).toBe(call.tool!.name);
		}
		expect(history.session.counts).toMatchObject({toolCalls: 8, errors: 1, forks: 0});
	});

	it('marks the command that failed', async () => {
		const {read} = await open('tools');
		const {entries} = await read('596138a0');
		const failed = kinds(entries, 'tool_result').filter(({isError}) => isError);
		expect(failed).toHaveLength(1);
		expect(failed[0]!.text).toContain('Exit code 2');
	});
});

describe('error', () => {
	it('shows the API error as an error and not as an answer', async () => {
		const {read} = await open('error');
		const {history, entries, prompts} = await read('a95ff62a');
		expect(prompts).toEqual(['a good prompt', 'please trigger error 400', 'after the error']);
		const errors = entries.filter(({isError}) => isError);
		expect(errors).toHaveLength(1);
		expect(errors[0]).toMatchObject({kind: 'system', detail: 'api_error'});
		expect(history.session.models).toEqual(['claude-sonnet-4-5']);
		expect(history.session.counts).toMatchObject({prompts: 3, messages: 5, errors: 1});
	});
});

describe('fork', () => {
	it('links the copy to its origin by the records they share', async () => {
		const {library, refs, read} = await open('fork');
		expect(refs).toHaveLength(2);
		const copy = refs.find(({id}) => id.startsWith('b1678764'))!;
		const original = refs.find(({id}) => id.startsWith('b84dc582'))!;
		expect(await library.origin(copy)).toEqual({
			forkedFrom: original.id,
			forkedAt: 'cf3f9818-088f-4a36-96a7-ad385249fe11',
		});
		expect((await library.origin(original)).forkedFrom).toBeUndefined();
		expect((await read('b1678764')).prompts).toEqual(['base prompt one', 'base prompt two', 'forked prompt three']);
		expect((await read('b84dc582')).prompts).toEqual([
			'base prompt one',
			'base prompt two',
			'original continues three',
		]);
	});
});

describe('tui-branch', () => {
	it('names its origin itself, and carries its own title', async () => {
		const {library, refs, read} = await open('tui-branch');
		const branch = refs.find(({id}) => id.startsWith('6ecd6835'))!;
		const trunk = refs.find(({id}) => id.startsWith('c5104813'))!;
		expect(await library.head(branch)).toMatchObject({title: 'my-branch', titleSource: 'custom', forkedFrom: trunk.id});
		expect((await library.origin(branch)).forkedFrom).toBe(trunk.id);
		expect((await library.origin(trunk)).forkedFrom).toBeUndefined();
		expect((await read('6ecd6835')).prompts).toEqual(['trunk one', 'trunk two', 'branch three']);
		expect((await read('c5104813')).prompts).toEqual(['trunk one', 'trunk two']);
	});
});

describe('tui-rewind', () => {
	it('is a fork inside the file: five prompts, three of them active', async () => {
		const {read} = await open('tui-rewind');
		const {history, prompts} = await read('4085f5fc');
		const {graph} = history;
		expect(prompts).toEqual(['first prompt alpha', 'second prompt DELTA (after rewind)', 'what did we do']);
		expect(graph.forks).toHaveLength(1);
		expect(graph.forks[0]!.sides.map(({prompts, isActive}) => [prompts, isActive])).toEqual([
			[2, false],
			[2, true],
		]);
		expect(promptsOf(await collect(history.entries(1)))).toEqual([
			'first prompt alpha',
			'second prompt beta',
			'third prompt gamma',
		]);
		expect(promptsOf(await collect(history.entries('all')))).toHaveLength(5);
		expect(history.session).toMatchObject({title: 'my-renamed-session', titleSource: 'custom'});
		expect(history.session.counts).toMatchObject({prompts: 3, forks: 1});
	});
});

describe('tui-rewind-first', () => {
	it('is a fork before the first prompt', async () => {
		const {read} = await open('tui-rewind-first');
		const {history, prompts} = await read('059a2d99');
		expect(prompts).toEqual(['instead DELTA', 'answer slowly please']);
		expect(history.graph.forks).toMatchObject([{node: -1, sides: [{prompts: 2}, {prompts: 2, isActive: true}]}]);
		expect(promptsOf(await collect(history.entries(1)))).toEqual(['first prompt alpha', 'second prompt beta']);
	});
});

describe('tui-compact', () => {
	it('joins what was before the compaction with what came after', async () => {
		const {read} = await open('tui-compact');
		const {history, entries, prompts} = await read('59a11071');
		expect(prompts).toEqual([
			'prompt one before compact',
			'run the command `echo hi`',
			'prompt after compact',
			'what did we do',
		]);
		expect(history.graph.isLinear).toBe(true);
		expect(history.graph.roots).toHaveLength(1);
		expect(history.compactions).toHaveLength(1);
		expect(history.compactions[0]).toMatchObject({trigger: 'manual'});
		const boundary = entries.findIndex(({kind}) => kind === 'compaction');
		expect(entries.slice(boundary).filter(({kind}) => kind === 'user')).toHaveLength(2);
		expect(entries.find(({detail}) => detail === 'compact_summary')!.text).toMatch(/^This session is being continued/);
	});
});

describe('tui-rewind-summarize', () => {
	it('is a compaction in the middle, not a fork, and loses no prompt', async () => {
		const {read} = await open('tui-rewind-summarize');
		const {history, entries, prompts} = await read('db335af9');
		expect(prompts).toEqual([
			'keep me alpha',
			'summarize me beta',
			'summarize me gamma',
			'summarize me beta',
			'after summarize',
		]);
		expect(history.graph.forks).toEqual([]);
		const boundary = entries.findIndex(({kind}) => kind === 'compaction');
		expect(promptsOf(entries.slice(boundary))).toEqual(['summarize me beta', 'after summarize']);
	});
});

describe('tui-ultra', () => {
	it('hides command tags and local commands, and shows what was typed', async () => {
		const {read} = await open('tui-ultra');
		const {entries, prompts} = await read('fb822614');
		expect(prompts).toEqual(['# remember this memory', 'think about it']);
		const visible = entries.filter(({isAside, kind}) => !isAside && kind !== 'assistant').map(({text}) => text);
		expect(visible).toContain('! echo bang mode');
		expect(visible.join('\n')).not.toMatch(/<(?:command-|local-command|bash-)/);
		expect(kinds(entries, 'thinking')).toHaveLength(1);
	});
});

describe('subagent', () => {
	it('is folded under its parent and linked to the call that started it', async () => {
		const {library, refs, read} = await open('subagent');
		const parent = refs.find(({isAgentSession}) => !isAgentSession)!;
		const child = refs.find(({isAgentSession}) => isAgentSession)!;
		expect(child).toMatchObject({id: 'agent-a6f9e6f4145038fb2', parentId: parent.id, isFolded: true});
		const {entries, prompts} = await read('5859563b');
		expect(prompts).toHaveLength(1);
		const calls = kinds(entries, 'tool_call');
		expect(calls.map(({tool}) => tool!.name)).toEqual(['Agent']);
		expect(calls[0]!.spawned).toBe(child.id);
		const head = await library.head(child);
		expect(head).toMatchObject({parentCallId: calls[0]!.tool!.callId, isAgentSession: true});
		const inner = await read('agent-a6f9');
		expect(kinds(inner.entries, 'tool_call').map(({tool}) => tool!.name)).toEqual(['Bash', 'Read']);
	});
});

it('gives the records of a linear session back byte for byte', async () => {
	const {read, refs} = await open('tools');
	const {history} = await read('596138a0');
	const bytes = Buffer.concat(await collect(history.records()));
	const fs = await import('node:fs');
	expect(bytes.equals(fs.readFileSync(refs[0]!.path))).toBe(true);
});

it('knows an entry again by its locator', async () => {
	const {read} = await open('tools');
	const {entries} = await read('596138a0');
	const fs = await import('node:fs');
	const call = kinds(entries, 'tool_call')[0]!;
	const {path, offset, length} = call.locator as {path: string; offset: number; length: number};
	const record = JSON.parse(
		fs
			.readFileSync(path)
			.subarray(offset, offset + length)
			.toString(),
	);
	expect(record.uuid).toBe(call.id);
});
