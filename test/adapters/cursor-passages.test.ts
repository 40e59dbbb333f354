/** A chat's text for an index, and a discovery that asks only what changed. */
import fs from 'node:fs';
import path from 'node:path';
import Libsql from 'libsql';
import {describe, expect, it} from 'vitest';
import type {Passage, SessionRef} from '../../source/adapters/adapter.ts';
import {cursor} from '../../source/adapters/cursor/cursor.ts';
import {Look, stampNow} from '../../source/adapters/look.ts';
import type {Entry} from '../../source/model/entry.ts';
import {
	answer,
	ChatBuilder,
	type ChatOptions,
	call,
	collect,
	field,
	keepOpen,
	line,
	message,
	onlySession,
	opening,
	query,
	result,
	secretKey,
	sessionsOf,
	slugOf,
	workspace,
	writeTranscript,
} from '../helpers/cursor-chat.ts';
import {fixtureHome, temporaryDirectory} from '../helpers/fixture-home.ts';

const turn = (name: string) => [query(name), answer(`${name} done`)];
const alpha = turn('alpha');
const said = (name: string) => [
	line('user', `<user_query>\n${name}\n</user_query>`),
	line('assistant', `${name} done`),
];
const summary = (text: string) => ({
	role: 'user',
	content: [{type: 'text', text}],
	providerOptions: {cursor: {isSummary: true}},
});

async function passagesOf(ref: SessionRef, from?: number, to?: number): Promise<Passage[]> {
	return (await collect(cursor.passages(ref, {from, to}))).flat();
}

const entriesIn = (passages: readonly Passage[]) => passages.flatMap(({entries}) => entries);
const textsOf = (passages: readonly Passage[]) => entriesIn(passages).map(each => each.text);

/** What only the whole session tells is left out. */
function bare({parent: _, timestamp: __, spawned: ___, message: ____, ...entry}: Entry) {
	return {...entry, id: plain(entry.id), tool: entry.tool && {...entry.tool, callId: undefined}};
}

/** Without its call, nobody knows what tool a result is of. */
function alone(entry: Entry) {
	return {...bare(entry), tool: entry.tool && {...entry.tool, name: '', universal: '', callId: ''}};
}

/** The same words twice are one blob, which is given once. */
const plain = (id: string) => id.replace(/^([0-9a-f]{64})@\d+/, '$1');

/** Every entry that says something is given once, under its own id; nothing else is given; each can be read alone. */
async function expectWhole(ref: SessionRef): Promise<Passage[]> {
	const passages = await passagesOf(ref);
	const given = entriesIn(passages);
	expect(new Set(given.map(({id}) => id)).size).toBe(given.length);
	const all = await collect((await cursor.history(ref)).entries('all'));
	// The words about the root are our own.
	const wanted = new Map(all.filter(({id}) => id !== 'root').map(entry => [plain(entry.id), bare(entry)]));
	const found = new Map(given.map(entry => [entry.id, bare(entry)]));
	expect(Object.fromEntries(found)).toEqual(Object.fromEntries(wanted));
	for (const {from, to, entries} of passages) {
		expect(to).toBeGreaterThan(from);
		expect(entriesIn(await passagesOf(ref, from, to)).map(alone)).toEqual(entries.map(alone));
	}
	const places = passages.map(({from}) => from);
	expect(places).toEqual([...places].sort((a, b) => a - b));
	const middle = places[Math.floor(places.length / 2)]!;
	expect((await passagesOf(ref, middle)).map(({from}) => from)).toEqual(places.filter(from => from >= middle));
	expect((await passagesOf(ref, places[1], passages.at(-1)!.to)).map(({from}) => from)).toEqual(places.slice(1));
	return passages;
}

type Roots = ReadonlyArray<readonly object[]>;

async function expectWholeChat(
	roots: Roots,
	transcript?: readonly object[],
	options?: ChatOptions,
): Promise<Passage[]> {
	const home = temporaryDirectory();
	const chat = new ChatBuilder(home, options);
	for (const root of roots) chat.root(root);
	chat.write();
	if (transcript) chat.transcript(transcript);
	return expectWhole(await onlySession(home));
}

/** A turn as it was shown. */
function shown(chat: ChatBuilder, text: string): Buffer {
	const user = chat.ref(message(field(1, text), field(25, 1788818588000)));
	const steps = [
		message(field(3, message(field(1, `thinking of ${text}`)))),
		message(field(2, message(field(1, message(field(1, message(field(1, 'ls'))))), field(57, `call-${text}`)))),
		message(field(1, message(field(1, `${text} done`)))),
	];
	const inner = message(field(1, user), ...steps.map(each => field(2, chat.ref(each))));
	return field(8, chat.ref(message(field(1, inner))));
}

describe('passages', () => {
	it('hold every word of the recorded transcripts, under the same ids', async () => {
		const sessions = await sessionsOf(fixtureHome('cursor/transcripts'));
		expect(sessions.length).toBeGreaterThan(3);
		for (const ref of sessions) await expectWhole(ref);
	});

	it('hold what was asked, thought, called, returned and answered', async () => {
		const home = temporaryDirectory();
		const chat = new ChatBuilder(home, {sidecar: {title: 'A title', blobEncryptionKey: secretKey}});
		chat.root([
			...opening,
			query('why does it fail'),
			answer({type: 'reasoning', text: 'a thought'}, 'I run it.', call('c1', 'Shell', {command: 'npm test'})),
			result('c1', 'Shell', 'Exit code: 1', {failure: {}}, true),
			...turn('thanks'),
			...turn('thanks'),
			{role: 'oracle', content: 'hm'},
		]);
		chat.write();
		const passages = await expectWhole(await onlySession(home));
		expect(textsOf(passages)).toEqual(expect.arrayContaining(['A title', 'a thought', 'npm test', 'Exit code: 1']));
		expect(JSON.stringify(passages)).not.toContain(secretKey);
	});

	it('hold what was given up, and not what was only begun anew', async () => {
		await expectWholeChat([
			[...opening, ...alpha, ...turn('beta'), ...turn('gamma')],
			[...opening, ...alpha, ...turn('DELTA')],
		]);
		await expectWholeChat([
			[...opening, ...alpha, query('beta'), answer('Let me')],
			[{role: 'system', content: 'Another mode.'}, opening[1]!, ...alpha, query('beta'), answer('Let me see')],
		]);
		await expectWholeChat([
			[...opening, ...alpha, ...turn('x'), ...turn('b')],
			[...opening, ...alpha, ...turn('b'), ...turn('c')],
			[...opening, summary('one'), ...turn('c'), ...turn('d')],
			[...opening, summary('two'), ...turn('e')],
		]);
		const task = answer(call('t', 'Task', {prompt: 'find the bug'}));
		await expectWholeChat([
			[...opening, query('find the bug'), answer('found')],
			[...opening, ...alpha, query('beta'), task, result('t', 'Task', 'found')],
		]);
	});

	it('hold what a compaction took out', async () => {
		for (const hasMessage of [true, false]) {
			const home = temporaryDirectory();
			const chat = new ChatBuilder(home);
			const held = {role: 'user', content: 'So far we did alpha.'};
			const taken = [...opening, ...alpha].map(each => field(1, chat.message(each)));
			const named = hasMessage ? [field(4, chat.message(held))] : [];
			const archive = message(...taken, field(2, 'So far we did alpha.'), ...named);
			chat.root([...opening, ...(hasMessage ? [held] : []), ...turn('beta')], field(13, chat.ref(archive)));
			chat.write();
			expect(textsOf(await expectWhole(await onlySession(home)))).toContain('So far we did alpha.');
		}
	});

	it('hold thinking and turns that only the turns as they were shown tell of, and commands', async () => {
		const home = temporaryDirectory();
		const chat = new ChatBuilder(home);
		const command = message(
			field(1, chat.ref(message(field(1, 'git status')))),
			field(2, chat.ref(message(field(1, 'clean'), field(2, ''), field(3, 0)))),
		);
		const turns = [shown(chat, 'alpha'), shown(chat, 'beta'), field(8, chat.ref(message(field(2, command))))];
		chat.root([...opening, summary('earlier'), ...turn('beta')], ...turns);
		chat.write();
		const file = chat.transcript([...said('alpha'), ...said('beta'), ...said('gamma')]);
		const passages = await expectWhole(await onlySession(home));
		const texts = textsOf(passages);
		for (const text of ['thinking of alpha', 'thinking of beta', 'alpha done', '! git status\nclean', 'gamma'])
			expect(texts.filter(each => each === text)).toHaveLength(1);
		expect(entriesIn(passages).filter(({locator}) => locator.path === file)).toHaveLength(2);
	});

	it('hold messages that lie in the root itself', async () => {
		const home = temporaryDirectory();
		const chat = new ChatBuilder(home);
		const inline = [...opening, ...alpha].map(each => field(1, JSON.stringify(each)));
		chat.meta({latestRootBlobId: chat.blob(message(...inline))});
		chat.write();
		expect(textsOf(await expectWhole(await onlySession(home)))).toContain('alpha done');
	});

	it('of a transcript beside the database hold only what it does not', async () => {
		await expectWholeChat([[...opening, ...alpha]], [...said('alpha'), ...said('beta')]);
		await expectWholeChat([[...opening, ...alpha, ...turn('DELTA')]], [...said('alpha'), ...said('beta')]);
		const marks = {type: 'turn_ended', status: 'error', error: 'upstream timeout'};
		const told = await expectWholeChat([[...opening, ...alpha]], [...said('alpha'), marks]);
		expect(textsOf(told)).toContain('upstream timeout');
		const calls = line('assistant', {type: 'tool_use', name: 'Shell', input: {command: 'ls'}});
		await expectWholeChat([[...opening, ...alpha]], [...said('alpha'), calls, ...said('beta'), calls]);
	});

	it('of a sub-agent inside its parent’s database are its own', async () => {
		const home = temporaryDirectory();
		const chat = new ChatBuilder(home, {id: 'parent'});
		const work = [
			{role: 'system', content: 'You are a sub-agent.'},
			query('find the bug'),
			answer('find the bug done'),
		];
		const state = message(...work.map(each => field(1, chat.message(each))), shown(chat, 'find the bug'));
		const persisted = message(field(1, state), field(3, 1788818599000));
		const inner = field(16, message(field(1, 'child'), field(2, persisted)));
		const task = answer(call('t1', 'Task', {prompt: 'find the bug'}));
		chat.root([...opening, query('fix it'), task, result('t1', 'Task', 'cart.ts')], inner);
		chat.write();
		const [parent, child] = await sessionsOf(home);
		expect(textsOf(await expectWhole(parent!))).not.toContain('find the bug done');
		expect(textsOf(await expectWhole(child!))).toContain('thinking of find the bug');
		expect(child!.stamp).not.toBe(parent!.stamp);
		expect((await cursor.recognize(child!.path))!.stamp).toBe(child!.stamp);
	});

	it('of a database that is damaged hold what can be read', async () => {
		const home = temporaryDirectory();
		const chat = new ChatBuilder(home);
		const turns = Array.from({length: 300}, (_, index) => turn(`turn ${index} ${'x'.repeat(900)}`)).flat();
		chat.root([...opening, ...turns]);
		chat.write();
		const bytes = fs.readFileSync(chat.file);
		const at = bytes.indexOf('turn 150 ');
		bytes.fill(0xff, at - (at % 4096), at - (at % 4096) + 4096);
		fs.writeFileSync(chat.file, bytes);
		const ref = await onlySession(home);
		const texts = new Set(textsOf(await passagesOf(ref)));
		const all = await collect((await cursor.history(ref)).entries());
		const prompts = all.filter(({kind}) => kind === 'user');
		expect(prompts.length).toBeGreaterThan(250);
		for (const {text} of prompts) expect(texts).toContain(text);
	});

	it('of a chat that can’t be read are an error, and can be stopped', async () => {
		const home = temporaryDirectory();
		const chat = new ChatBuilder(home);
		chat.root([...opening, ...alpha]);
		chat.write();
		const ref = await onlySession(home);
		await expect(collect(cursor.passages(ref, {signal: AbortSignal.abort()}))).rejects.toThrow();
		fs.rmSync(chat.file);
		await expect(passagesOf(ref)).rejects.toThrow();
	});
});

describe('a transcript that grew', () => {
	it('is read on from where it ended', async () => {
		const home = temporaryDirectory();
		const file = writeTranscript(home, 'a.jsonl', [...said('alpha'), ...said('beta')]);
		const ref = await onlySession(home);
		const passages = await passagesOf(ref);
		const {to} = passages.at(-1)!;
		const mark = cursor.mark!(ref, to);
		expect(mark).toBeTypeOf('string');
		expect(await passagesOf(ref, to)).toEqual([]);
		const more = said('gamma').map(each => `${JSON.stringify(each)}\n`);
		fs.appendFileSync(file, more[0]! + more[1]!.slice(0, 20));
		const grown = await onlySession(home);
		expect(cursor.mark!(grown, to)).toBe(mark);
		const first = await passagesOf(grown, to);
		expect(textsOf(first)).toEqual(['gamma']);
		fs.appendFileSync(file, more[1]!.slice(20));
		expect(textsOf(await passagesOf(grown, first.at(-1)!.to))).toEqual(['gamma done']);
		const bytes = fs.readFileSync(file, 'utf8');
		fs.writeFileSync(file, bytes.replace('beta done', 'BETA done'));
		expect(cursor.mark!(grown, to)).not.toBe(mark);
		fs.writeFileSync(file, '');
		expect(cursor.mark!(grown, to)).toBeUndefined();
	});

	it('has another mark when its title changed, and none beside a database', async () => {
		const home = temporaryDirectory();
		const chat = new ChatBuilder(home, {sidecar: {title: 'One'}});
		chat.root([...opening, ...alpha]);
		chat.write().transcript([...said('alpha'), ...said('beta')]);
		const joined = await onlySession(home);
		const {to} = (await passagesOf(joined)).at(-1)!;
		expect(cursor.mark!(joined, to)).toBeUndefined();
		fs.rmSync(chat.file);
		const alone = await onlySession(home);
		const mark = cursor.mark!(alone, to);
		expect(mark).toBeTypeOf('string');
		fs.writeFileSync(path.join(path.dirname(chat.file), 'meta.json'), JSON.stringify({title: 'Two'}));
		expect(cursor.mark!(alone, to)).not.toBe(mark);
	});
});

describe('a second discovery', () => {
	/** As if nobody had written for an hour: what changed in the last moment has no stamp that holds. */
	function age(folder: string): void {
		const before = new Date(Date.now() - 3_600_000);
		for (const name of fs.readdirSync(folder, {recursive: true}) as string[])
			fs.utimesSync(path.join(folder, name), before, before);
		fs.utimesSync(folder, before, before);
	}

	/** What the first learnt, as it comes back from where it was kept. */
	async function looked(home: string, first?: Look) {
		const kept = first && new Map(JSON.parse(JSON.stringify([...first.learnt])));
		const look = new Look({memory: {recall: key => kept?.get(key) as ReturnType<Look['learnt']['get']>}});
		return {look, found: await cursor.discover({path: home, env: {}}, look)};
	}

	const changedIn = ({witnesses}: Look) => [...witnesses].filter(([place, stamp]) => stampNow(place) !== stamp);

	const tracking = (home: string) => path.join(home, '.cursor', 'ai-tracking', 'ai-code-tracking.db');

	function setTitle(home: string, id: string, title: string): void {
		fs.mkdirSync(path.dirname(tracking(home)), {recursive: true});
		const database = new Libsql(tracking(home));
		database.exec('CREATE TABLE IF NOT EXISTS conversation_summaries (conversationId TEXT, title TEXT, model TEXT)');
		database.prepare('DELETE FROM conversation_summaries WHERE conversationId = ?').run(id);
		database.prepare('INSERT INTO conversation_summaries VALUES (?, ?, ?)').run(id, title, 'composer-2');
		database.close();
	}

	function change(file: string, sql: string): void {
		const database = new Libsql(file);
		database.exec(sql);
		database.close();
	}

	const chats = (home: string) => path.join(home, '.cursor', 'chats', 'x');

	/** A bit of everything, damaged things included. */
	function everything(): string {
		const home = fixtureHome('cursor/transcripts', 'cursor/never-begun');
		for (const log of ['closed', 'crashed'] as const) {
			const chat = new ChatBuilder(home, {id: `chat-${log}`, folder: 'chats/x', log, sidecar: {title: log}});
			chat.root([...opening, ...alpha]);
			chat.write();
		}
		const put = (id: string, bytes: string) => {
			fs.mkdirSync(path.join(chats(home), id), {recursive: true});
			fs.writeFileSync(path.join(chats(home), id, 'store.db'), bytes);
		};
		put('zero', '');
		put('garbage', 'no database at all '.repeat(500));
		writeTranscript(home, 'chat-closed.jsonl', said('alpha'));
		writeTranscript(home, 'twice.jsonl', [...said('alpha'), ...said('beta')]);
		writeTranscript(home, 'twice.jsonl', said('alpha'), 'elsewhere');
		setTitle(home, 'twice', 'Named elsewhere');
		age(home);
		return home;
	}

	it('learns nothing and says the same', async () => {
		const home = everything();
		const first = await looked(home);
		expect(first.found.sessions.length).toBeGreaterThan(6);
		const again = await looked(home, first.look);
		expect([...again.look.learnt.keys()]).toEqual([]);
		expect(again.found).toEqual(first.found);
		expect(again.look.witnesses).toEqual(first.look.witnesses);
		expect(changedIn(first.look)).toEqual([]);
		expect(JSON.stringify([...first.look.learnt])).not.toContain(secretKey);
	});

	const transcripts = (home: string) => path.join(home, '.cursor/projects', slugOf(workspace), 'agent-transcripts');

	it.each<[string, (home: string) => void]>([
		['a database', home => change(path.join(chats(home), 'chat-closed/store.db'), 'CREATE TABLE x (y)')],
		['its log', home => fs.appendFileSync(path.join(chats(home), 'chat-crashed/store.db-wal'), 'x')],
		['a log that was not there', home => fs.writeFileSync(path.join(chats(home), 'chat-closed/store.db-wal'), 'x')],
		['its sidecar', home => fs.writeFileSync(path.join(chats(home), 'chat-closed/meta.json'), '{}')],
		['a sidecar that is gone', home => fs.rmSync(path.join(chats(home), 'chat-crashed/meta.json'))],
		['a sidecar that was not there', home => fs.writeFileSync(path.join(chats(home), 'zero/meta.json'), '{}')],
		['a new chat', home => fs.mkdirSync(path.join(chats(home), 'new'))],
		['a new workspace', home => fs.mkdirSync(path.join(home, '.cursor/chats/new'))],
		['a chat of an editor', home => fs.mkdirSync(path.join(home, '.cursor/acp-sessions'))],
		['a database that is gone', home => fs.rmSync(path.join(chats(home), 'zero/store.db'))],
		['a transcript', home => fs.appendFileSync(path.join(transcripts(home), 'twice.jsonl'), '{}\n')],
		['a new transcript', home => fs.writeFileSync(path.join(transcripts(home), 'new.jsonl'), '')],
		['a new project', home => writeTranscript(home, 'a.jsonl', [], 'new')],
		['a title beside it', home => setTitle(home, 'twice', 'Another name')],
		['another place', home => fs.mkdirSync(path.join(home, '.config/cursor'), {recursive: true})],
	])('is needed after a change of %s', async (_, make) => {
		const home = everything();
		const {look} = await looked(home);
		make(home);
		expect(changedIn(look)).not.toEqual([]);
	});

	it('gives another stamp to the session that changed, and to no other', async () => {
		const home = everything();
		const stamps = async () => new Map((await sessionsOf(home)).map(({path: place, stamp}) => [place, stamp]));
		const changes: Array<[string, () => void]> = [
			[path.join(transcripts(home), 'twice.jsonl'), () => setTitle(home, 'twice', 'Another name')],
			[
				path.join(chats(home), 'chat-closed', 'store.db'),
				() => fs.writeFileSync(path.join(chats(home), 'chat-closed', 'meta.json'), '{"title":"New"}'),
			],
			[
				path.join(chats(home), 'chat-closed', 'store.db'),
				() =>
					fs.appendFileSync(path.join(transcripts(home), 'chat-closed.jsonl'), `${JSON.stringify(said('beta')[0])}\n`),
			],
		];
		for (const [changed, make] of changes) {
			age(home);
			const before = await stamps();
			make();
			const after = await stamps();
			expect([...after].filter(([place, stamp]) => before.get(place) !== stamp).map(([place]) => place)).toEqual([
				changed,
			]);
		}
	});

	it('in a hurry says nothing wrong of what it does not look at', async () => {
		const home = temporaryDirectory();
		for (const id of ['a', 'b']) {
			const chat = new ChatBuilder(home, {id, sidecar: {title: id}});
			chat.root([...opening, ...alpha]);
			chat.write();
			fs.utimesSync(chat.file, 1e9, 1e9);
		}
		// The newest files are two sidecars.
		expect((await cursor.discover({path: home, env: {}}, new Look({newest: 2}))).candidates).toEqual([]);
	});

	it('asks again for what another program had for itself', async () => {
		const home = temporaryDirectory();
		const chat = new ChatBuilder(home);
		chat.root([...opening, ...alpha]);
		chat.write();
		const other = keepOpen(chat.file);
		other.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
		age(home);
		const first = await looked(home);
		expect(first.found.candidates).toMatchObject([{verdict: 'unreadable'}]);
		other.exec('ROLLBACK');
		age(home);
		expect((await looked(home, first.look)).found.sessions).toHaveLength(1);
	});
});
