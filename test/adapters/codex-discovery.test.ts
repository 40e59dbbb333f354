/** Every file gets exactly one verdict, with a reason where it is not listed. */
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {codex} from '../../source/adapters/codex/codex.ts';
import * as c from '../helpers/codex-session.ts';
import {fixtureHome, temporaryDirectory} from '../helpers/fixture-home.ts';

const id = (last: number) => `019a0000-0000-7000-8000-${String(last).padStart(12, '0')}`;

async function verdicts(home: string, env: Record<string, string> = {}) {
	const {candidates, sessions, warnings} = await codex.discover({path: home, env});
	const byName = Object.fromEntries(
		candidates.map(({path: file, verdict, reason}) => [
			path.basename(file),
			reason === undefined ? verdict : `${verdict}: ${reason}`,
		]),
	);
	expect(Object.keys(byName)).toHaveLength(candidates.length);
	return {byName, candidates, sessions, warnings};
}

describe('discovery', () => {
	it('finds nothing where there is no store', async () => {
		expect(await codex.discover({path: temporaryDirectory(), env: {}})).toEqual({
			candidates: [],
			sessions: [],
			warnings: [],
		});
	});

	it('looks where CODEX_HOME says', async () => {
		const home = fixtureHome('codex/bare');
		fs.renameSync(path.join(home, '.codex'), path.join(home, 'elsewhere'));
		expect((await verdicts(home)).sessions).toHaveLength(0);
		const {sessions} = await verdicts('/nowhere', {CODEX_HOME: path.join(home, 'elsewhere')});
		expect(sessions.map(({store}) => store)).toEqual([path.join(home, 'elsewhere')]);
	});

	it('names a reason for everything that is no session', async () => {
		const home = temporaryDirectory();
		const folder = path.join(home, '.codex/sessions/2026/11/16');
		const write = (name: string, content: string | Buffer) => c.writeFile(path.join(folder, name), content);
		c.writeRollout(home, [c.meta(), ...c.typed('hello')]);
		write('empty.jsonl', '');
		write('blank.jsonl', '\n \n');
		write('history.jsonl', '{"session_id":"x","ts":1,"text":"hello"}\n');
		write('names.jsonl', '{"id":"x","thread_name":"hello","updated_at":"2026"}\n');
		write('claude.jsonl', '{"type":"user","uuid":"a","sessionId":"b","message":{"role":"user","content":"hi"}}\n');
		write('numbers.jsonl', '1\n2\n');
		write('prose.jsonl', 'once upon a time\n');
		write('rollout-broken.jsonl.zst', Buffer.from('not compressed at all'));
		write('rollout-2025-05-03-x.json', '{"name":"package"}');
		write('rollout-2025-05-04-y.json', '{"session":{"id":"y","timestamp":"2025-05-04T00:00:00Z"},"items":[{"type":}]}');
		write('notes.txt', 'not a candidate');
		fs.symlinkSync('/nowhere/at/all', path.join(folder, 'dangling.jsonl'));
		fs.mkdirSync(path.join(folder, 'folder.jsonl'));
		c.writeFile(path.join(home, '.codex/history.jsonl'), '{"session_id":"x","ts":1,"text":"not a candidate"}\n');

		const {byName, candidates} = await verdicts(home);
		expect(byName).toEqual({
			[`rollout-2026-11-16T10-00-00-${c.threadId}.jsonl`]: 'listed',
			'empty.jsonl': 'hidden: empty file',
			'blank.jsonl': 'hidden: empty file',
			'history.jsonl': 'hidden: not a Codex session: a list of prompts',
			'names.jsonl': 'hidden: not a Codex session: a list of names',
			'claude.jsonl': 'hidden: not a Codex session: records of another program',
			'numbers.jsonl': 'hidden: not a Codex session: values that are not records',
			'prose.jsonl': 'unreadable: no line of it is JSON',
			'rollout-broken.jsonl.zst': 'unreadable: damaged compressed file',
			'rollout-2025-05-03-x.json': 'hidden: not a Codex session: another JSON document',
			'rollout-2025-05-04-y.json': 'unreadable: damaged JSON document',
			'dangling.jsonl': 'unreadable: it is gone, or a link that leads nowhere',
			'folder.jsonl': 'unreadable: it is a directory',
		});
		expect(candidates.every(({agent}) => agent === 'codex')).toBe(true);
	});

	it('lists rollouts whose beginning is damaged, under the id in their name', async () => {
		const home = temporaryDirectory();
		c.writeRollout(home, ['{"timestamp":"2026-11-16T10:0', ...c.typed('no header')], {id: id(1)});
		c.writeRollout(home, [`\uFEFF${JSON.stringify(c.meta({id: id(2)}))}`, ...c.typed('with a mark')], {id: id(2)});
		c.writeRollout(home, [...c.typed('late header'), c.meta({id: id(3)})], {id: id(3)});
		const {sessions} = await verdicts(home);
		expect(sessions.map(session => session.id).sort()).toEqual([id(1), id(2), id(3)]);
		const heads = await Promise.all(sessions.map(ref => codex.head(ref)));
		expect(heads.map(({title}) => title).sort()).toEqual(['late header', 'no header', 'with a mark']);
	});

	it('reads a header that is longer than the first read', async () => {
		const home = temporaryDirectory();
		const long = c.meta({base_instructions: {text: 'be kind '.repeat(100_000)}, parent_thread_id: id(9)});
		c.writeRollout(home, [long, ...c.typed('hello')]);
		const {sessions} = await verdicts(home);
		expect(sessions[0]).toMatchObject({id: c.threadId, parentId: id(9)});
		expect((await codex.head(sessions[0]!)).title).toBe('hello');
	});

	it('takes the time of the newest record, and the time of the file where no record has one', async () => {
		const home = temporaryDirectory();
		c.writeRollout(home, [c.meta(), {...c.event('task_complete'), timestamp: '2026-11-16T15:00:00+02:00'}]);
		expect((await verdicts(home)).sessions[0]!.endedAt).toBe('2026-11-16T13:00:00.000Z');
		const file = c.writeRollout(home, [c.userText('hello').payload], {id: id(1)});
		fs.utimesSync(file, 1_750_000_000, 1_750_000_000);
		const timeless = (await verdicts(home)).sessions.find(session => session.id === id(1));
		expect(timeless?.endedAt).toBe(new Date(1_750_000_000_000).toISOString());
	});
});

describe('copies', () => {
	it('are hidden: of the archived and the other file, and of the compressed and the plain one', async () => {
		const home = fixtureHome('codex/compressed');
		const compressed = path.join(
			home,
			'.codex/sessions/2026/05/02',
			fs.readdirSync(path.join(home, '.codex/sessions/2026/05/02'))[0]!,
		);
		const plain = compressed.slice(0, -'.zst'.length);
		const attic = '019de000-0000-7000-8000-0000000000c1';
		c.writeFile(plain, c.textOf([c.meta({id: attic}), ...c.typed('newer')]));
		const archived = path.join(home, '.codex/archived_sessions', path.basename(plain));
		c.writeFile(archived, c.textOf([c.meta({id: attic})]));
		const {candidates, sessions} = await codex.discover({path: home, env: {}});
		expect(sessions).toHaveLength(1);
		expect(sessions[0]!.files).toEqual([plain]);
		const copy = {verdict: 'hidden', reason: 'copy of a listed session', sessionId: attic};
		expect(candidates).toHaveLength(3);
		for (const file of [compressed, archived]) expect(candidates.find(each => each.path === file)).toMatchObject(copy);
	});

	it('are known by their id, whatever they are called', async () => {
		const home = temporaryDirectory();
		c.writeRollout(home, [c.meta(), ...c.typed('older')]);
		c.writeRollout(home, [c.meta(), ...c.typed('older'), ...c.typed('newer')], {suffix: ' (copy).jsonl'});
		const {sessions, byName} = await verdicts(home);
		expect(sessions).toHaveLength(1);
		expect(sessions[0]!.path).toContain('(copy)');
		expect(Object.values(byName).sort()).toEqual(['hidden: copy of a listed session', 'listed']);
	});
});

describe('recognize', () => {
	it('takes a rollout from anywhere, by what is in it', async () => {
		const file = c.writeFile(
			path.join(temporaryDirectory(), 'download.jsonl'),
			c.textOf([c.meta(), ...c.typed('hello')]),
		);
		const ref = await codex.recognize(file);
		expect(ref).toMatchObject({agent: 'codex', id: c.threadId, path: file, isFolded: false});
		expect((await c.readRef(ref!)).prompts).toEqual(['hello']);
	});

	it('refuses what is none', async () => {
		const folder = temporaryDirectory();
		const write = (name: string, text: string) => c.writeFile(path.join(folder, name), text);
		expect(await codex.recognize(write('a.jsonl', '{"type":"user","uuid":"a","message":{}}\n'))).toBeUndefined();
		expect(await codex.recognize(write('b.json', '{"name":"package"}'))).toBeUndefined();
		expect(await codex.recognize(write('c.md', '# hello'))).toBeUndefined();
	});

	it('joins a fork with its parent in the store around it', async () => {
		const home = fixtureHome('codex/fork');
		const folder = path.join(home, '.codex/sessions/2026/11/16');
		const fork = fs.readdirSync(folder).find(name => name.includes('01a1e205-04dc'))!;
		const ref = await codex.recognize(path.join(folder, fork));
		expect((await c.readRef(ref!)).prompts).toEqual(['base prompt one', 'base prompt two', 'forked prompt three']);
	});
});

describe('titles', () => {
	const titled = async (...records: unknown[]) => {
		const home = temporaryDirectory();
		c.writeRollout(home, [c.meta(), ...records]);
		const {sessions} = await codex.discover({path: home, env: {}});
		const {title, titleSource} = await codex.head(sessions[0]!);
		return [title, titleSource];
	};

	it('are the first prompt, however far behind the contexts it stands', async () => {
		const context = c.userText(`<environment_context>${'x'.repeat(1_000_000)}</environment_context>`);
		expect(await titled(context, ...c.typed('at last'))).toEqual(['at last', 'first-prompt']);
	});

	it('stand in for a picture or a goal', async () => {
		expect(await titled(c.event('user_message', {message: '', images: ['data:image/png;base64,AAAA']}))).toEqual([
			'[Image]',
			'first-prompt',
		]);
		expect(await titled(c.event('thread_goal_updated', {goal: {objective: 'World peace'}}))).toEqual([
			'World peace',
			'description',
		]);
		expect(await titled(c.userText('<environment_context></environment_context>'))).toEqual([undefined, 'none']);
	});
});
