/** Where chats are looked for, and that looking changes nothing. */
import {createHash} from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import Libsql from 'libsql';
import {describe, expect, it} from 'vitest';
import {cursor} from '../../source/adapters/cursor/cursor.ts';
import {
	answer,
	ChatBuilder,
	collect,
	keepOpen,
	line,
	opening,
	query,
	sessionsOf,
	slugOf,
	workspace,
	writeTranscript,
} from '../helpers/cursor-chat.ts';
import {fixtureHome, temporaryDirectory} from '../helpers/fixture-home.ts';

const hello = [...opening, query('hello'), answer('Hi.')];

function chatIn(home: string, options = {}): ChatBuilder {
	const chat = new ChatBuilder(home, options);
	chat.root(hello);
	return chat.write();
}

async function verdicts(home: string): Promise<Record<string, string>> {
	const {candidates} = await cursor.discover({path: home, env: {}});
	const place = (file: string) => path.relative(path.join(home, '.cursor'), file);
	return Object.fromEntries(
		candidates.map(({path: file, verdict, reason}) => [place(file), reason ? `${verdict}: ${reason}` : verdict]),
	);
}

describe('discovery', () => {
	it('finds nothing where nothing is', async () => {
		expect(await cursor.discover({path: temporaryDirectory(), env: {}})).toEqual({
			candidates: [],
			sessions: [],
			warnings: [],
		});
	});

	it('looks in every place Cursor was moved to, once', async () => {
		const home = temporaryDirectory();
		chatIn(home, {id: 'classic'});
		const move = (target: string, id: string) => {
			const other = temporaryDirectory();
			chatIn(other, {id});
			fs.mkdirSync(path.dirname(target), {recursive: true});
			fs.cpSync(path.join(other, '.cursor'), target, {recursive: true});
		};
		move(path.join(home, '.config', 'Cursor'), 'xdg-default');
		const [config, xdg] = [temporaryDirectory(), temporaryDirectory()];
		move(config, 'named');
		move(path.join(xdg, 'cursor'), 'xdg');
		fs.symlinkSync(path.join(xdg, 'cursor'), path.join(xdg, 'Cursor'));
		const env = {CURSOR_CONFIG_DIR: config, XDG_CONFIG_HOME: xdg};
		const ids = (await cursor.discover({path: home, env})).sessions.map(({id}) => id).sort();
		expect(ids).toEqual(['classic', 'named', 'xdg', 'xdg-default']);
		expect((await sessionsOf(home)).map(({id}) => id).sort()).toEqual(['classic', 'xdg-default']);
	});

	it('names chats that were never begun or whose database is gone', async () => {
		const home = fixtureHome('cursor/never-begun');
		const folder = 'chats/0cc175b9c0f1b6a831c399e269772661';
		expect(await verdicts(home)).toEqual({
			[`${folder}/aaaa1111-0000-4000-8000-000000000001/meta.json`]: 'hidden: no conversation in it, only bookkeeping',
			[`${folder}/bbbb2222-0000-4000-8000-000000000002/meta.json`]: 'unreadable: damaged meta.json',
		});
	});

	it('joins a meta.json whose database is gone to the transcript that is left', async () => {
		const home = temporaryDirectory();
		const chat = chatIn(home, {
			id: 'left',
			sidecar: {title: 'Kept title', cwd: '/home/user/kept', createdAtMs: 1788818000000},
		});
		fs.rmSync(chat.file);
		chat.transcript([line('user', 'hello')]);
		expect(Object.values(await verdicts(home)).sort()).toEqual(['hidden: part of a listed session', 'listed']);
		expect(await cursor.head((await sessionsOf(home))[0]!)).toMatchObject({
			title: 'Kept title',
			cwd: '/home/user/kept',
		});
	});

	it('names databases that hold no chat, or none we can read', async () => {
		const home = temporaryDirectory();
		const empty = new ChatBuilder(home, {id: 'no-root', folder: 'chats/x'});
		empty.meta({latestRootBlobId: ''});
		empty.write();
		const silent = new ChatBuilder(home, {id: 'only-instructions', folder: 'chats/x'});
		silent.root(opening);
		silent.write();
		const newer = new ChatBuilder(home, {id: 'newer', folder: 'chats/x'});
		newer.run('ALTER TABLE blobs RENAME COLUMN data TO chunk');
		newer.write();
		const put = (id: string, bytes: string | Buffer) => {
			fs.mkdirSync(path.join(home, '.cursor/chats/x', id), {recursive: true});
			fs.writeFileSync(path.join(home, '.cursor/chats/x', id, 'store.db'), bytes);
		};
		put('zero', '');
		put('garbage', 'no database at all '.repeat(500));
		put('cut', fs.readFileSync(silent.file).subarray(0, 5000));
		fs.mkdirSync(path.join(home, '.cursor/chats/x/folder/store.db'), {recursive: true});
		fs.mkdirSync(path.join(home, '.cursor/chats/x/gone'));
		fs.symlinkSync('/nowhere/at/all', path.join(home, '.cursor/chats/x/gone/store.db'));
		expect(await verdicts(home)).toEqual({
			'chats/x/no-root/store.db': 'hidden: no conversation in it, only bookkeeping',
			'chats/x/only-instructions/store.db': 'hidden: no conversation in it, only bookkeeping',
			'chats/x/newer/store.db': 'unreadable: a database of another make',
			'chats/x/zero/store.db': 'hidden: empty file',
			'chats/x/garbage/store.db': 'unreadable: not a database',
			'chats/x/cut/store.db': expect.stringMatching(/^unreadable: (?:damaged database|the database can't be opened)$/),
			'chats/x/folder/store.db': 'unreadable: it is a directory',
			'chats/x/gone/store.db': 'unreadable: it is gone, or a link that leads nowhere',
		});
	});

	it('shows the transcript of a chat whose database can’t be read', async () => {
		const home = temporaryDirectory();
		const chat = chatIn(home, {id: 'broken'});
		fs.writeFileSync(chat.file, 'no database at all '.repeat(500));
		const file = chat.transcript([line('user', 'hello'), line('assistant', 'Hi.')]);
		const {candidates, sessions} = await cursor.discover({path: home, env: {}});
		expect(candidates.map(({path: place, verdict, reason}) => [place, verdict, reason])).toEqual([
			[file, 'listed', undefined],
			[chat.file, 'unreadable', 'not a database'],
		]);
		const {session, warnings} = await cursor.history(sessions[0]!);
		expect(session).toMatchObject({path: file, counts: {prompts: 1}});
		expect(warnings).toEqual([{path: chat.file, message: 'not a database; the session is shown from its transcript'}]);
	});

	it('resolves the workspace from the md5 and the slug', async () => {
		const known = temporaryDirectory();
		// The transcript alone: its slug, checked against the md5 of a chat beside it.
		new ChatBuilder(known, {id: 'a'}).write();
		writeTranscript(known, 'b.jsonl', [line('user', 'hi')]);
		expect((await cursor.head((await sessionsOf(known)).find(({id}) => id === 'b')!)).cwd).toBe(workspace);

		// The database alone: its md5, checked against the slugs of projects.
		const hashed = temporaryDirectory();
		chatIn(hashed, {id: 'a', workspace: '/srv/my_shop.old'});
		fs.mkdirSync(path.join(hashed, '.cursor/projects', slugOf('/srv/my_shop.old')), {recursive: true});
		expect((await cursor.head((await sessionsOf(hashed))[0]!)).cwd).toBe('/srv/my_shop.old');

		// Nothing but a slug: a directory of this machine that has it.
		const walked = temporaryDirectory();
		const project = path.join(fs.realpathSync(temporaryDirectory()), 'some.where', 'a_b');
		fs.mkdirSync(project, {recursive: true});
		writeTranscript(walked, 'c.jsonl', [line('user', 'hi')], slugOf(project));
		expect((await cursor.head((await sessionsOf(walked))[0]!)).cwd).toBe(project);

		// Nothing fits: then it is unknown, and no path is made up.
		const lost = temporaryDirectory();
		writeTranscript(lost, 'd.jsonl', [line('user', 'hi')], '1771021702762');
		expect((await cursor.head((await sessionsOf(lost))[0]!)).cwd).toBeUndefined();
	});

	it('takes titles and models of transcripts from the statistics', async () => {
		const home = temporaryDirectory();
		writeTranscript(home, 'a.jsonl', [line('user', 'hi')]);
		const folder = path.join(home, '.cursor', 'ai-tracking');
		fs.mkdirSync(folder);
		const database = new Libsql(path.join(folder, 'ai-code-tracking.db'));
		database.exec('CREATE TABLE conversation_summaries (conversationId TEXT, title TEXT, tldr TEXT, model TEXT)');
		database.exec("INSERT INTO conversation_summaries VALUES ('a', 'A greeting', '', 'composer-2')");
		database.close();
		const {session} = await cursor.history((await sessionsOf(home))[0]!);
		expect(session).toMatchObject({title: 'A greeting', models: ['composer-2']});
	});

	it('leaves every file as it was', async () => {
		const home = fixtureHome('cursor/transcripts');
		for (const log of ['closed', 'crashed', 'killed'] as const)
			chatIn(home, {id: `chat-${log}`, log, sidecar: {title: log}});
		const live = chatIn(home, {id: 'chat-live'});
		keepOpen(live.file).exec('CREATE TABLE more (x)');
		const before = snapshot(home);
		for (const ref of await sessionsOf(home)) {
			await cursor.head(ref);
			await collect(cursor.opening(ref));
			const history = await cursor.history(ref);
			await collect(history.entries('all'));
			await collect(history.records('all'));
		}
		expect(snapshot(home)).toEqual(before);
	});
});

/** Names, times and bytes. The shared memory is how readers and writers speak with each other: its bytes are theirs. */
function snapshot(home: string): Record<string, string> {
	const files = fs.readdirSync(home, {recursive: true, withFileTypes: true});
	return Object.fromEntries(
		files.map(entry => {
			const file = path.join(entry.parentPath, entry.name);
			const isBytes = entry.isFile() && !entry.name.endsWith('-shm');
			const bytes = isBytes ? createHash('md5').update(fs.readFileSync(file)).digest('hex') : '';
			return [file, `${fs.statSync(file).mtimeMs} ${bytes}`];
		}),
	);
}
