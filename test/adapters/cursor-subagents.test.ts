/** Sub-agents: in their parent's database, in databases of their own, in transcripts, or in all of them. */
import {describe, expect, it} from 'vitest';
import {cursor} from '../../source/adapters/cursor/cursor.ts';
import {
	answer,
	ChatBuilder,
	call,
	collect,
	field,
	line,
	message,
	opening,
	promptsOf,
	query,
	result,
	sessionsOf,
} from '../helpers/cursor-chat.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';

const parentId = '11111111-0000-4000-8000-000000000001';
const childId = '22222222-0000-4000-8000-000000000002';
const task = [
	query('fix it'),
	answer(call('t1', 'Task', {prompt: 'find the bug', description: 'Find it'})),
	result('t1', 'Task', 'cart.ts'),
];
const work = [{role: 'system', content: 'You are a sub-agent.'}, query('find the bug'), answer('It is in cart.ts.')];

/** The map's entry of a sub-agent, as field 16 holds it, or by the name of its blob, as field 31 does. */
function inner(chat: ChatBuilder, number: number): Buffer {
	const state = message(...work.map(each => field(1, chat.message(each))));
	const persisted = message(field(1, state), field(2, 1788818588000), field(3, 1788818599000), field(4, message()));
	return field(number, message(field(1, childId), field(2, number === 16 ? persisted : chat.ref(persisted))));
}

describe('a sub-agent', () => {
	it('inside its parent’s database is a session of its own, folded below it', async () => {
		for (const number of [16, 31]) {
			const home = temporaryDirectory();
			const chat = new ChatBuilder(home, {id: parentId});
			chat.root([...opening, ...task], inner(chat, number));
			chat.write();
			const {candidates, sessions} = await cursor.discover({path: home, env: {}});
			expect(candidates.map(({path, verdict, reason}) => [path, reason ?? verdict])).toEqual([
				[chat.file, 'listed'],
				[`${chat.file}#${childId}`, 'sub-agent of a listed session'],
			]);
			const [parent, child] = sessions;
			const calls = await collect((await cursor.history(parent!)).entries());
			expect(calls.find(({tool, kind}) => tool?.name === 'Task' && kind === 'tool_call')?.spawned).toBe(childId);
			const {session, entries, warnings, records} = await cursor.history(child!);
			expect(warnings).toEqual([]);
			expect(session).toMatchObject({
				id: childId,
				parentId,
				parentCallId: 't1',
				isAgentSession: true,
				title: 'find the bug',
				titleSource: 'description',
				startedAt: new Date(1788818588000).toISOString(),
				endedAt: new Date(1788818599000).toISOString(),
				counts: {prompts: 1, messages: 2},
			});
			expect(promptsOf(await collect(entries()))).toEqual(['find the bug']);
			expect(Buffer.concat(await collect(records())).toString('utf8')).not.toContain('"table":"meta"');
			expect(await cursor.head(child!)).toMatchObject({title: 'find the bug', parentId});
			expect(await cursor.recognize(`${chat.file}#${childId}`)).toMatchObject({id: childId});
		}
	});

	it('with a database and a transcript of its own is one session', async () => {
		const home = temporaryDirectory();
		const parent = new ChatBuilder(home, {id: parentId});
		parent.root([...opening, ...task], inner(parent, 16));
		parent.write();
		const child = new ChatBuilder(home, {id: childId, sidecar: {isSubagent: true}});
		child.root(work);
		child.write();
		const file = parent.transcript(
			[line('user', '<user_query>find the bug</user_query>'), line('assistant', 'It is in cart.ts.')],
			`${parentId}/subagents/${childId}.jsonl`,
		);
		const {candidates, sessions} = await cursor.discover({path: home, env: {}});
		expect(Object.fromEntries(candidates.map(({path, reason, verdict}) => [path, reason ?? verdict]))).toEqual({
			[parent.file]: 'listed',
			[child.file]: 'sub-agent of a listed session',
			[file]: 'part of a listed session',
			[`${parent.file}#${childId}`]: 'copy of a listed session',
		});
		const ref = sessions.find(({id}) => id === childId)!;
		expect(ref).toMatchObject({path: child.file, parentId, isFolded: true, isAgentSession: true});
		expect((await cursor.history(ref)).session.parentCallId).toBe('t1');
	});

	it('whose parent nobody knows is listed', async () => {
		const home = temporaryDirectory();
		const chat = new ChatBuilder(home, {sidecar: {isSubagent: true}});
		chat.root(work);
		chat.write();
		expect(await sessionsOf(home)).toMatchObject([{isAgentSession: true, isFolded: false, parentId: undefined}]);
	});

	it('is told by the result of its call, where that names it', async () => {
		const home = temporaryDirectory();
		const chat = new ChatBuilder(home);
		const named = result('t1', 'Task', 'cart.ts', {success: {agentId: childId, durationMs: 5}});
		chat.root([...opening, task[0]!, task[1]!, named]);
		chat.write();
		const {entries} = await cursor.history((await sessionsOf(home))[0]!);
		expect((await collect(entries())).find(({kind}) => kind === 'tool_call')?.spawned).toBe(childId);
	});

	it('of two with the same words goes to one call each', async () => {
		const home = temporaryDirectory();
		const ask = {prompt: 'find the bug'};
		const chat = new ChatBuilder(home, {id: parentId});
		chat.root([...opening, query('fix it'), answer(call('t1', 'Task', ask), call('t2', 'Task', ask))]);
		chat.write();
		for (const id of ['kid-a', 'kid-b'])
			chat.transcript([line('user', '<user_query>find the bug</user_query>')], `${parentId}/subagents/${id}.jsonl`);
		const parent = (await sessionsOf(home)).find(({id}) => id === parentId)!;
		const calls = (await collect((await cursor.history(parent)).entries())).filter(({kind}) => kind === 'tool_call');
		expect(new Set(calls.map(({spawned}) => spawned))).toEqual(new Set(['kid-a', 'kid-b']));
	});
});
