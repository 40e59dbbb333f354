import type {Media} from '../../model/entry.ts';
import type {Locator} from '../../model/locator.ts';
import type {ToolOutcome} from '../../model/tool.ts';
import type {Change, DiffRun} from '../../text/patch/diff.ts';
import type {KeptText} from './kept-text.ts';

/** What the reader draws for one entry, or for a tool call and its result together. */
export type Block = {
	/** The entry's id. */
	readonly id: string;
	/** Where its record lies. */
	readonly locator: Locator;
	readonly kind: 'prompt' | 'answer' | 'thinking' | 'tool' | 'note' | 'summary' | 'boundary' | 'fork' | 'unknown';
	readonly timestamp?: string;
	/** Whether its time is worth saying: it speaks first, or another minute has begun. */
	readonly hasTime: boolean;
	readonly hasSpaceBefore: boolean;
	/** What it is called in one word: the tool, the sort of note. */
	readonly name: string;
	/** What it is about in one line. */
	readonly summary: string;
	/** Of an edit it is what the call wanted, until the result tells what it did. */
	body: KeptText;
	/** What the lines of the body are, if they are a diff. */
	diff?: readonly DiffRun[];
	change?: Change;
	/** Images, documents and sounds in its record and, of a tool, in that of its result. */
	media?: readonly BlockMedia[];
	/** Bytes left out by whoever read the file. */
	readonly cutBytes: number;
	readonly isError: boolean;
	/** Bookkeeping of the harness: shown only when everything is. */
	readonly isAside: boolean;
	/** The model that answered, where it is another one than before. */
	readonly model?: string;
	/** What the call is known by, and whether it may have started a sub-agent. */
	readonly callId?: string;
	readonly isTask: boolean;
	/** The session id of the sub-agent that this call started. */
	readonly spawned?: string;
	/** The prompts that a summary took the place of, a line each. */
	readonly replaced?: readonly string[];
	/** A sub-agent's work inside its parent's file; the first of a run knows how many follow. */
	readonly side?: {readonly isFirst: boolean; readonly run: {count: number}};
	/** Comes later than the call; a new object each time, so that whoever drew the block sees it. */
	result?: BlockResult;
};

export type BlockResult = {
	readonly body: KeptText;
	readonly lines: number;
	readonly isError: boolean;
	/** Why it failed, in one line, if it is no command. */
	readonly failure?: string;
	readonly media?: readonly BlockMedia[];
} & Pick<ToolOutcome, 'exitCode' | 'durationMs' | 'found'>;

/** Something that lies inside a record and is no text, and how to find it there again. */
export type BlockMedia = Media & {
	readonly locator: Locator;
	/** The how-manieth of its record it is, from 0. */
	readonly index: number;
};
