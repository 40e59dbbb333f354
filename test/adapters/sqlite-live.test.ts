/** A database that another program writes to all the time is read whole, every time. */
import {spawn} from 'node:child_process';
import path from 'node:path';
import Libsql from 'libsql';
import {expect, it} from 'vitest';
import {openReadOnly} from '../../source/adapters/sqlite/open-read-only.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';

const writer = `
const Database = require('libsql');
const [file] = process.argv.slice(1);
let database = new Database(file);
process.stdout.write('ready');
for (let turn = 0; ; turn++) {
	database.prepare('UPDATE note SET text = ?').run('x'.repeat(500 + (turn % 7)));
	if (turn % 3 === 0) database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
	if (turn % 10 === 0) {
		database.close();
		database = new Database(file);
	}
}`;

it('is never read half, and never called damaged', async () => {
	const file = path.join(temporaryDirectory(), 'live.db');
	const database = new Libsql(file);
	database.exec('PRAGMA journal_mode = WAL; CREATE TABLE note (id integer primary key, text text)');
	const insert = database.prepare('INSERT INTO note (text) VALUES (?)');
	for (let row = 0; row < 200; row++) insert.run('x'.repeat(500));
	database.close();

	const child = spawn(process.execPath, ['-e', writer, file], {
		stdio: ['ignore', 'pipe', 'inherit'],
		cwd: import.meta.dirname,
	});
	try {
		await new Promise(resolve => child.stdout.once('data', resolve));
		for (let look = 0; look < 60; look++) {
			const live = await openReadOnly(file);
			const rows = live.all('SELECT id, text FROM note');
			live.close();
			expect(rows).toHaveLength(200);
			expect(new Set(rows.map(({text}) => text)).size).toBe(1);
			await new Promise(resolve => setTimeout(resolve, 5));
		}
	} finally {
		child.kill('SIGKILL');
	}
});
