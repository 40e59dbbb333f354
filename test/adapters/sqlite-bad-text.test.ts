/** Texts in other programs' databases that are no UTF-8: SQLite keeps them, and the package would end the process over them. */
import fs from 'node:fs';
import path from 'node:path';
import Libsql from 'libsql';
import {describe, expect, it} from 'vitest';
import {codex} from '../../source/adapters/codex/codex.ts';
import {cursor} from '../../source/adapters/cursor/cursor.ts';
import {openReadOnly} from '../../source/adapters/sqlite/open-read-only.ts';
import {isMended} from '../../source/adapters/sqlite/safe-statement.ts';
import * as c from '../helpers/codex-session.ts';
import {ChatBuilder, collect, onlySession, opening, promptsOf, query} from '../helpers/cursor-chat.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';
import {answer, database, readIn, text, user} from '../helpers/opencode-store.ts';

/** Replaces `mark` in a text column with a byte that begins no character. */
const spoil = (column: string, mark: string) =>
	`CAST(replace(CAST(${column} AS BLOB), CAST('${mark}' AS BLOB), x'ff') AS TEXT)`;

function madeWith(...statements: string[]): string {
	const file = path.join(temporaryDirectory(), 'some.db');
	const connection = new Libsql(file);
	for (const statement of statements) connection.exec(statement);
	connection.close();
	return file;
}

describe('texts that are not UTF-8', () => {
	it('come out with what can be read of them; bytes stay bytes, and the order stays', async () => {
		const file = madeWith(
			'CREATE TABLE t (id INTEGER, a TEXT, b BLOB)',
			"INSERT INTO t VALUES (1, 'fine \uFFFD', x'ff00'), (2, CAST(x'61ff62' AS TEXT), NULL), (3, NULL, 7.5)",
		);
		const opened = await openReadOnly(file);
		const rows = opened.all('SELECT id, a, b FROM t ORDER BY id DESC');
		expect(rows.map(({id, a}) => [id, a])).toEqual([
			[3, null],
			[2, 'a\uFFFDb'],
			[1, 'fine \uFFFD'],
		]);
		expect(rows.map(isMended)).toEqual([false, true, false]);
		expect(Buffer.from(rows[2]!.b as Buffer).toString('hex')).toBe('ff00');
		expect(rows.map(({b}) => b).slice(0, 2)).toEqual([7.5, null]);
		opened.close();
	});

	it('are not asked for as the name of a column', async () => {
		const file = madeWith(
			'CREATE TABLE t (a TEXT, b TEXT)',
			'PRAGMA writable_schema = 1',
			`UPDATE sqlite_master SET sql = CAST(CAST('CREATE TABLE t (a TEXT, "' AS BLOB) || x'ff' || CAST('" TEXT)' AS BLOB) AS TEXT)`,
		);
		const opened = await openReadOnly(file);
		expect([...opened.columns('t')]).toEqual(['a']);
		opened.close();
	});

	it('are shown in OpenCode sessions, and a warning says where', async () => {
		const home = temporaryDirectory();
		const store = database(home);
		store.session({title: 'Bad ~ title'}).message('msg_1', 1, user, [text('a ~ prompt')]);
		store.message('msg_2', 2, answer, [text('a whole answer')]);
		store.exec(`UPDATE session SET title = ${spoil('title', '~')}`);
		store.exec(`UPDATE part SET data = ${spoil('data', '~')}`);
		store.close();
		const {ref, history, entries} = await readIn(home);
		expect(promptsOf(entries)).toEqual(['a \uFFFD prompt']);
		expect(JSON.stringify(entries)).toContain('a whole answer');
		expect(history.session.title).toBe('Bad \uFFFD title');
		const told = history.warnings.map(({message}) => message).filter(message => message.includes('not UTF-8'));
		expect(told).toEqual([`part prt_1_000 (session ${ref.id}) has bytes that are not UTF-8, shown as \uFFFD`]);
	});

	it("do not keep Codex's threads from being listed", async () => {
		const home = temporaryDirectory();
		c.writeRollout(home, [c.meta(), ...c.typed('the first prompt')]);
		const connection = new Libsql(path.join(home, '.codex/state_5.sqlite'));
		connection.exec('CREATE TABLE threads (id TEXT PRIMARY KEY, rollout_path TEXT, title TEXT, name TEXT)');
		connection.exec(`INSERT INTO threads VALUES ('${c.threadId}', 'x', 'x', CAST(x'4fff4b' AS TEXT))`);
		connection.close();
		const {sessions} = await codex.discover({path: home, env: {}});
		expect((await codex.head(sessions[0]!)).title).toBe('O\uFFFDK');
	});

	it('do not keep a Cursor chat from being read', async () => {
		const home = temporaryDirectory();
		const chat = new ChatBuilder(home);
		chat.root([...opening, query('hello there')]);
		chat.run("INSERT INTO meta VALUES ('zz', CAST(x'ff' AS TEXT))");
		chat.run("INSERT INTO blobs VALUES (CAST(x'ff' AS TEXT), x'00')");
		chat.write();
		expect(fs.existsSync(chat.file)).toBe(true);
		const history = await cursor.history(await onlySession(home));
		expect(promptsOf(await collect(history.entries()))).toEqual(['hello there']);
	});
});
