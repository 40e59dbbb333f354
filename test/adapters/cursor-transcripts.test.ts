/** Transcripts without a database: all that is left of many chats. */
import fs from 'node:fs';
import {describe, expect, it} from 'vitest';
import type {SessionRef} from '../../source/adapters/adapter.ts';
import {cursor} from '../../source/adapters/cursor/cursor.ts';
import {collect, promptsOf, sessionsOf, spoken, writeTranscript} from '../helpers/cursor-chat.ts';
import {fixtureHome, temporaryDirectory} from '../helpers/fixture-home.ts';

const parent = '3b9a1f52-6a0d-4c7e-8f11-2d5e90a7c301';

async function session(prefix: string): Promise<SessionRef> {
	const found = (await sessionsOf(fixtureHome('cursor/transcripts'))).find(({id}) => id.startsWith(prefix));
	if (!found) throw new Error(`no session ${prefix}`);
	return found;
}

describe('the transcripts of Cursor CLI', () => {
	it('are listed, folded or named with a reason, file by file', async () => {
		const {candidates, sessions} = await cursor.discover({path: fixtureHome('cursor/transcripts'), env: {}});
		const verdicts = candidates.map(({path, verdict, reason}) => `${path.split('/').at(-1)}: ${reason ?? verdict}`);
		expect(verdicts.sort()).toEqual([
			'0a1b2c3d-5555-4666-8777-888899990000.txt: listed',
			`${parent}.jsonl: listed`,
			'88888888-0000-4000-8000-000000000008.jsonl: listed',
			'9d0e6c1b-1111-4222-8333-444455556666.jsonl: listed',
			'c41d7a60-91b2-4c58-a6ad-7be013f2a4d9.jsonl: sub-agent of a listed session',
			'empty.jsonl: empty file',
			'garbage.jsonl: no line of it is JSON',
			'marks-only.jsonl: no conversation in it, only bookkeeping',
			'notes.txt: not a Cursor session',
			'other-program.jsonl: not a Cursor session',
		]);
		expect(sessions).toHaveLength(5);
		expect(sessions.filter(({isFolded}) => isFolded).map(({parentId}) => parentId)).toEqual([parent]);
	});

	it('are read with their marks, hidden thinking and times', async () => {
		const ref = await session('3b9a');
		const {session: found, entries, warnings} = await cursor.history(ref);
		const all = await collect(entries());
		expect(warnings).toEqual([]);
		expect(spoken(all)).toEqual([
			'user: add a discount code to the cart',
			'assistant: I look at the cart first.',
			'thinking: ',
			'tool_call: /home/user/projects/webshop-api/src/cart.ts',
			'tool_call: src',
			'tool_call: Check the tests',
			'thinking: ',
			'tool_call: /home/user/projects/webshop-api/src/cart.ts',
			'assistant: Codes are applied before taxes now. 漢字も大丈夫です 🎉',
			'user: now run the tests',
			'tool_call: npm test',
			'system: Provider Error: upstream timeout',
			'system: upstream timeout',
		]);
		expect(found).toMatchObject({
			title: 'add a discount code to the cart',
			startedAt: '2026-08-02T10:51:00.000Z',
			endedAt: '2026-08-02T23:20:00.000Z',
			counts: {prompts: 2, messages: 7, toolCalls: 5, errors: 2, forks: 0},
		});
		expect(ref.endedAt).toBe('2026-08-02T23:20:00.000Z');
		expect((await cursor.head(ref)).endedAt).toBe('2026-08-02T23:20:00.000Z');
		expect([found.tokens, found.models]).toEqual([undefined, undefined]);
		expect(all.filter(({timestamp}) => timestamp !== undefined).map(({kind}) => kind)).toEqual(['user', 'user']);
	});

	it('link a call to the sub-agent that got its words', async () => {
		const home = fixtureHome('cursor/transcripts');
		const sessions = await sessionsOf(home);
		const {entries} = await cursor.history(sessions.find(({id}) => id === parent)!);
		const task = (await collect(entries())).find(({tool}) => tool?.name === 'Task');
		expect(task?.spawned).toBe('c41d7a60-91b2-4c58-a6ad-7be013f2a4d9');
		const child = sessions.find(({parentId}) => parentId === parent)!;
		const {session: found} = await cursor.history(child);
		expect(found).toMatchObject({
			isAgentSession: true,
			parentId: parent,
			parentCallId: task?.tool?.callId,
			title: 'List the tests that cover the cart.',
			titleSource: 'description',
		});
	});

	it('pair results with the calls that wait, though calls have no ids', async () => {
		const {entries, session: found} = await cursor.history(await session('9d0e'));
		const all = await collect(entries());
		expect(promptsOf(all)).toEqual(['what files are here?', 'thanks, <b>really</b>']);
		const calls = all.filter(({kind}) => kind === 'tool_call');
		const results = all.filter(({kind}) => kind === 'tool_result');
		expect(results.map(({tool}) => [tool?.callId, tool?.name, tool?.output])).toEqual([
			[calls[0]?.tool?.callId, 'Shell', 'cart.ts'],
			[calls[1]?.tool?.callId, 'Shell', '/home/user'],
		]);
		expect(found.counts).toEqual({prompts: 2, messages: 5, toolCalls: 2, errors: 1, forks: 0});
		expect([found.startedAt, found.endedAt]).toEqual([undefined, undefined]);
	});

	it('are read in their oldest form too', async () => {
		const ref = await session('0a1b');
		const {entries, session: found} = await cursor.history(ref);
		const all = await collect(entries());
		expect(spoken(all)).toEqual([
			'user: why is the build red?\nuser: this line is part of the question',
			'thinking: The log will tell.\nIt is in ci.log.',
			'tool_call: npm run build',
			'tool_result: error TS2322\n  at src/cart.ts',
			'assistant: The types do not fit.',
			'tool_call: src/cart.ts',
			'assistant: Fixed.',
			'user: thanks',
			'assistant: Any time.',
		]);
		expect(found).toMatchObject({title: 'why is the build red? user: this line is part of the question'});
		expect(all[2]?.tool).toMatchObject({name: 'Shell', input: {command: 'npm run build', description: 'Build'}});
	});

	it('give their lines back untouched', async () => {
		for (const prefix of ['3b9a', '9d0e', '8888']) {
			const ref = await session(prefix);
			const raw = Buffer.concat(await collect((await cursor.history(ref)).records()));
			expect(raw.equals(fs.readFileSync(ref.path))).toBe(true);
		}
	});

	it('preview the same entries in the same order', async () => {
		const ref = await session('3b9a');
		const whole = await collect((await cursor.history(ref)).entries());
		const preview = await collect(cursor.opening(ref));
		expect(preview.map(({id, text}) => [id, text])).toEqual(whole.map(({id, text}) => [id, text]));
	});

	it('of one chat in several places are one session, unless they differ', async () => {
		const home = temporaryDirectory();
		const lines = ['one', 'two', 'three'].map(text => ({role: 'user', message: {content: text}}));
		const main = writeTranscript(home, 'a/a.jsonl', lines);
		const older = writeTranscript(home, 'a.jsonl', lines.slice(0, 2));
		const moved = writeTranscript(home, 'a/a.jsonl', [lines[1]!], 'another-project');
		const {candidates} = await cursor.discover({path: home, env: {}});
		expect(Object.fromEntries(candidates.map(({path, reason, verdict}) => [path, reason ?? verdict]))).toEqual({
			[main]: 'listed',
			[older]: 'copy of a listed session',
			[moved]: 'listed',
		});
	});

	it('are not mistaken for other agents’ files, nor other agents’ files for them', async () => {
		const home = temporaryDirectory();
		const ours = writeTranscript(home, 'a.jsonl', [{role: 'user', message: {content: 'hi'}}]);
		const theirs = writeTranscript(home, 'b.jsonl', [
			{type: 'user', uuid: '1', message: {role: 'user', content: 'hi'}, timestamp: '2026-01-01T00:00:00Z'},
		]);
		expect(await cursor.recognize(ours)).toMatchObject({agent: 'cursor', id: 'a'});
		expect(await cursor.recognize(theirs)).toBeUndefined();
	});
});
