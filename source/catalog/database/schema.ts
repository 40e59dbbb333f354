/** Counts up whenever the tables, or the meaning of what is in them, change. Older catalogues are then made anew. */
export const schemaNumber = 14;

/** The index of words lies in tables of its own; see fulltext/shards.ts. */
export const tables = `
	CREATE TABLE numbers (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;

	-- One discovery: an agent's stores below one home, and everything its answer depended on.
	CREATE TABLE scans (
		number INTEGER PRIMARY KEY,
		home TEXT NOT NULL,
		agent TEXT NOT NULL,
		environment TEXT NOT NULL,
		stores TEXT NOT NULL,
		totals TEXT NOT NULL,
		warnings TEXT NOT NULL,
		-- Large ones come last: whoever wants what stands behind them must read through them.
		witnesses TEXT NOT NULL,
		candidates TEXT NOT NULL,
		UNIQUE (home, agent)
	);

	-- What single files told a discovery.
	CREATE TABLE facts (
		scan INTEGER NOT NULL,
		key TEXT NOT NULL,
		stamp TEXT NOT NULL,
		facts TEXT NOT NULL,
		PRIMARY KEY (scan, key)
	) WITHOUT ROWID;

	CREATE TABLE sessions (
		-- Never given twice: readers know a session by it, also one that is gone.
		number INTEGER PRIMARY KEY AUTOINCREMENT,
		scan INTEGER NOT NULL,
		path TEXT NOT NULL,
		id TEXT NOT NULL,
		-- With its checksum: SQLite does not notice a text that is not what was written.
		ref TEXT NOT NULL,
		ref_check INTEGER NOT NULL,
		stamp TEXT NOT NULL,
		size INTEGER NOT NULL,
		ended_at TEXT NOT NULL,
		is_folded INTEGER NOT NULL,
		family TEXT,
		-- The header, with counts if counted_stamp is set; each is good for the stamp beside it.
		head TEXT,
		head_stamp TEXT,
		counted_stamp TEXT,
		-- What was wrong with its files when it was counted.
		warnings TEXT,
		-- Of the header, the stamps and the warnings.
		head_check INTEGER,
		origin TEXT,
		origin_stamp TEXT,
		-- For finding it: from the header, and from its text.
		title TEXT,
		cwd TEXT,
		prompt TEXT,
		text_facts TEXT,
		indexed_stamp TEXT,
		-- Where the last chunk begins, and what stood before it.
		index_from INTEGER,
		index_mark TEXT,
		-- Row numbers set aside for its chunks, when it is about to be read: newer sessions have higher ones.
		next_row INTEGER NOT NULL,
		last_row INTEGER NOT NULL,
		-- Grows with every change of any row.
		changed INTEGER NOT NULL,
		UNIQUE (scan, path, id)
	);
	-- Holds all that a list needs, in its order: the rows themselves are wide, and need not be read for it.
	CREATE INDEX sessions_listed ON sessions (scan, ended_at DESC, id, path, is_folded, ref_check, ref);
	CREATE INDEX sessions_path ON sessions (path, id);
	CREATE INDEX sessions_family ON sessions (family) WHERE family IS NOT NULL;
	CREATE INDEX sessions_changed ON sessions (changed);
	CREATE INDEX sessions_rowless ON sessions (ended_at) WHERE next_row = 0;
	CREATE INDEX sessions_unindexed ON sessions (ended_at DESC) WHERE indexed_stamp IS NOT stamp;

	-- Of large sessions: what it takes to read them again in parts.
	CREATE TABLE parts (
		session INTEGER PRIMARY KEY,
		stamp TEXT NOT NULL,
		parts TEXT NOT NULL,
		parts_check INTEGER NOT NULL
	);

	-- A chunk is a stretch of a session; its words are in the row of the same number of its shard.
	CREATE TABLE chunks (
		number INTEGER PRIMARY KEY,
		session INTEGER NOT NULL,
		start INTEGER NOT NULL,
		stop INTEGER NOT NULL
	);
	CREATE INDEX chunks_session ON chunks (session, start);
	CREATE TABLE shards (number INTEGER PRIMARY KEY);

	-- Sessions that are gone from the list, for readers that know them.
	CREATE TABLE gone (number INTEGER PRIMARY KEY, changed INTEGER NOT NULL);
	CREATE INDEX gone_changed ON gone (changed);

	PRAGMA user_version = ${schemaNumber};`;
