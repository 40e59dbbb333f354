/** How far the catalogue is, for the status line. */
export type CatalogueStatus = {
	readonly phase: 'looking' | 'indexing' | 'ready' | 'off';
	readonly indexed: number;
	readonly sessions: number;
	readonly indexedBytes: number;
	readonly bytes: number;
	readonly secondsLeft?: number;
	/** Changes are seen by looking from time to time, because there is too much to watch; why. */
	readonly polling?: string;
	/** Something about the catalogue that the user should know. */
	readonly note?: string;
};

/** What happened in the stores since the last news; `Ref` is how sessions are named to whoever is told. */
export type StoreNewsOf<Ref> = {
	readonly status?: CatalogueStatus;
	/** New sessions, and those that grew or changed. */
	readonly changed?: readonly Ref[];
	readonly gone?: readonly Ref[];
	/** The whole list, where it is known for the first time or anew. */
	readonly all?: readonly Ref[];
};
