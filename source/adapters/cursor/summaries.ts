/** Titles and models that Cursor keeps for its statistics. Only a help: transcripts have neither. */
import fs from 'node:fs';
import path from 'node:path';
import {textOf} from '../fields.ts';
import {openReadOnly} from '../sqlite/open-read-only.ts';

export type Summary = {readonly title?: string; readonly model?: string};

type Cached = {readonly stamp: string; readonly table: Promise<ReadonlyMap<string, Summary>>};

const cache = new Map<string, Cached>();

/** Read once a root, and again only when the database changed. */
export function summariesIn(root: string): Promise<ReadonlyMap<string, Summary>> {
	const file = path.join(root, 'ai-tracking', 'ai-code-tracking.db');
	const stamp = [file, `${file}-wal`].map(stampOf).join(' ');
	const known = cache.get(file);
	if (known?.stamp === stamp) return known.table;
	const table = stampOf(file) === '' ? Promise.resolve(new Map<string, Summary>()) : readTable(file);
	cache.set(file, {stamp, table});
	return table;
}

function stampOf(file: string): string {
	const stat = fs.statSync(file, {throwIfNoEntry: false});
	return stat ? `${stat.size}/${stat.mtimeMs}` : '';
}

async function readTable(file: string): Promise<ReadonlyMap<string, Summary>> {
	const found = new Map<string, Summary>();
	try {
		const database = await openReadOnly(file);
		try {
			const columns = database.columns('conversation_summaries');
			if (!columns.has('conversationId')) return found;
			const wanted = ['conversationId', 'title', 'model'].filter(column => columns.has(column));
			for (const row of database.all(`SELECT ${wanted.join(', ')} FROM conversation_summaries`))
				found.set(String(row.conversationId), {title: textOf(row.title), model: textOf(row.model)});
		} finally {
			database.close();
		}
	} catch {
		// Locked, damaged or of another make: then titles come from the chats alone.
	}
	return found;
}
