import type {AgentId} from '../../model/agent.ts';
import type {Warning} from '../../model/warning.ts';

/** A record as it lies in a store, and which kind of record it is (see the `records` of the known schema). */
export type CheckedRecord = {
	readonly kind: string;
	readonly value: unknown;
	readonly offset?: number;
	/** Of a database: the table and the row's own name. */
	readonly row?: string;
};

export type ReadUnit = {readonly signal?: AbortSignal; readonly warn: (warning: Warning) => void};

/** A file, or the rows of one session: what is checked once, however many sessions share it. */
export type Unit = {
	readonly agent: AgentId;
	/** Two units with the same key are the same. */
	readonly key: string;
	readonly file: string;
	/** Batch by batch: a step of an asynchronous loop costs more than a record does. */
	read(options: ReadUnit): AsyncIterable<readonly CheckedRecord[]>;
};
