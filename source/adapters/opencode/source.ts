/** Where a session is read from. The three stores differ in how they keep a message, not in what it is. */
import type {Locator} from '../../model/locator.ts';
import type {Warning} from '../../model/warning.ts';
import type {ReadOptions} from '../adapter.ts';
import type {Fields} from '../fields.ts';
import type {SessionInfo} from './session-info.ts';

export type Part = {
	readonly id: string;
	readonly createdAt?: number;
	/** What it says: parsed, or the bare text where that is no JSON. */
	readonly data: unknown;
	readonly locator: Locator;
};

export type Message = {
	readonly id: string;
	/** Its place in the order of time. */
	readonly number: number;
	/** Milliseconds since 1970. */
	readonly createdAt?: number;
	/** Role, times, model, tokens; the bare text where that is no JSON. */
	readonly info: Fields | string;
	/** In their order. */
	readonly parts: readonly Part[];
	readonly locator: Locator;
	/** How much room it takes in its store. */
	readonly bytes: number;
	/** Its records as they are in the store, one a line; `part` is the part a line is. */
	raw(): ReadonlyArray<{readonly line: string; readonly part?: string}>;
};

export type SourceOptions = ReadOptions & {
	readonly warn?: (warning: Warning) => void;
	/** About so many messages from the beginning are enough. */
	readonly first?: number;
	/** Only from this one on and up to that one: their numbers in the order of time, the first is 0. */
	readonly from?: number;
	readonly to?: number;
	/** Nobody will ask for the records as they are. */
	readonly isForText?: boolean;
};

export type Source = {
	/** The header and its record as one line; undefined if there is none any more. */
	session(): Promise<{info: SessionInfo; line: string; locator: Locator} | undefined>;
	/** In the order of time. Streams. Throws if the store can't be opened, never on what is in it. */
	messages(options?: SourceOptions): AsyncGenerator<Message>;
};

/** JSON that was written over several lines, on one. A line end inside a string is always escaped. */
export function onOneLine(json: string): string {
	return json.trim().replace(/\s*[\r\n]\s*/g, '');
}

export function nextTurn(): Promise<void> {
	return new Promise(resolve => setImmediate(resolve));
}
