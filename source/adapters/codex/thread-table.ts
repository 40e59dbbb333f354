/**
 * What Codex keeps about its threads beside the rollouts: names, the current file of a thread, who started whom. Only
 * a help: absent, locked or of a newer make, everything still works from the rollouts alone.
 */
import fs from 'node:fs';
import path from 'node:path';
import type {Warning} from '../../model/warning.ts';
import {fieldsOf, textOf} from '../fields.ts';
import {openReadOnly} from '../sqlite/open-read-only.ts';

export type Thread = {
	/** A person gave it. */
	readonly name?: string;
	readonly title?: string;
	readonly firstPrompt?: string;
	/** The name of the file the thread goes on in; where the store was moved, only the name still holds. */
	readonly rollout?: string;
	readonly parentId?: string;
};

export type ThreadTable = {readonly threads: ReadonlyMap<string, Thread>; readonly warnings: readonly Warning[]};

type Cached = {readonly stamp: string; readonly table: Promise<ThreadTable>; checkedMs: number};

const cache = new Map<string, Cached>();
/** Where the databases of a store are, if not in it; learnt when the store was searched. */
const sqliteHomes = new Map<string, string>();

/** A list of thousands asks for each of its rows; to look at the files every time would cost more than the rows. */
const trustMs = 500;

/** Read once a store, and again only when one of its files changed. A search of the store always looks. */
export function threadTable(store: string, sqliteHome?: string): Promise<ThreadTable> {
	const known = cache.get(store);
	if (sqliteHome !== undefined) sqliteHomes.set(store, sqliteHome);
	else if (known && Date.now() - known.checkedMs < trustMs) return known.table;
	const database = newestDatabase(sqliteHomes.get(store) ?? store);
	const names = path.join(store, 'session_index.jsonl');
	const stamp = [database, database && `${database}-wal`, names].map(stampOf).join(' ');
	const table = known?.stamp === stamp ? known.table : readTable(database, names);
	cache.set(store, {stamp, table, checkedMs: Date.now()});
	return table;
}

async function readTable(database: string | undefined, names: string): Promise<ThreadTable> {
	const threads = new Map<string, Thread>();
	const warnings: Warning[] = [];
	if (database !== undefined) {
		try {
			await readDatabase(database, threads);
		} catch (error) {
			const message = `can't be read (${(error as Error).message}); names and the newest file of a thread are taken from the rollouts`;
			warnings.push({path: database, message});
		}
	}
	readNames(names, threads, warnings);
	return {threads, warnings};
}

const wanted = ['name', 'title', 'first_user_message', 'rollout_path'];

async function readDatabase(file: string, threads: Map<string, Thread>): Promise<void> {
	const database = await openReadOnly(file);
	try {
		const columns = database.columns('threads');
		if (!columns.has('id')) throw new Error('it has no table of threads');
		const known = wanted.filter(column => columns.has(column));
		for (const row of database.all(`SELECT ${['id', ...known].join(', ')} FROM threads`)) {
			threads.set(String(row.id), {
				name: textOf(row.name),
				title: textOf(row.title),
				firstPrompt: textOf(row.first_user_message),
				rollout: textOf(row.rollout_path)?.split(/[\\/]/).at(-1),
			});
		}
		if (!database.columns('thread_spawn_edges').has('child_thread_id')) return;
		for (const row of database.all('SELECT parent_thread_id, child_thread_id FROM thread_spawn_edges')) {
			const child = String(row.child_thread_id);
			threads.set(child, {...threads.get(child), parentId: textOf(row.parent_thread_id)});
		}
	} finally {
		database.close();
	}
}

/** The list of names is only ever added to: the last name of a thread holds, unless the database knows one. */
function readNames(file: string, threads: Map<string, Thread>, warnings: Warning[]): void {
	let text: string;
	try {
		text = fs.readFileSync(file, 'utf8');
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
			warnings.push({path: file, message: (error as Error).message});
		return;
	}
	const names = new Map<string, string>();
	for (const line of text.split('\n')) {
		try {
			const {id, thread_name: name} = fieldsOf(JSON.parse(line));
			if (typeof id === 'string' && typeof name === 'string') names.set(id, name);
		} catch {
			// A line that is cut off costs one name.
		}
	}
	for (const [id, name] of names) {
		const thread = threads.get(id);
		threads.set(id, {...thread, name: thread?.name ?? textOf(name)});
	}
}

/** `state_5.sqlite` of today; each change of its layout counts the number up. */
function newestDatabase(folder: string): string | undefined {
	let newest: {file: string; version: number} | undefined;
	try {
		for (const name of fs.readdirSync(folder)) {
			const version = Number(/^state_(\d+)\.sqlite$/.exec(name)?.[1] ?? Number.NaN);
			if (version > (newest?.version ?? -1)) newest = {file: path.join(folder, name), version};
		}
	} catch {
		return undefined;
	}
	return newest?.file;
}

function stampOf(file: string | undefined): string {
	const stat = file === undefined ? undefined : fs.statSync(file, {throwIfNoEntry: false});
	return stat ? `${stat.mtimeMs}:${stat.size}` : '-';
}
