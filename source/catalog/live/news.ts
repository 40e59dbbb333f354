import type {SessionRef} from '../../adapters/adapter.ts';

/** How far the catalogue is. */
export type CatalogueStatus = {
	readonly phase: 'looking' | 'indexing' | 'ready' | 'off';
	readonly indexed: number;
	readonly sessions: number;
	readonly indexedBytes: number;
	readonly bytes: number;
	readonly secondsLeft?: number;
	/** Changes are seen by looking from time to time; why. */
	readonly polling?: string;
	readonly note?: string;
};

/** What happened in the stores since the last news. */
export type News = {
	readonly status?: CatalogueStatus;
	readonly changed?: readonly SessionRef[];
	readonly gone?: readonly SessionRef[];
	/** The whole list, where it is known for the first time. */
	readonly all?: readonly SessionRef[];
};
