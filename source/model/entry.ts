import type {Locator} from './locator.ts';
import type {Tokens} from './session.ts';
import type {ToolUse} from './tool.ts';

export const entryKinds = [
	'user', // what a person typed
	'assistant', // what the model answered
	'thinking',
	'tool_call',
	'tool_result',
	'system', // what the harness said, to the model or to the user
	'compaction', // the history before this was replaced by a summary; the text is that summary, if it is here
	'title', // the session got a name
	'unknown', // a record we do not know: kept, shown folded, never dropped
] as const;

export type EntryKind = (typeof entryKinds)[number];

export type Role = 'user' | 'assistant' | 'system' | 'tool';

/** An image, document or sound that lies inside a record; only described, never decoded here. */
export type Media = {
	readonly type: string;
	/** Decoded size in bytes, where the data is in the record. */
	readonly bytes?: number;
	/** Of an image, in pixels, where its first bytes tell. */
	readonly width?: number;
	readonly height?: number;
};

/** What a record tells beside its content. What it does not tell is absent. */
export type EntryFacts = {
	readonly cwd?: string;
	readonly gitBranch?: string;
	readonly agentVersion?: string;
	/** Who typed it, in the agent's own words. */
	readonly userType?: string;
	readonly stopReason?: string;
	readonly stopSequence?: string;
	readonly requestId?: string;
	/** What the answer it belongs to took. Blocks of one `message` may repeat it: the last one holds. */
	readonly tokens?: Tokens;
	/** In US dollars, as the agent wrote it down; never reckoned by us. */
	readonly cost?: number;
	/** What an editor, or the harness, put into the prompt beside what was typed: open files, a selection, reminders. */
	readonly sentWith?: string;
};

/** What a document of an open format says of a turn, as far as its messages do not say the same. */
export type ToldExchange = {
	readonly id?: string;
	readonly startTime?: string;
	readonly endTime?: string;
};

/** One thing that happened. */
export type Entry = {
	/** Unique within the session. A record of several blocks yields `id`, `id#1`, `id#2`, … */
	readonly id: string;
	readonly parent?: string;
	readonly kind: EntryKind;
	readonly role?: Role;
	/** ISO 8601. */
	readonly timestamp?: string;
	readonly text: string;
	readonly tool?: ToolUse;
	readonly media?: readonly Media[];
	readonly model?: string;
	/** The API message it is a block of: blocks with the same message are one answer. */
	readonly message?: string;
	/** What sort of record it was, in the agent's own words: `attachment/date`, `system/turn_duration`. */
	readonly detail?: string;
	/** Bookkeeping of the harness that a reader does not miss; shown only when everything is asked for. */
	readonly isAside?: boolean;
	/** An API error, a failed tool, an aborted turn. */
	readonly isError?: boolean;
	/** Written by a sub-agent into its parent's file. */
	readonly isSidechain?: boolean;
	/** The session id of the sub-agent that this call started. */
	readonly spawned?: string;
	/** How many bytes of long strings were left out; `--raw` has them all. */
	readonly cutBytes?: number;
	/** Only in entries that were asked for whole. */
	readonly facts?: EntryFacts;
	/**
	 * The text, which is the output of a tool, is bytes of UTF-8, a letter each, and what was printed as well: only for
	 * whoever asked for long outputs as they are. `plain`: nothing in it has to be taken out before it is shown.
	 * `text/byte-text.ts` knows how to read it.
	 */
	readonly bytes?: 'plain' | 'unsure';
	/** Only of what was read from a document: the turn that begins here. */
	readonly exchange?: ToldExchange;
	readonly locator: Locator;
};
