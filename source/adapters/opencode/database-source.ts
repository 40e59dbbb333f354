/** One session of a database. Every query is bound to its id, so that nothing of the other sessions is read. */
import type {Warning} from '../../model/warning.ts';
import {type Fields, isFields, numberOf} from '../fields.ts';
import {isMended} from '../sqlite/safe-statement.ts';
import {type Database, leaseDatabase, withDatabase} from './database.ts';
import {describeDatabaseError} from './database-errors.ts';
import {isNewer, tablesOf} from './database-sessions.ts';
import {inOrder} from './part-order.ts';
import {infoFromRow, type SessionInfo} from './session-info.ts';
import {type Message, nextTurn, onOneLine, type Part, type Source, type SourceOptions} from './source.ts';
import {fromSecondEngine} from './v2-message.ts';

/** Messages a query: few at first, because a preview or a title needs no more. */
const firstBatch = 8;
const laterBatch = 32;

/** However many are asked for, the query is the same, and need not be prepared anew. */
const oneOf = '(SELECT value FROM json_each(?))';

type Reading = {
	readonly database: Database;
	readonly isV2: boolean;
	readonly options: SourceOptions;
	readonly numbers: ReadonlyMap<string, number>;
};

export class DatabaseSource implements Source {
	constructor(
		private readonly file: string,
		private readonly id: string,
	) {}

	async session(): ReturnType<Source['session']> {
		return withDatabase(this.file, async database => {
			const header = await this.readHeader(database);
			if (!header) return undefined;
			const {table, row, info} = header;
			return {info, line: rowLine(table, row), locator: {path: this.file, table, rowid: this.id}};
		});
	}

	async *messages(options: SourceOptions = {}): AsyncGenerator<Message> {
		const {database, release} = await leaseDatabase(this.file);
		try {
			yield* this.readMessages(database, options);
		} finally {
			release();
		}
	}

	private async *readMessages(database: Database, options: SourceOptions): AsyncGenerator<Message> {
		const {signal, onProgress, from = 0} = options;
		const {ids, isV2} = await this.listMessages(database, options);
		const reading: Reading = {database, isV2, options, numbers: new Map(ids.map((id, index) => [id, from + index]))};
		for (let at = 0; at < ids.length; ) {
			signal?.throwIfAborted();
			const batch = ids.slice(at, at + (at === 0 ? firstBatch : laterBatch));
			yield* await this.readBatch(reading, batch);
			at += batch.length;
			onProgress?.(at, ids.length);
			await nextTurn();
		}
		if (!isV2 && options.warn) await this.checkOrphans(database, options.warn);
	}

	private async readHeader(database: Database): Promise<{table: string; row: Fields; info: SessionInfo} | undefined> {
		let newest: {table: string; row: Fields; info: SessionInfo} | undefined;
		for (const table of tablesOf(database)) {
			const [row] = await database.rows(`SELECT ${allColumns(database, table)} FROM ${table} WHERE id = ?`, this.id);
			const found = row && {table, row, info: infoFromRow(row)};
			if (found && (!newest || isNewer(found.info, newest.info))) newest = found;
		}
		return newest;
	}

	/** From the engine whose row is the newer one; from the other if that holds no message. */
	private async listMessages(
		database: Database,
		{from = 0, to, warn}: SourceOptions,
	): Promise<{ids: string[]; isV2: boolean}> {
		const count = to === undefined ? -1 : to - from;
		try {
			const preferred = (await this.readHeader(database))?.table === 'session_v2';
			for (const isV2 of preferred ? [true, false] : [false, true]) {
				if (isV2 ? !database.hasV2 : !database.hasV1) continue;
				const table = isV2 ? 'session_message' : 'message';
				const order = isV2 && database.tables.get(table)!.has('seq') ? 'seq' : 'time_created, id';
				const query = `SELECT id FROM ${table} WHERE session_id = ? ORDER BY ${order} LIMIT ? OFFSET ?`;
				const rows = await database.rows(query, this.id, count, from);
				const isHere = rows.length > 0 || (from > 0 && (await database.rows(query, this.id, 1, 0)).length > 0);
				if (isHere) return {ids: rows.map(row => String(row.id)), isV2};
			}
		} catch (error) {
			this.warn(warn, 'the messages of this session', error);
		}
		return {ids: [], isV2: false};
	}

	/** Where a page is damaged, message by message, so that the others are still read. */
	private async readBatch(reading: Reading, ids: readonly string[]): Promise<Message[]> {
		try {
			return await (reading.isV2 ? this.readV2(reading, ids) : this.readV1(reading, ids));
		} catch (error) {
			if (ids.length > 1) {
				const each: Message[] = [];
				for (const id of ids) each.push(...(await this.readBatch(reading, [id])));
				return each;
			}
			this.warn(reading.options.warn, `message ${ids[0]}`, error);
			return [];
		}
	}

	// The plus keeps SQLite from walking all of a session's rows for each batch.
	private async readV1({database, options, numbers}: Reading, ids: readonly string[]): Promise<Message[]> {
		const given = JSON.stringify(ids);
		const columns = (table: string) => (options.isForText ? textColumns : allColumns)(database, table);
		const messages = await database.rows(
			`SELECT ${columns('message')} FROM message WHERE +session_id = ? AND id IN ${oneOf}`,
			this.id,
			given,
		);
		const parts = await database.rows(
			`SELECT ${columns('part')} FROM part WHERE +session_id = ? AND message_id IN ${oneOf}`,
			this.id,
			given,
		);
		for (const row of messages) this.warnIfMended(options.warn, `message ${row.id}`, row);
		for (const row of parts) this.warnIfMended(options.warn, `part ${row.id}`, row);
		const partsOf = new Map<string, Fields[]>(ids.map(id => [id, []]));
		for (const row of parts) partsOf.get(String(row.message_id))?.push(row);
		const byId = new Map(messages.map(row => [String(row.id), row]));
		return ids.flatMap(id => {
			const row = byId.get(id);
			return row ? [this.messageFrom(row, partsOf.get(id) ?? [], numbers.get(id)!)] : [];
		});
	}

	private messageFrom(row: Fields, partRows: readonly Fields[], number: number): Message {
		const rowOf = new Map(partRows.map(part => [String(part.id), part]));
		const parts = inOrder(
			partRows.map((part): Part => {
				const id = String(part.id);
				const locator = {path: this.file, table: 'part', rowid: id};
				return {id, createdAt: numberOf(part.time_created), data: parsed(part.data), locator};
			}),
		);
		const info = parsed(row.data);
		return {
			id: String(row.id),
			number,
			createdAt: numberOf(row.time_created),
			info: isFields(info) ? info : String(row.data),
			parts,
			locator: {path: this.file, table: 'message', rowid: String(row.id)},
			bytes: [row, ...partRows].reduce((sum, {data}) => sum + String(data).length, 0),
			raw: () => [
				{line: rowLine('message', row)},
				...parts.map(({id}) => ({line: rowLine('part', rowOf.get(id)!), part: id})),
			],
		};
	}

	private async readV2({database, options, numbers}: Reading, ids: readonly string[]): Promise<Message[]> {
		const rows = await database.rows(
			`SELECT ${allColumns(database, 'session_message')} FROM session_message WHERE +session_id = ? AND id IN ${oneOf}`,
			this.id,
			JSON.stringify(ids),
		);
		for (const row of rows) this.warnIfMended(options.warn, `message ${row.id}`, row);
		const byId = new Map(rows.map(row => [String(row.id), row]));
		return ids.flatMap(id => {
			const row = byId.get(id);
			if (!row) return [];
			const locator = {path: this.file, table: 'session_message', rowid: id};
			const data = parsed(row.data);
			return [
				{
					...fromSecondEngine(id, isFields(data) ? {...data, type: row.type} : String(row.data), locator),
					number: numbers.get(id)!,
					createdAt: numberOf(row.time_created),
					bytes: String(row.data).length,
					raw: () => [{line: rowLine('session_message', row)}],
				},
			];
		});
	}

	private async checkOrphans(database: Database, warn: (warning: Warning) => void): Promise<void> {
		try {
			const [row] = await database.rows(
				'SELECT count(*) AS count FROM part WHERE session_id = ? AND message_id NOT IN (SELECT id FROM message WHERE session_id = ?)',
				this.id,
				this.id,
			);
			const count = numberOf(row?.count) ?? 0;
			if (count > 0) warn({path: this.file, message: `${count} parts of session ${this.id} belong to no message`});
		} catch (error) {
			this.warn(warn, 'the parts of this session', error);
		}
	}

	private warnIfMended(warn: SourceOptions['warn'], what: string, row: Fields): void {
		if (isMended(row))
			warn?.({path: this.file, message: `${what} (session ${this.id}) has bytes that are not UTF-8, shown as \uFFFD`});
	}

	private warn(warn: SourceOptions['warn'], what: string, error: unknown): void {
		const {reason, detail} = describeDatabaseError(error);
		warn?.({path: this.file, message: `${what} (session ${this.id}) can't be read: ${detail ?? reason}`});
	}
}

/** Named one by one: a column whose name is no text would end the program if it were asked for. */
function allColumns({tables}: Database, table: string): string {
	return [...tables.get(table)!].map(name => `"${name.replaceAll('"', '""')}"`).join(', ');
}

/** Of thousands of rows each column more takes time. */
function textColumns({tables}: Database, table: string): string {
	return ['id', 'message_id', 'time_created', 'data'].filter(column => tables.get(table)!.has(column)).join(', ');
}

/** Parsed, or the bare text where it is no JSON. */
function parsed(text: unknown): unknown {
	if (typeof text !== 'string') return text;
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

/** A row as one line of JSON; columns that hold JSON are put in as they are. */
function rowLine(table: string, row: Fields): string {
	const fields = Object.entries(row).map(([name, value]) => `${JSON.stringify(name)}:${columnJson(value)}`);
	return `{"table":${JSON.stringify(table)},${fields.join(',')}}`;
}

function columnJson(value: unknown): string {
	if (typeof value === 'bigint') return String(value);
	if (typeof value !== 'string') return JSON.stringify(value) ?? 'null';
	return /^\s*[{[]/.test(value) && typeof parsed(value) === 'object' ? onOneLine(value) : JSON.stringify(value);
}
