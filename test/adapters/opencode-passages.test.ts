/** A session's text for an index, read on where it grew; and a discovery that asks only what changed. */
import fs from 'node:fs';
import path from 'node:path';
import Libsql from 'libsql';
import {describe, expect, it, vi} from 'vitest';
import type {Passage, SessionRef} from '../../source/adapters/adapter.ts';
import {Look, lastWritten, stampNow} from '../../source/adapters/look.ts';
import {opencode} from '../../source/adapters/opencode/opencode.ts';
import type {Entry} from '../../source/model/entry.ts';
import {collect} from '../helpers/claude-session.ts';
import {fixtureHome, temporaryDirectory} from '../helpers/fixture-home.ts';
import {
	answer,
	database,
	discoverIn,
	done,
	runProgram,
	sessionId,
	start,
	storeFolder,
	text,
	tool,
	user,
} from '../helpers/opencode-store.ts';

const scenarios = ['fork', 'plain', 'subagent', 'tools', 'tui-undo', 'tui-undo-between'].map(
	name => `opencode/${name}`,
);

const file = (home: string) => path.join(storeFolder(home), 'opencode.db');

const complete = {...answer, time: {completed: start}};

async function passagesOf(ref: SessionRef, from?: number, to?: number): Promise<Passage[]> {
	return (await collect(opencode.passages(ref, {from, to}))).flat();
}

const textsOf = (passages: readonly Passage[]) => passages.flatMap(({entries}) => entries.map(each => each.text));

async function onlyRef(home: string): Promise<SessionRef> {
	const {sessions} = await discoverIn(home);
	expect(sessions).toHaveLength(1);
	return sessions[0]!;
}

/** Every entry of the history is in the passages, the same in everything but its parent and the ids of calls. */
async function expectWhole(ref: SessionRef): Promise<void> {
	const passages = await passagesOf(ref);
	const found = new Map(passages.flatMap(({entries}) => entries.map(each => [each.id, each])));
	const bare = ({parent: _, ...entry}: Entry) => ({...entry, tool: entry.tool && {...entry.tool, callId: undefined}});
	const all = await collect((await opencode.history(ref)).entries('all'));
	// Our own words, which no record holds.
	for (const entry of all.filter(({id}) => id !== 'undo')) expect(bare(found.get(entry.id)!)).toEqual(bare(entry));
	expect(passages.flatMap(({entries}) => entries)).toHaveLength(all.filter(({id}) => id !== 'undo').length);
	for (const passage of passages)
		expect(textsOf(await passagesOf(ref, passage.from, passage.to))).toEqual(textsOf([passage]));
	const [middle] = passages.slice(passages.length / 2);
	expect((await passagesOf(ref, middle!.from)).map(each => each.entries)).toEqual(
		passages.filter(({from}) => from >= middle!.from).map(each => each.entries),
	);
}

function writeJson(place: string, value: unknown): void {
	fs.mkdirSync(path.dirname(place), {recursive: true});
	fs.writeFileSync(place, JSON.stringify(value));
}

/** A session of the JSON tree; the later message has the smaller id. */
function treeSession(home: string, id = 'ses_tree'): string {
	const storage = path.join(storeFolder(home), 'storage');
	const session = path.join(storage, 'session', 'project-1', `${id}.json`);
	writeJson(session, {id, title: 'A tree', directory: '/home/user/app', time: {created: start, updated: start}});
	for (const [index, info] of [user, complete, user, answer].entries()) {
		const message = `msg_${9 - index}`;
		writeJson(path.join(storage, 'message', id, `${message}.json`), {...info, time: {created: start + index}});
		writeJson(path.join(storage, 'part', message, `prt_${index}.json`), text(`words ${index}`));
	}
	return session;
}

/** As if nobody had written for an hour: what changed in the last moment has no stamp that holds. */
function age(folder: string): void {
	const before = new Date(Date.now() - 3_600_000);
	for (const name of fs.readdirSync(folder, {recursive: true}) as string[])
		fs.utimesSync(path.join(folder, name), before, before);
	fs.utimesSync(folder, before, before);
}

function change(place: string, sql: string): void {
	const other = new Libsql(place);
	other.exec(sql);
	other.close();
}

describe('passages', () => {
	it.each(scenarios)('hold every word of %s, under the same ids', async scenario => {
		for (const ref of (await discoverIn(fixtureHome(scenario))).sessions) await expectWhole(ref);
	});

	it('hold every word of the second engine, of the tree and of an export', async () => {
		const home = temporaryDirectory();
		const store = database(home, {first: false, second: true}).secondSession();
		store.secondMessage('msg_1', 1, 'user', {text: 'a question'});
		store.secondMessage('msg_2', 2, 'assistant', {content: [{type: 'reasoning', text: 'hm'}, text('so it is')]});
		store.secondMessage('msg_3', 3, 'compaction', {status: 'completed', reason: 'auto', summary: 'in short'});
		store.close();
		treeSession(home);
		const {sessions} = await discoverIn(home);
		expect(sessions).toHaveLength(2);
		for (const ref of sessions) await expectWhole(ref);
		const place = path.join(home, 'export.json');
		const messages = [user, answer].map((info, index) => ({
			info: {...info, id: `msg_${index}`, time: {created: start + index}},
			parts: [text(`exported ${index}`)],
		}));
		writeJson(place, {info: {id: 'ses_export', title: 'Exported', time: {created: start}}, messages});
		const ref = (await opencode.recognize(place))!;
		await expectWhole(ref);
		expect(opencode.mark!(ref, 2)).toBeUndefined();
	});

	it('come in batches, and never more than asked for', async () => {
		const home = temporaryDirectory();
		const store = database(home).session();
		for (let index = 0; index < 100; index++)
			store.message(`msg_${String(index).padStart(3, '0')}`, index, index % 2 ? complete : user, [
				text('x'.repeat(50_000)),
			]);
		store.close();
		const ref = await onlyRef(home);
		const batches = await collect(opencode.passages(ref));
		expect(batches.length).toBeGreaterThan(3);
		expect(batches.flat().map(({from}) => from)).toEqual(Array.from({length: 100}, (_, index) => index * 2));
		expect((await passagesOf(ref, 40, 44)).map(({from, to}) => [from, to])).toEqual([
			[40, 42],
			[42, 44],
		]);
		const stopping = AbortSignal.abort();
		await expect(collect(opencode.passages(ref, {signal: stopping}))).rejects.toThrow();
	});

	it('give the entries of a summary the same ids in a range as in the whole', async () => {
		const home = temporaryDirectory();
		const summary = {...complete, summary: true};
		const store = database(home).session();
		store.message('msg_1', 1, user, [text('begin')]);
		store.message('msg_2', 2, user, [{type: 'compaction', auto: true}]);
		store.message('msg_3', 3, summary, [text('asked for')]);
		store.message('msg_4', 4, summary, [text('an old one, which nobody announced')]);
		store.message('msg_5', 5, user, [text('end')]);
		store.close();
		await expectWhole(await onlyRef(home));
	});

	it('of a session that is gone are an error', async () => {
		const home = fixtureHome('opencode/plain');
		const ref = await onlyRef(home);
		change(file(home), 'DELETE FROM session');
		await expect(passagesOf(ref)).rejects.toThrow();
		fs.rmSync(file(home));
		await expect(passagesOf(ref)).rejects.toThrow();
	});
});

describe('a session that grew', () => {
	function begun(home: string, hasNeighbour = false): void {
		const store = database(home).session();
		if (hasNeighbour) store.session({id: 'ses_other'}).message('msg_o', 1, user, [text('elsewhere')], 'ses_other');
		store.message('msg_1', 1, user, [text('first prompt')]);
		store.message('msg_2', 2, complete, [tool('bash', 'call_1', done({command: 'ls'}, 'one file'))]);
		store.message('msg_3', 3, answer, [text('half an ans')]);
		store.close();
	}

	const row = (table: string, values: string) => `INSERT INTO ${table} VALUES (${values});`;
	const own = `'${sessionId}', ${start + 9000}, ${start + 9000}`;
	const next = `${row('message', `'msg_4', ${own}, '{"role":"user"}'`)}
		${row('part', `'prt_4', 'msg_4', ${own}, '{"type":"text","text":"second prompt"}'`)}`;
	const finish = `UPDATE part SET data = '{"type":"text","text":"a whole answer"}', time_updated = ${start + 8000} WHERE message_id = 'msg_3'`;

	it('is read on from its last message, which may have grown too', async () => {
		const home = temporaryDirectory();
		begun(home);
		const before = await onlyRef(home);
		const passages = await passagesOf(before);
		expect(passages.map(({from, to}) => [from, to])).toEqual([
			[0, 2],
			[2, 4],
			[4, 5],
		]);
		const {to} = passages.at(-1)!;
		const mark = opencode.mark!(before, to);
		expect(mark).toBeTypeOf('string');
		change(file(home), `${finish};${next}`);
		const after = await onlyRef(home);
		expect(after.stamp).not.toBe(before.stamp);
		expect(opencode.mark!(after, to)).toBe(mark);
		const more = await passagesOf(after, to);
		expect(textsOf(more)).toEqual(['a whole answer', 'second prompt']);
		// The answer never said that it was complete: both are given again next time.
		expect(more.map(each => [each.from, each.to])).toEqual([[4, 5]]);
		expect(textsOf(await passagesOf(after, 4, 5))).toEqual(textsOf(more));
		expect(textsOf(await passagesOf(after, 2, 5))).toEqual(['ls', 'one file', ...textsOf(more)]);
	});

	it.each([
		['a part of the last message', finish],
		['a new message', next],
		['a new part', row('part', `'prt_9', 'msg_2', ${own}, '{"type":"text","text":"more"}'`)],
		['a part that is gone', "DELETE FROM part WHERE message_id = 'msg_2'"],
		['a message', `UPDATE message SET time_updated = ${start + 7000} WHERE id = 'msg_1'`],
		['its title', `UPDATE session SET title = 'Another name' WHERE id = '${sessionId}'`],
		['an undo', `UPDATE session SET revert = '{}', time_updated = ${start + 99_000} WHERE id = '${sessionId}'`],
	])('has another stamp after a change of %s, and no other session has', async (_, sql) => {
		const home = temporaryDirectory();
		begun(home, true);
		const stamps = async () => new Map((await discoverIn(home)).sessions.map(({id, stamp}) => [id, stamp]));
		const before = await stamps();
		change(file(home), sql);
		const after = await stamps();
		expect(after.get(sessionId)).not.toBe(before.get(sessionId));
		expect(after.get('ses_other')).toBe(before.get('ses_other'));
		expect(lastWritten(after.get(sessionId)!)).toBeGreaterThanOrEqual(start + 60_000);
	});

	it.each([
		['a message went', "DELETE FROM message WHERE id = 'msg_1'"],
		['a message came before', `UPDATE message SET time_created = ${start + 2500} WHERE id = 'msg_1'`],
		['a part went', "DELETE FROM part WHERE message_id = 'msg_2'"],
		['an undo cuts a message', `UPDATE session SET revert = '{"messageID":"msg_2","partID":"prt_2_000"}'`],
	])('is not taken for one when %s', async (_, sql) => {
		const home = temporaryDirectory();
		begun(home);
		const ref = await onlyRef(home);
		const mark = opencode.mark!(ref, 4);
		change(file(home), sql);
		expect(opencode.mark!(ref, 4)).not.toBe(mark);
		expect(opencode.mark!(ref, 8)).toBeUndefined();
	});

	it('takes its share of the database', async () => {
		const home = temporaryDirectory();
		const store = database(home);
		for (const [index, id] of ['ses_a', 'ses_b', 'ses_c'].entries()) {
			store.session({id});
			for (let turn = 0; turn < 10 ** index; turn++)
				store.message(`msg_${id}${turn}`, turn, user, [text('x'.repeat(500))], id);
		}
		const {size} = fs.statSync(store.close());
		const sizes = (await discoverIn(home)).sessions.map(ref => ref.size);
		expect(sizes[0]!).toBeLessThan(sizes[1]! / 5);
		expect(sizes[1]!).toBeLessThan(sizes[2]! / 5);
		expect(Math.abs(sizes.reduce((sum, each) => sum + each, 0) - size)).toBeLessThan(4);
	});
});

describe('a database whose program crashed', () => {
	it('is copied once for all its sessions', async () => {
		const home = fixtureHome('opencode/fork');
		const program = await runProgram(file(home), "UPDATE session SET title = title || '!'");
		await program.kill();
		fs.rmSync(`${file(home)}-shm`);
		const copies = vi.spyOn(fs, 'copyFileSync');
		const {sessions} = await discoverIn(home);
		for (let turn = 0; turn < 3; turn++) {
			for (const ref of sessions) {
				expect(textsOf(await passagesOf(ref)).length).toBeGreaterThan(3);
				expect(opencode.mark!(ref, 2)).toBeTypeOf('string');
				await new Promise(resolve => setTimeout(resolve, 5));
			}
		}
		// The database and its log.
		expect(copies.mock.calls.map(([from]) => String(from))).toEqual([file(home), `${file(home)}-wal`]);
		copies.mockRestore();
	});
});

describe('a second discovery', () => {
	/** What the first learnt, as it comes back from where it was kept. */
	async function looked(home: string, first?: Look) {
		const kept = first && new Map(JSON.parse(JSON.stringify([...first.learnt])));
		const look = new Look({memory: {recall: key => kept?.get(key) as ReturnType<Look['learnt']['get']>}});
		return {look, found: await opencode.discover({path: home, env: {}}, look)};
	}

	const changedIn = ({witnesses}: Look) => [...witnesses].filter(([place, stamp]) => stampNow(place) !== stamp);

	function everything(): string {
		const home = fixtureHome('opencode/fork');
		database(home, {second: true}, 'opencode-dev.db').secondSession().close();
		fs.writeFileSync(path.join(storeFolder(home), 'opencode-empty.db'), '');
		treeSession(home);
		fs.mkdirSync(path.join(home, '.opencode'));
		fs.copyFileSync(path.join(storeFolder(home), 'opencode-empty.db'), path.join(home, '.opencode', 'opencode.db'));
		age(home);
		return home;
	}

	it('learns nothing and says the same', async () => {
		const home = everything();
		const first = await looked(home);
		expect(first.found.sessions.length).toBeGreaterThan(3);
		const again = await looked(home, first.look);
		expect([...again.look.learnt.keys()]).toEqual([]);
		expect(again.found).toEqual(first.found);
		expect(again.look.witnesses).toEqual(first.look.witnesses);
		expect(changedIn(first.look)).toEqual([]);
		for (const ref of again.found.sessions) expect((await opencode.head(ref)).title).toBeTypeOf('string');
	});

	const storage = (home: string) => path.join(storeFolder(home), 'storage');

	it.each<[string, (home: string) => void]>([
		['a row', home => change(file(home), "UPDATE session SET title = 'x'")],
		['a new database', home => fs.copyFileSync(file(home), path.join(storeFolder(home), 'opencode-x.db'))],
		['a database that is gone', home => fs.rmSync(file(home))],
		['a log beside it', home => fs.writeFileSync(`${file(home)}-wal`, 'x')],
		['a lookalike', home => fs.writeFileSync(path.join(home, '.opencode', 'opencode.db'), 'no database')],
		['another lookalike', home => writeJson(path.join(home, '.local/share/kilo/kilo.db'), {})],
		['a session of the tree', home => treeSession(home, 'ses_new')],
		['its title', home => writeJson(path.join(storage(home), 'session/project-1/ses_tree.json'), {title: 'x'})],
		['a message', home => writeJson(path.join(storage(home), 'message/ses_tree/msg_5.json'), user)],
		['the last message', home => writeJson(path.join(storage(home), 'message/ses_tree/msg_9.json'), {})],
		['a part of it', home => writeJson(path.join(storage(home), 'part/msg_9/prt_5.json'), text('x'))],
		['a message without its session', home => writeJson(path.join(storage(home), 'message/ses_0/msg_0.json'), {})],
		['an old project', home => fs.mkdirSync(path.join(storeFolder(home), 'project', 'x'), {recursive: true})],
	])('is needed after a change of %s', async (_, change) => {
		const home = everything();
		const {look} = await looked(home);
		change(home);
		expect(changedIn(look)).not.toEqual([]);
	});

	it('in a hurry says nothing wrong of what it does not look at', async () => {
		const home = temporaryDirectory();
		for (const id of ['ses_a', 'ses_b', 'ses_c']) treeSession(home, id);
		const {candidates, sessions} = await opencode.discover({path: home, env: {}}, new Look({newest: 1}));
		expect(sessions).toHaveLength(1);
		expect(candidates.map(({verdict}) => verdict)).toEqual(['listed']);
	});

	it('asks again for what could not be read', async () => {
		const home = fixtureHome('opencode/plain');
		age(home);
		const other = new Libsql(file(home));
		other.exec('BEGIN EXCLUSIVE');
		const first = await looked(home);
		other.exec('ROLLBACK');
		other.close();
		age(home);
		expect(first.found.candidates).toMatchObject([{verdict: 'unreadable'}]);
		expect((await looked(home, first.look)).found.sessions).toHaveLength(1);
	});

	it('finds the same stamp as a look at one session does', async () => {
		const home = everything();
		for (const ref of (await discoverIn(home)).sessions)
			expect((await opencode.recognize(ref.path))!.stamp).toBe(ref.stamp);
	});
});
