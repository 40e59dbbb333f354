/** How much is asked of a database: counted, not timed. */
import path from 'node:path';
import {beforeEach, describe, expect, it, vi} from 'vitest';
import {opencode} from '../../source/adapters/opencode/opencode.ts';
import type * as sqlite from '../../source/adapters/sqlite/open-read-only.ts';
import {collect} from '../helpers/claude-session.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';
import {answer, database, discoverIn, start, text, user} from '../helpers/opencode-store.ts';

type Query = {readonly sql: string; readonly parameters: readonly unknown[]; readonly rows: readonly object[]};

const asked = vi.hoisted(() => ({queries: [] as Query[], opened: 0}));

vi.mock('../../source/adapters/sqlite/open-read-only.ts', async importOriginal => {
	const original = await importOriginal<typeof sqlite>();
	return {
		...original,
		async openReadOnly(file: string) {
			const opened = await original.openReadOnly(file);
			asked.opened++;
			return {
				...opened,
				all(sql: string, ...parameters: unknown[]) {
					const rows = opened.all(sql, ...parameters);
					asked.queries.push({sql, parameters, rows});
					return rows;
				},
			};
		},
	};
});

beforeEach(() => {
	asked.queries.length = 0;
	asked.opened = 0;
});

const isAboutTables = ({sql}: Query) => sql.includes('sqlite_master');

/** Sessions of a few messages each; every tenth has no name yet. */
function makeStore(count: number): string {
	const home = temporaryDirectory();
	const store = database(home);
	store.exec('BEGIN');
	for (let index = 0; index < count; index++) {
		const id = `ses_${String(index).padStart(6, '0')}`;
		const title = index % 10 === 5 ? 'New session - 2026-11-16T00:00:00.000Z' : `Session ${index}`;
		store.session({id, title, time_updated: start + index});
		for (let turn = 0; turn < 3; turn++) {
			const key = `${index}-${turn}`;
			store.message(`msg_u${key}`, index * 10 + 2 * turn, user, [text(`prompt ${key}`)], id);
			store.message(`msg_a${key}`, index * 10 + 2 * turn + 1, answer, [text(`answer ${key}`)], id);
		}
	}
	store.exec('COMMIT');
	store.close();
	return home;
}

describe('a list', () => {
	it('is one query over the sessions and one over their traces, however many there are', async () => {
		for (const count of [3, 300]) {
			const home = makeStore(count);
			asked.queries.length = 0;
			expect((await discoverIn(home)).sessions).toHaveLength(count);
			const queries = asked.queries.filter(query => !isAboutTables(query));
			expect(queries.map(({sql}) => sql)).toEqual([
				expect.stringMatching(/^SELECT [\w, ]+ FROM session$/),
				expect.stringMatching(/^SELECT session_id AS session, count\(\*\).* UNION ALL /),
			]);
		}
	});

	it('takes nothing large out of the rows', async () => {
		const home = makeStore(3);
		await discoverIn(home);
		const [list, traces] = asked.queries.filter(query => !isAboutTables(query));
		expect(list!.sql).not.toMatch(/summary_diffs|revert|permission|\*/);
		expect(traces!.sql).not.toMatch(/\bdata\b/);
	});

	it('asks nothing more for the headers of sessions that have a name', async () => {
		const {sessions} = await discoverIn(makeStore(50));
		asked.queries.length = 0;
		const named = sessions.filter(({id}) => !id.endsWith('5'));
		for (const ref of named) await opencode.head(ref);
		expect(asked.queries).toEqual([]);
		expect(asked.opened).toBe(1);
	});

	it('looks for the first prompt of the others in their own rows, in one opened database', async () => {
		const {sessions} = await discoverIn(makeStore(50));
		await new Promise(resolve => setTimeout(resolve, 5));
		asked.queries.length = 0;
		asked.opened = 0;
		for (const ref of sessions.filter(({id}) => id.endsWith('5'))) {
			const from = asked.queries.length;
			expect((await opencode.head(ref)).title).toMatch(/^prompt /);
			for (const {sql, parameters} of asked.queries.slice(from).filter(query => !isAboutTables(query)))
				expect([sql, parameters[0]]).toEqual([sql, ref.id]);
		}
		expect(asked.opened).toBe(1);
	});
});

describe('opening a session', () => {
	it('asks only for its own rows, as often in a large database as in a small one', async () => {
		const counts: number[] = [];
		for (const size of [10, 300]) {
			const {sessions} = await discoverIn(makeStore(size));
			const ref = sessions.find(({id}) => id === 'ses_000007')!;
			asked.queries.length = 0;
			const history = await opencode.history(ref);
			expect(await collect(history.entries())).toHaveLength(6);
			await collect(history.records());
			await collect(opencode.opening(ref));
			const queries = asked.queries.filter(query => !isAboutTables(query));
			for (const {sql, parameters, rows} of queries) {
				expect([sql, parameters[0]]).toEqual([sql, ref.id]);
				expect(sql).toMatch(/WHERE \+?(?:session_)?id = \?/);
				for (const row of rows as Array<Record<string, unknown>>)
					if (row.session_id !== undefined) expect(row.session_id).toBe(ref.id);
			}
			counts.push(queries.length);
		}
		expect(counts[0]).toBe(counts[1]);
	});

	it('never looks into the tables of credentials', async () => {
		const {sessions} = await discoverIn(makeStore(3));
		for (const ref of sessions) await collect((await opencode.history(ref)).records());
		await opencode.relate!(sessions);
		expect(asked.queries.filter(({sql}) => /account|credential|share/.test(sql))).toEqual([]);
	});
});

describe('the text of a session', () => {
	it('is asked for by its own rows, and going on asks only for the last message and what follows', async () => {
		const {sessions} = await discoverIn(makeStore(30));
		const ref = sessions.find(({id}) => id === 'ses_000007')!;
		const read = async (from?: number) => {
			asked.queries.length = 0;
			const passages = (await collect(opencode.passages(ref, {from}))).flat();
			const queries = asked.queries.filter(query => !isAboutTables(query));
			for (const {sql, parameters} of queries) {
				expect([sql, parameters[0]]).toEqual([sql, ref.id]);
				expect(sql).toMatch(/WHERE \+?(?:session_)?id = \?/);
			}
			const rows = queries.filter(({sql}) => / FROM (?:message|part) WHERE \+session_id/.test(sql));
			return {passages, rows: rows.flatMap(query => query.rows)};
		};
		const whole = await read();
		expect(whole.passages.flatMap(({entries}) => entries)).toHaveLength(6);
		expect(whole.rows).toHaveLength(12);
		const again = await read(whole.passages.at(-1)!.to);
		expect(again.passages).toEqual(whole.passages.slice(-1));
		expect(again.rows).toHaveLength(2);
	});
});

describe('relating a family', () => {
	it('reads no session whose first message has a time of its own', async () => {
		const home = makeStore(300);
		const {sessions} = await discoverIn(home);
		asked.queries.length = 0;
		expect(await opencode.relate!(sessions)).toEqual([]);
		expect(asked.queries.filter(query => !isAboutTables(query))).toHaveLength(1);
		expect(path.dirname(sessions[0]!.files[0]!)).toContain(home);
	});
});
