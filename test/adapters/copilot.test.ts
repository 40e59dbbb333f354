/** Sessions of GitHub Copilot CLI in every layout it had, each with what it must show. */
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import type {Discovery, History, SessionRef} from '../../source/adapters/adapter.ts';
import {copilot} from '../../source/adapters/copilot/copilot.ts';
import type {Entry} from '../../source/model/entry.ts';
import {collect, promptsOf} from '../helpers/claude-session.ts';
import {fixtureHome} from '../helpers/fixture-home.ts';

type Read = {
	readonly ref: SessionRef;
	readonly history: History;
	readonly entries: Entry[];
	readonly prompts: string[];
};

async function open(scenario: string): Promise<Discovery & {home: string; read: (id: string) => Promise<Read>}> {
	const home = fixtureHome(`copilot/${scenario}`);
	const discovery = await copilot.discover({path: home, env: {}});
	return {
		...discovery,
		home,
		async read(id) {
			const ref = discovery.sessions.find(each => each.id.endsWith(id))!;
			const history = await copilot.history(ref);
			const entries = await collect(history.entries());
			return {ref, history, entries, prompts: promptsOf(entries)};
		},
	};
}

const kinds = (entries: readonly Entry[], kind: Entry['kind']) => entries.filter(entry => entry.kind === kind);

describe('tools', () => {
	it('is three prompts with the name a person gave', async () => {
		const {read} = await open('tools');
		const {ref, history, prompts} = await read('01');
		expect(prompts).toEqual(['list the routes', 'add one for orders', 'leave it, thanks']);
		const session = {
			id: 'c0ffee00-0000-4000-8000-000000000001',
			title: "Ann's routes",
			titleSource: 'custom',
			cwd: '/home/user/projects/webshop-api',
			gitBranch: 'main',
			agentVersion: '1.0.77',
			startedAt: '2026-11-10T09:00:00.000Z',
			endedAt: '2026-11-10T09:00:31.000Z',
		};
		expect(history.session).toMatchObject(session);
		expect(await copilot.head(ref)).toMatchObject(session);
		expect(history.warnings).toEqual([]);
	});

	it('shows every call once, with its result', async () => {
		const {read} = await open('tools');
		const {history, entries} = await read('01');
		expect(kinds(entries, 'tool_call').map(({tool, text}) => [tool!.callId, tool!.name, text])).toEqual([
			['call_1', 'bash', 'grep -n router src/app.ts'],
			['call_2', 'view', 'src/app.ts'],
			['call_3', 'edit', 'src/app.ts'],
		]);
		const results = kinds(entries, 'tool_result');
		expect(results.map(({tool, text, isError}) => [tool!.callId, tool!.name, text, isError])).toEqual([
			['call_2', 'view', 'Path does not exist', true],
			['call_1', 'bash', "12:router.get('/cart')", undefined],
			['call_3', 'edit', 'File src/app.ts updated with changes.', undefined],
		]);
		expect(history.session.counts).toEqual({
			prompts: 3,
			messages: 7,
			toolCalls: 3,
			errors: 2,
			forks: 0,
			endsInError: true,
		});
	});

	it('parses arguments that were given as text', async () => {
		const {read} = await open('tools');
		const {entries} = await read('01');
		expect(kinds(entries, 'tool_call')[1]!.tool!.input).toEqual({path: 'src/app.ts'});
	});

	it('knows who answered, what was thought, attached and stopped', async () => {
		const {read} = await open('tools');
		const {history, entries} = await read('01');
		expect(history.session.models).toEqual(['gpt-5-mini', 'claude-sonnet-4.6']);
		expect(kinds(entries, 'thinking').map(({text}) => text)).toEqual(['The router knows.']);
		expect(kinds(entries, 'user')[1]!.media).toEqual([{type: 'file notes.md'}]);
		const errors = entries.filter(({kind, isError}) => kind === 'system' && isError);
		expect(errors.map(({detail, text}) => [detail, text])).toEqual([
			['abort', 'Stopped: user_initiated'],
			['session.error', 'Too many requests'],
		]);
		const spoken = entries.filter(({isAside}) => !isAside);
		expect(spoken.some(({text}) => text.includes('helpful assistant'))).toBe(false);
	});

	it('takes the tokens from the sums at the end, without the caches', async () => {
		const {read} = await open('tools');
		const {history} = await read('01');
		expect(history.session.tokens).toEqual({input: 800, output: 48, cacheRead: 600, cacheCreation: 100});
	});
});

describe('resumed', () => {
	it('tells what a person typed from what the autopilot and skills said', async () => {
		const {read} = await open('resumed');
		const {entries, prompts} = await read('02');
		expect(prompts).toEqual(['write the tests', 'now run them', 'and once more']);
		const injected = entries.filter(({detail}) => detail === 'user.message');
		expect(injected.map(({kind, isAside, text}) => [kind, isAside, text])).toEqual([
			['system', true, 'You have not yet marked the task as complete.'],
			['system', true, '<skill-context name="pdf">How to read PDFs</skill-context>'],
		]);
	});

	it('shows compaction and truncation, and the compaction that failed', async () => {
		const {read} = await open('resumed');
		const {history, entries} = await read('02');
		expect(kinds(entries, 'compaction').map(({text}) => text)).toEqual(['The tests of the cart were written.']);
		expect(history.compactions).toMatchObject([{trigger: 'manual', tokensBefore: 42_000, tokensAfter: 3000}]);
		expect(entries.find(({detail}) => detail === 'session.truncation')!.text).toBe(
			'Left the context: 30 messages, 40000 tokens.',
		);
		expect(entries.find(({detail, isError}) => detail === 'session.compaction_complete' && isError)).toBeDefined();
	});

	it('has the directory it began in, the one it went to, and the name Copilot gave it', async () => {
		const {read} = await open('resumed');
		const {history} = await read('02');
		expect(history.session).toMatchObject({
			cwd: '/home/user/projects/webshop-api',
			latestCwd: '/home/user/projects/webshop-api/packages/orders',
			gitBranch: 'feature/orders',
			title: 'Cart tests and runs',
			titleSource: 'generated',
		});
	});

	it('counts tokens that are told as growing sums once, and what came after the last sums', async () => {
		const {read} = await open('resumed');
		const {history} = await read('02');
		expect(history.session.tokens).toEqual({input: 1300, output: 64, cacheRead: 200, cacheCreation: 0});
	});

	it('keeps an event that nobody knows', async () => {
		const {read} = await open('resumed');
		const {entries} = await read('02');
		expect(kinds(entries, 'unknown')).toMatchObject([{detail: 'session.hologram', text: '{"width":3}'}]);
	});
});

describe('subagent', () => {
	it('marks what a sub-agent said and did inside the log', async () => {
		const {read} = await open('subagent');
		const {history, entries, prompts} = await read('03');
		expect(prompts).toEqual(['let somebody look for TODOs']);
		const inner = entries.filter(({isSidechain}) => isSidechain);
		expect(inner.map(({kind}) => kind)).toEqual(['system', 'assistant', 'tool_call', 'system', 'tool_result']);
		expect(history.session.counts).toEqual({prompts: 1, messages: 3, toolCalls: 2, errors: 0, forks: 0});
		expect(entries.find(({detail}) => detail === 'subagent.started')!.text).toBe('Explore Agent: Looks around');
	});

	it('folds a detached agent below the session it goes on from', async () => {
		const {candidates, sessions} = await open('subagent');
		expect(candidates.map(({verdict, reason}) => [verdict, reason])).toEqual([
			['listed', undefined],
			['hidden', 'sub-agent of a listed session'],
		]);
		expect(sessions[1]).toMatchObject({
			isAgentSession: true,
			isFolded: true,
			parentId: 'c0ffee00-0000-4000-8000-000000000003',
		});
	});
});

describe('old layouts', () => {
	it('are all accounted for', async () => {
		const {candidates, home} = await open('old');
		const verdicts = candidates.map(({path: file, verdict, reason}) => [
			path.relative(path.join(home, '.copilot'), file),
			[verdict, reason].filter(Boolean).join(': '),
		]);
		const id = 'c0ffee00-0000-4000-8000-00000000000';
		expect(Object.fromEntries(verdicts)).toEqual({
			[`session-state/${id}5.jsonl`]: 'listed',
			[`session-state/${id}6.jsonl`]: 'hidden: copy of a listed session',
			[`session-state/${id}6/events.jsonl`]: 'listed',
			[`session-state/${id}8/workspace.yaml`]: 'hidden: no conversation in it, only bookkeeping',
			[`history-session-state/session_${id}7_1760182820882.json`]: 'listed',
			[`history-session-state/session_${id}9_1760182820883.json`]: 'listed',
		});
	});

	it('read a flat log', async () => {
		const {read} = await open('old');
		expect((await read('05')).prompts).toEqual(['the flat question']);
	});

	it('read the timeline of a document', async () => {
		const {read} = await open('old');
		const {ref, history, entries, prompts} = await read('07');
		expect(prompts).toEqual(['look at the cart']);
		expect(ref.endedAt).toBe('2025-10-11T11:40:35.603Z');
		expect(history.session.counts).toEqual({prompts: 1, messages: 3, toolCalls: 2, errors: 1, forks: 0, unknown: 1});
		expect(kinds(entries, 'tool_call').map(({tool, text}) => [tool!.name, tool!.universal, text])).toEqual([
			['str_replace_editor', 'read', 'view src/cart.ts'],
			['bash', 'bash', 'npm test'],
		]);
		expect(kinds(entries, 'unknown')).toMatchObject([{detail: 'timeline.confetti'}]);
		expect(await copilot.head(ref)).toMatchObject({title: 'look at the cart', startedAt: '2025-10-11T11:40:20.882Z'});
		expect(new Set(entries.map(({id}) => id)).size).toBe(entries.length);
	});

	it('find the records of a document where the locators say', async () => {
		const {read} = await open('old');
		const {history} = await read('07');
		const raw = Buffer.concat(await collect(history.records())).toString();
		expect(raw.match(/"timestamp"/g)).toHaveLength(7);
		expect(raw).not.toContain('chatMessages');
	});

	it('read the messages of a document without a timeline, less the reminders in them', async () => {
		const {read} = await open('old');
		const {entries, prompts} = await read('09');
		expect(prompts).toEqual(['look at the cart']);
		expect(entries.filter(({isAside}) => !isAside).map(({kind}) => kind)).toEqual([
			'user',
			'assistant',
			'tool_call',
			'tool_result',
			'assistant',
		]);
		expect(kinds(entries, 'tool_result')[0]!.tool).toMatchObject({name: 'str_replace_editor', output: 'export {}'});
	});
});
