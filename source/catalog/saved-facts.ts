/** What lists are sorted and grouped by, of all sessions at once, as far as the catalogue knows it without reading any. */
import {setImmediate as turn} from 'node:timers/promises';
import type {Catalog} from './catalog.ts';
import type {Row} from './database/database.ts';

export type SavedFacts = {
	readonly cwd?: string;
	readonly title?: string;
	readonly prompts?: number;
	readonly tokens?: number;
};

/** As many rows as can be read without anybody noticing; then others have their turn. */
const atOnce = 1000;
/** More of a title changes no order that anybody sees. */
const longestTitle = 120;

const tokens = ['input', 'output', 'cacheCreation'].map(sort => `ifnull(head ->> '$.tokens.${sort}', 0)`).join(' + ');

// The rows are wide, and whoever only wants what is new must not read through them: by their changes.
const rowsSince = `
	SELECT number, changed, agent, id, path, cwd, title,
		iif(isRead, head ->> '$.counts.prompts', NULL) AS prompts,
		iif(isRead AND head ->> '$.tokens' IS NOT NULL, ${tokens}, NULL) AS tokens
	FROM (
		SELECT sessions.number, changed, agent, id, path, cwd, substr(title, 1, ${longestTitle}) AS title, head,
			head IS NOT NULL AND json_valid(head) AS isRead
		FROM sessions JOIN scans ON scans.number = sessions.scan
		WHERE (changed, sessions.number) > (?, ?) ORDER BY changed, sessions.number LIMIT ${atOnce}
	)`;

export class SavedFactsReader {
	private facts: ReadonlyMap<string, SavedFacts> = new Map();
	private seen: readonly [changed: number, number: number] = [0, 0];
	private generation = 0;

	constructor(private readonly catalog: Catalog | undefined) {}

	/** By agent, id and path, with a line end between them. The same map as before if nothing is new. */
	async read(): Promise<ReadonlyMap<string, SavedFacts>> {
		let facts: Map<string, SavedFacts> | undefined;
		for (;;) {
			const rows = this.nextRows();
			if (rows.length > 0) facts ??= new Map(this.facts);
			for (const row of rows) facts!.set(`${row.agent}\n${row.id}\n${row.path}`, factsOf(row));
			if (rows.length < atOnce) break;
			await turn();
		}
		this.facts = facts ?? this.facts;
		return this.facts;
	}

	private nextRows(): readonly Row[] {
		const {catalog} = this;
		const found = catalog?.use(database => {
			const next = Number(database.get("SELECT value FROM numbers WHERE name = 'change'")?.value ?? 1);
			// The catalogue was made anew since: what was known of its rows says nothing about these.
			if (catalog.generation !== this.generation || next <= this.seen[0]) this.seen = [0, 0];
			this.generation = catalog.generation;
			return database.all(rowsSince, ...this.seen);
		});
		const last = found?.at(-1);
		if (last) this.seen = [Number(last.changed), Number(last.number)];
		return found ?? [];
	}
}

function factsOf({cwd, title, prompts, tokens: sum}: Row): SavedFacts {
	return {
		...(typeof cwd === 'string' ? {cwd} : undefined),
		...(typeof title === 'string' ? {title} : undefined),
		...(typeof prompts === 'number' ? {prompts} : undefined),
		...(typeof sum === 'number' ? {tokens: sum} : undefined),
	};
}
