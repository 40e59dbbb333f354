/**
 * What tells a session's rows from their earlier and later selves without a look at what they hold: how many there are,
 * which ones, and when they were last written.
 *
 * It is sure of messages and parts that came or went, of every change of a message or of the session itself, and of every
 * change of a part of the last messages, which are the ones that grow. Not noticed before the next of these is a part of
 * an earlier message that was written anew: the times of parts lie beside their text, in no index, and to read them all
 * would be to read the database. OpenCode does that only to note that a tool's output was pruned from the context.
 */
import {createHash} from 'node:crypto';
import {numberOf} from '../fields.ts';
import type {Database} from './database.ts';
import {isPassing} from './database-errors.ts';
import type {SessionInfo} from './session-info.ts';

export type Trace = {
	/** How many rows it has in all. */
	readonly rows: number;
	/** When the newest of them was written, in milliseconds. */
	readonly newest: number;
	/** Everything that was asked, as text. */
	readonly found: string;
};

/** Where somebody types while the model still answers, the answer that grows is not the last message. */
const growing = 3;

/** By session; undefined if these tables can't tell. */
export async function readTraces(database: Database): Promise<ReadonlyMap<string, Trace> | undefined> {
	const queries = queriesFor(database);
	if (!queries) return undefined;
	try {
		const traces = new Map<string, Trace>();
		for (const {session, count, newest, places} of await database.rows(queries.join(' UNION ALL '))) {
			const known = traces.get(String(session)) ?? {rows: 0, newest: 0, found: ''};
			traces.set(String(session), {
				rows: known.rows + (numberOf(count) ?? 0),
				newest: Math.max(known.newest, numberOf(newest) ?? 0),
				found: `${known.found} ${count}/${newest}/${places}`,
			});
		}
		return traces;
	} catch (error) {
		if (isPassing(error)) throw error;
		// A damaged page: then the whole file stands for each of its sessions.
		return undefined;
	}
}

/** Of the large table of parts only indexes are read, and the few rows of the last messages. */
function queriesFor({tables, hasV1, hasV2}: Database): string[] | undefined {
	const own = [...(hasV1 ? ['message', 'part'] : []), ...(hasV2 ? ['session_message'] : [])];
	if (!own.every(table => tables.get(table)!.has('time_updated'))) return undefined;
	const messages = (table: string) =>
		`SELECT session_id AS session, count(*) AS count, max(time_updated) AS newest, 0 AS places FROM ${table} GROUP BY session_id`;
	return [
		...(hasV2 ? [messages('session_message')] : []),
		...(hasV1
			? [
					messages('message'),
					'SELECT session_id, count(*), 0, sum(rowid) FROM part GROUP BY session_id',
					`SELECT id, 0, (SELECT max(time_updated) FROM part WHERE message_id IN
						(SELECT id FROM message WHERE session_id = session.id ORDER BY time_created DESC, id DESC LIMIT ${growing})), 0 FROM session`,
				]
			: []),
	];
}

/** In the form of a file's stamp: how much, when in microseconds, and what else there is to compare. */
export function rowStamp(info: SessionInfo, {rows, newest, found}: Trace): string {
	const digest = createHash('sha1')
		.update(`${JSON.stringify(info)}${found}`)
		.digest('base64url')
		.slice(0, 20);
	return `${rows}.${Math.max(newest, info.updatedAt ?? 0) * 1000}.${digest}`;
}
