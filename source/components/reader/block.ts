import type {Locator} from '../../model/locator.ts';
import type {KeptText} from './kept-text.ts';

/** What the reader draws for one entry, or for a tool call and its result together. */
export type Block = {
	/** The entry's id. */
	readonly id: string;
	/** Where its record lies. */
	readonly locator: Locator;
	readonly kind: 'prompt' | 'answer' | 'thinking' | 'tool' | 'note' | 'summary' | 'boundary' | 'unknown';
	readonly timestamp?: string;
	/** Whether its time is worth saying: it speaks first, or another minute has begun. */
	readonly hasTime: boolean;
	readonly hasSpaceBefore: boolean;
	/** What it is called in one word: the tool, the sort of note. */
	readonly name: string;
	/** What it is about in one line. */
	readonly summary: string;
	readonly body: KeptText;
	/** Lines of the body begin with + and - for what was added and removed. */
	readonly isDiff: boolean;
	readonly change?: {readonly added: number; readonly removed: number};
	/** Bytes left out by whoever read the file. */
	readonly cutBytes: number;
	readonly isError: boolean;
	/** A sub-agent's work inside its parent's file; the first of a run knows how many follow. */
	readonly side?: {readonly isFirst: boolean; readonly run: {count: number}};
	/** Comes later than the call; a new object each time, so that whoever drew the block sees it. */
	result?: BlockResult;
};

export type BlockResult = {
	readonly body: KeptText;
	readonly lines: number;
	readonly isError: boolean;
};
