import type {AgentId} from './agent.ts';

/** Where a title was found; the adapters decide the order in which they are believed. */
export const titleSources = [
	'custom', // a person named it
	'generated', // the agent named it
	'summary', // a summary the agent wrote of it
	'last-prompt',
	'first-prompt',
	'command', // nothing but a slash command was typed
	'description', // a sub-agent's task description
	'none',
] as const;

export type TitleSource = (typeof titleSources)[number];

export type Counts = {
	/** What a person typed, on the active branch. */
	readonly prompts: number;
	/** Prompts and answers, on the active branch; an answer of several blocks counts once. */
	readonly messages: number;
	/** Of the whole session, abandoned branches included. */
	readonly toolCalls: number;
	/** Failed tool calls and API errors of the whole session. */
	readonly errors: number;
	/** Places where human turns compete. */
	readonly forks: number;
	/** Records of the whole session that we do not know; absent where there are none. */
	readonly unknown?: number;
	/** Kinds of change in its records against what is known of the agent's format, as far as reading it shows them. */
	readonly drift?: number;
	/** The last turn ended in an error, not in an answer. */
	readonly endsInError?: boolean;
};

/**
 * Of the whole session. `input` is what was neither written to nor read from a cache. What the agent did not store is
 * absent: unknown, which is not none.
 */
export type Tokens = {
	readonly input?: number;
	readonly output?: number;
	readonly cacheCreation?: number;
	readonly cacheRead?: number;
};

/** What the model was told anew and what it said. What it read from a cache was counted when it was told. */
export function tokenSum({input = 0, output = 0, cacheCreation = 0}: Tokens): number {
	return input + output + cacheCreation;
}

export const noTokens = {input: 0, output: 0, cacheCreation: 0, cacheRead: 0} as const satisfies Tokens;

export type ToldSession = {
	/** Where it is not the name of the folder. */
	readonly projectName?: string;
	readonly modelConfig?: Readonly<Record<string, unknown>>;
};

/**
 * The header of a history: cheap to make, from a few reads of the file.
 * `counts`, `models`, `tokens` and `cost` (and most agents' `modelProvider`) need the whole file and are absent until somebody read it.
 */
export type Session = {
	readonly agent: AgentId;
	readonly id: string;
	/** The file that is opened first; `files` names every file the history is made of. */
	readonly path: string;
	readonly files: readonly string[];
	/** Bytes on disk of all its files. */
	readonly size: number;
	readonly title?: string;
	readonly titleSource: TitleSource;
	/** Where the session was started: the directory to resume in. */
	readonly cwd?: string;
	/** Where it was last, if it moved. */
	readonly latestCwd?: string;
	readonly gitBranch?: string;
	/** What was checked out, and where the repository comes from; few agents write it down. */
	readonly gitCommit?: string;
	readonly gitRemote?: string;
	/** ISO 8601. */
	readonly startedAt?: string;
	readonly endedAt?: string;
	/** The version of the agent that wrote it last. */
	readonly agentVersion?: string;
	/** The session that spawned this one, and the tool call it did so with. */
	readonly parentId?: string;
	readonly parentCallId?: string;
	/** A sub-agent's session, whether or not its parent is still on disk. */
	readonly isAgentSession: boolean;
	/** What the agent calls this sub-agent, where that is not the session's id. */
	readonly agentId?: string;
	/** The session this one was copied from, and the last entry the two share. */
	readonly forkedFrom?: string;
	readonly forkedAt?: string;
	readonly archived?: boolean;
	readonly counts?: Counts;
	readonly models?: readonly string[];
	/** Who the first of them was asked of, as far as the agent says so. */
	readonly modelProvider?: string;
	readonly tokens?: Tokens;
	/** In US dollars, where the agent wrote down what it cost. Of the whole session, like the tokens. */
	readonly cost?: number;
	/** Of a session that was read from an open format: where it lay before. */
	readonly source?: {
		readonly type: string;
		readonly host?: string;
		readonly path: string;
		/** The name of the workspace's folder there, where it is not the one we would give it. */
		readonly folder?: string;
	};
	/** Of such a session: what its document says and no agent's record does. */
	readonly told?: ToldSession;
};
