/**
 * What Codex keeps about its threads beside the rollouts: names, the current file of a thread, who started whom. Only
 * a help: absent, locked or of a newer make, everything still works from the rollouts alone.
 */
import {createHash} from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type {Warning} from '../../model/warning.ts';
import {fieldsOf, textOf} from '../fields.ts';
import {Look} from '../look.ts';
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

/** Read once a store, and again only when one of its files changed. */
export function threadTable(store: string): Promise<ThreadTable> {
	const known = cache.get(store);
	if (known && Date.now() - known.checkedMs < trustMs) return known.table;
	const look = new Look();
	const files = filesOf(store, look);
	const stamp = look.stampOf(allOf(files));
	return keep(store, stamp, known?.stamp === stamp ? known.table : readTable(files, look));
}

/** A search of the store always looks. */
export function findThreads(store: string, sqliteHome: string, look: Look): Promise<ThreadTable> {
	sqliteHomes.set(store, sqliteHome);
	const files = filesOf(store, look);
	return keep(store, look.stampOf(allOf(files)), readTable(files, look));
}

function keep(store: string, stamp: string, table: Promise<ThreadTable>): Promise<ThreadTable> {
	cache.set(store, {stamp, table, checkedMs: Date.now()});
	return table;
}

/** What the table says of a thread, for its stamp: other threads change the same files. */
export function threadStamp(thread: Thread | undefined): string {
	if (!thread) return '-';
	const {name, title, firstPrompt, rollout, parentId} = thread;
	return createHash('sha1')
		.update(JSON.stringify([name, title, firstPrompt, rollout, parentId]))
		.digest('base64url');
}

type Files = {readonly database?: string; readonly names: string};

function filesOf(store: string, look: Look): Files {
	return {
		database: newestDatabase(sqliteHomes.get(store) ?? store, look),
		names: path.join(store, 'session_index.jsonl'),
	};
}

function allOf({database, names}: Files): string[] {
	return database === undefined ? [names] : [database, `${database}-wal`, names];
}

async function readTable({database, names}: Files, look: Look): Promise<ThreadTable> {
	let threads = new Map<string, Thread>();
	const warnings: Warning[] = [];
	if (database !== undefined) {
		try {
			const paths = [database, `${database}-wal`];
			threads = new Map(await look.factsLater('codex threads', paths, () => readDatabase(database)));
		} catch (error) {
			const message = `can't be read (${(error as Error).message}); names and the newest file of a thread are taken from the rollouts`;
			warnings.push({path: database, message});
		}
	}
	try {
		for (const [id, name] of look.facts('codex names', [names], () => readNames(names))) {
			const thread = threads.get(id);
			threads.set(id, {...thread, name: thread?.name ?? textOf(name)});
		}
	} catch (error) {
		warnings.push({path: names, message: (error as Error).message});
	}
	return {threads, warnings};
}

const wanted = ['name', 'title', 'first_user_message', 'rollout_path'];

async function readDatabase(file: string): Promise<Array<[string, Thread]>> {
	const threads = new Map<string, Thread>();
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
		if (!database.columns('thread_spawn_edges').has('child_thread_id')) return [...threads];
		for (const row of database.all('SELECT parent_thread_id, child_thread_id FROM thread_spawn_edges')) {
			const child = String(row.child_thread_id);
			threads.set(child, {...threads.get(child), parentId: textOf(row.parent_thread_id)});
		}
		return [...threads];
	} finally {
		database.close();
	}
}

/** The list of names is only ever added to: the last name of a thread holds, unless the database knows one. */
function readNames(file: string): Array<[string, string]> {
	let text: string;
	try {
		text = fs.readFileSync(file, 'utf8');
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
		throw error;
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
	return [...names];
}

/** `state_5.sqlite` of today; each change of its layout counts the number up. */
function newestDatabase(folder: string, look: Look): string | undefined {
	let newest: {file: string; version: number} | undefined;
	look.stamp(folder);
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
