/** Titles and models that Cursor keeps for its statistics. Only a help: transcripts have neither. */
import fs from 'node:fs';
import path from 'node:path';
import {textOf} from '../fields.ts';
import {openReadOnly} from '../sqlite/open-read-only.ts';

export type Summary = {readonly title?: string; readonly model?: string};

type Cached = {readonly stamp: string; readonly table: Promise<ReadonlyMap<string, Summary>>};

const cache = new Map<string, Cached>();

export function summaryFiles(root: string): string[] {
	const file = path.join(root, 'ai-tracking', 'ai-code-tracking.db');
	return [file, `${file}-wal`];
}

/** Read once a root, and again only when the database changed. */
export function summariesIn(root: string): Promise<ReadonlyMap<string, Summary>> {
	const stamp = summaryFiles(root).map(stampOf).join(' ');
	const known = cache.get(root);
	if (known?.stamp === stamp) return known.table;
	// Locked, damaged or of another make: then titles come from the chats alone.
	const table = readSummaries(root).then(
		rows => new Map(rows),
		() => new Map<string, Summary>(),
	);
	cache.set(root, {stamp, table});
	return table;
}

function stampOf(file: string): string {
	const stat = fs.statSync(file, {throwIfNoEntry: false});
	return stat ? `${stat.size}/${stat.mtimeMs}` : '';
}

/** By the chat's id. Throws what the database says. */
export async function readSummaries(root: string): Promise<Array<[string, Summary]>> {
	const [file] = summaryFiles(root) as [string];
	if (!fs.existsSync(file)) return [];
	const database = await openReadOnly(file);
	try {
		const columns = database.columns('conversation_summaries');
		if (!columns.has('conversationId')) return [];
		const wanted = ['conversationId', 'title', 'model'].filter(column => columns.has(column));
		return database
			.all(`SELECT ${wanted.join(', ')} FROM conversation_summaries`)
			.map(row => [String(row.conversationId), {title: textOf(row.title), model: textOf(row.model)}]);
	} finally {
		database.close();
	}
}
