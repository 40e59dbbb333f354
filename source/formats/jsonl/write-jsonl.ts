import type {Writer} from '../format.ts';

/** The agent's own records, untouched but for what was taken out of them; rows of a database as JSON. */
export const writeJsonl: Writer = exported => exported.records();
