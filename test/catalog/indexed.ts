/** Sessions to index, and questions to the index itself: the search above it has tests of its own. */
import fs from 'node:fs';
import path from 'node:path';
import type {SessionRef} from '../../source/adapters/adapter.ts';
import type {Catalog} from '../../source/catalog/catalog.ts';
import {type Filled, type FillOptions, fillIndex} from '../../source/catalog/fulltext/fill.ts';
import {type ReadRequest, readSession} from '../../source/catalog/fulltext/read-session.ts';
import {shardsIn, tableOf} from '../../source/catalog/fulltext/shards.ts';
import {age} from '../helpers/check-passages.ts';
import {answer, user, writeSession} from '../helpers/claude-session.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';
import {scanned} from './catalogued.ts';

/** Numbers as words: nothing else in a session is spelt so. */
export const marker = (session: number, turn: number) => `zq${session}x${turn}`;

/** In every answer, and in no title and no prompt. */
export const everywhere = 'wombat';

const filler = 'lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor '.repeat(25);

const sessionName = (number: number) => `${String(number).padStart(8, '0')}-0000-4000-8000-000000000000`;

/** Two records a turn, of about four thousand characters: some sixteen of them are a chunk. */
export function turnsOf(session: number, from: number, to: number): unknown[] {
	const sessionId = sessionName(session);
	return Array.from({length: to - from}, (_, index) => {
		const turn = from + index;
		// Later sessions are newer, whatever the clock of the other helpers says.
		const timestamp = new Date(Date.UTC(2026, 0, 1 + session, 0, 0, turn)).toISOString();
		const more = {sessionId, timestamp};
		return [
			user(`u${turn}`, turn === 0 ? null : `a${turn - 1}`, `${marker(session, turn)} ${filler}`, more),
			answer(`a${turn}`, `u${turn}`, `answer${marker(session, turn)} ${everywhere} ${filler}`, more),
		];
	}).flat();
}

/** Written long ago enough to be believed. */
export function putSession(home: string, session: number, turns: number): string {
	return settled(writeSession(home, turnsOf(session, 0, turns), `${sessionName(session)}.jsonl`));
}

export function growSession(file: string, session: number, from: number, to: number): void {
	const lines = turnsOf(session, from, to).map(record => `${JSON.stringify(record)}\n`);
	fs.appendFileSync(file, lines.join(''));
	settled(file);
}

/** Sessions of so many turns, in a catalogue that knows them and has read none. */
export async function homeOf(...turns: number[]) {
	const home = temporaryDirectory();
	const files = turns.map((count, session) => putSession(home, session, count));
	age(home);
	const cache = temporaryDirectory();
	const {library, sessions} = await scanned(home, cache);
	return {home, cache, files, library, sessions, catalog: library.catalog!};
}

/** What an index of the same home is like that was filled at once. */
export async function inOneGo(home: string): Promise<unknown> {
	const {library, sessions} = await scanned(home, temporaryDirectory());
	await fill(library.catalog!);
	return shapeOf(library.catalog!, sessions);
}

let minutes = 0;

/** Every time another time, so that every change shows. */
export function settled(file: string): string {
	minutes++;
	const time = new Date(Date.now() - 10 * 3_600_000 + minutes * 1000);
	for (const place of [file, path.dirname(file)]) fs.utimesSync(place, time, time);
	return file;
}

/** Fills the index, and tells what was read for it. */
export async function fill(
	catalog: Catalog,
	more: Partial<FillOptions> = {},
): Promise<Filled & {requests: ReadRequest[]}> {
	const requests: ReadRequest[] = [];
	const read = more.read ?? readSession;
	const filled = await fillIndex({
		catalog,
		...more,
		read: (request, signal) => {
			requests.push(request);
			return read(request, signal);
		},
	});
	return {...filled, requests};
}

/** The sessions that hold an expression of the index's own language, and in how many chunks. */
export function chunksWith(catalog: Catalog, expression: string): Map<string, number> {
	const found = new Map<string, number>();
	catalog.use(database => {
		for (const shard of shardsIn(database)) {
			const table = tableOf(shard);
			const rows = database.all(
				`SELECT sessions.path AS path, count(*) AS count FROM ${table} CROSS JOIN chunks ON chunks.number = ${table}.rowid
				JOIN sessions ON sessions.number = chunks.session WHERE ${table} MATCH ? GROUP BY sessions.path`,
				expression,
			);
			for (const row of rows) found.set(String(row.path), (found.get(String(row.path)) ?? 0) + Number(row.count));
		}
	});
	return found;
}

export const holds = (catalog: Catalog, word: string) => [...chunksWith(catalog, `"${word}"`).keys()];

export type Chunk = {readonly number: number; readonly start: number; readonly stop: number};

export function chunksOf(catalog: Catalog, file: string): Chunk[] {
	return catalog.use(database =>
		database.all(
			`SELECT chunks.number AS number, start, stop FROM chunks JOIN sessions ON sessions.number = session
			WHERE path = ? ORDER BY start, chunks.number`,
			file,
		),
	) as unknown as Chunk[];
}

/** Everything about an index but the numbers of its rows: two that were filled in different ways must not differ in it. */
export function shapeOf(catalog: Catalog, sessions: readonly SessionRef[]): unknown {
	return sessions.map(ref => ({
		file: ref.path,
		chunks: chunksOf(catalog, ref.path).map(({start, stop}) => [start, stop]),
		row: catalog.use(database =>
			database.get(
				`SELECT indexed_stamp IS stamp AS isIndexed, index_from, index_mark, text_facts, prompt, title, cwd FROM sessions
				WHERE path = ? AND id = ?`,
				ref.path,
				ref.id,
			),
		),
	}));
}

/** Nothing is in it twice, nothing hangs in the air, and SQLite agrees. */
export function soundness(catalog: Catalog): string[] {
	return catalog.use(database => {
		const problems: string[] = [];
		const count = (sql: string) => Number(database.get(sql)!.count);
		const doubled = 'SELECT count(*) AS count FROM (SELECT 1 FROM chunks GROUP BY session, start HAVING count(*) > 1)';
		if (count(doubled) > 0) problems.push('chunks that are there twice');
		if (count('SELECT count(*) AS count FROM chunks WHERE session NOT IN (SELECT number FROM sessions)') > 0)
			problems.push('chunks of nobody');
		for (const shard of shardsIn(database)) {
			const table = tableOf(shard);
			database.exec(`INSERT INTO ${table} (${table}) VALUES ('integrity-check')`);
			const words = count(`SELECT count(*) AS count FROM ${table}_docsize`);
			const rows = count(
				`SELECT count(*) AS count FROM chunks WHERE number >= ${shard * 4096} AND number < ${(shard + 1) * 4096}`,
			);
			if (words !== rows) problems.push(`${words} rows of words for ${rows} chunks in shard ${shard}`);
		}
		const [check] = database.all('SELECT integrity_check AS told FROM pragma_integrity_check');
		if (check!.told !== 'ok') problems.push(String(check!.told));
		return problems;
	})!;
}
