/** What is still to be read for the index. */
import type {SessionRef} from '../../adapters/adapter.ts';
import type {Catalog} from '../catalog.ts';
import type {Row} from '../database/database.ts';
import {unpack} from '../database/safe-rows.ts';
import type {TextFacts} from './digest.ts';

/** A session whose words are not all in the index. */
export type Pending = {
	readonly number: number;
	readonly ref: SessionRef;
	/** Where to go on, and what must stand before it. */
	readonly from?: number;
	readonly mark?: string;
	readonly facts?: TextFacts;
	/** What the catalogue said when it was asked: nobody else may have written since. */
	readonly seen: string;
	/** Its header is known. */
	readonly hasHead: boolean;
	readonly firstRow: number;
};

export function pendingSessions(catalog: Catalog, limit: number, skipped: ReadonlySet<number>): Pending[] {
	const pending = catalog.use(database =>
		database
			.all(
				`SELECT number, ref, indexed_stamp, index_from, index_mark, text_facts, head_stamp, next_row FROM sessions
				WHERE indexed_stamp IS NOT stamp ORDER BY ended_at DESC LIMIT ?`,
				limit + skipped.size,
			)
			.filter(row => !skipped.has(Number(row.number)))
			.slice(0, limit)
			.map(pendingOf),
	);
	return pending ?? [];
}

function pendingOf(row: Row): Pending {
	const ref = unpack<SessionRef>(row.ref);
	return {
		number: Number(row.number),
		ref,
		from: row.index_from === null ? undefined : Number(row.index_from),
		mark: row.index_mark === null ? undefined : String(row.index_mark),
		facts: row.text_facts === null ? undefined : unpack<TextFacts>(row.text_facts),
		seen: stateOf(row.indexed_stamp, row.index_from),
		hasHead: row.head_stamp === ref.stamp,
		firstRow: Number(row.next_row),
	};
}

/** How far a session is in the index: whoever finds another state than the one they left was not alone. */
export function stateOf(indexedStamp: unknown, indexFrom: unknown): string {
	return `${indexedStamp} ${indexFrom}`;
}

export type IndexState = {
	readonly sessions: number;
	readonly indexed: number;
	readonly bytes: number;
	readonly indexedBytes: number;
};

/** How much of everything is in the index. */
export function indexState(catalog: Catalog): IndexState {
	const row = catalog.use(database =>
		database.get(
			`SELECT count(*) AS sessions, sum(size) AS bytes, sum(indexed_stamp IS stamp) AS indexed,
			sum(CASE WHEN indexed_stamp IS stamp THEN size ELSE 0 END) AS indexed_bytes FROM sessions`,
		),
	);
	return {
		sessions: Number(row?.sessions ?? 0),
		indexed: Number(row?.indexed ?? 0),
		bytes: Number(row?.bytes ?? 0),
		indexedBytes: Number(row?.indexed_bytes ?? 0),
	};
}
