import type {Problem} from './query/query.ts';

/** An answer to a query; better ones may follow. */
export type AnswerOf<Found> = {
	/** The best first. */
	readonly found: readonly Found[];
	/** Sessions that match, as far as is known by now. */
	readonly total: number;
	/** No better answer to this request will come. */
	readonly isComplete: boolean;
	/** What is wrong with the query; the rest of it is searched for all the same. */
	readonly problems: readonly Problem[];
	/** Sessions that are not in the index and are read one by one. */
	readonly scanning?: {readonly done: number; readonly of: number};
};
