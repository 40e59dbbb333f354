/** The names a user gave to places in sessions. Beside the stars, in the state folder: what a user did must not be lost with a cache. */
import fs from 'node:fs';
import path from 'node:path';
import {stateFolder} from './stars.ts';
import {underLock} from './under-lock.ts';

type Labelled = {readonly agent: string; readonly id: string};
/** By session, then by the id of the entry; the session itself has none. */
type Table = Map<string, Map<string, string>>;

export class Labels {
	private readonly file: string;
	private table: Table;

	constructor(folder = stateFolder()) {
		this.file = path.join(folder, 'labels.json');
		try {
			this.table = this.read();
		} catch {
			this.table = new Map();
		}
	}

	of({agent, id}: Labelled, entryId = ''): string | undefined {
		return this.table.get(`${agent}:${id}`)?.get(entryId);
	}

	/** All of a session, by entry; the session's own has no name. */
	all({agent, id}: Labelled): Record<string, string> {
		return Object.fromEntries(this.table.get(`${agent}:${id}`) ?? []);
	}

	/** An empty one takes it away. Throws where it can't be written. */
	set({agent, id}: Labelled, entryId: string | undefined, text: string): void {
		const key = `${agent}:${id}`;
		fs.mkdirSync(path.dirname(this.file), {recursive: true, mode: 0o700});
		underLock(`${this.file}.lock`, () => {
			// Another recollect may have set some since.
			const table = this.read();
			const labels = table.get(key) ?? new Map<string, string>();
			if (text === '') labels.delete(entryId ?? '');
			else labels.set(entryId ?? '', text);
			if (labels.size > 0) table.set(key, labels);
			else table.delete(key);
			this.write(table);
			this.table = table;
		});
	}

	/** Throws where something is there and can't be read: it must not be written over. */
	private read(): Table {
		const text = fs.existsSync(this.file) ? fs.readFileSync(this.file, 'utf8').trim() : '';
		const table = tableIn(text || '{}');
		if (!table) throw new Error(`${this.file} is not a table of labels; move it away to begin anew`);
		return table;
	}

	private write(table: Table): void {
		const temporary = `${this.file}.${process.pid}`;
		const sorted = [...table]
			.sort(([a], [b]) => (a < b ? -1 : 1))
			.map(([key, labels]) => [key, Object.fromEntries(labels)]);
		fs.writeFileSync(temporary, `${JSON.stringify(Object.fromEntries(sorted), null, '\t')}\n`, {mode: 0o600});
		fs.renameSync(temporary, this.file);
	}
}

function tableIn(text: string): Table | undefined {
	try {
		const value: unknown = JSON.parse(text);
		if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
		return new Map(Object.entries(value).map(([key, labels]) => [key, labelsIn(labels)]));
	} catch {
		return undefined;
	}
}

function labelsIn(value: unknown): Map<string, string> {
	const fields = typeof value === 'object' && value !== null ? Object.entries(value) : [];
	return new Map(fields.filter((field): field is [string, string] => typeof field[1] === 'string'));
}
