import type {Place} from '../../keymap/binding.ts';
import {describeError} from '../describe-error.ts';
import {type TypedKey, typedText} from '../typed-key.ts';

/** An error of our own that was caught: shown on a screen of its own. */
export type Fault = {
	readonly error: unknown;
	/** What was being done: `next-prompt`, `drawing the reader`. */
	readonly during: string;
	readonly message: string;
	/** Where the details lie, if they could be kept. */
	readonly log?: string;
};

export type FaultReport = {readonly error: unknown; readonly during: string; readonly keys: readonly string[]};

const keptKeys = 20;

/** Keeps an error in one part from ending everything: what is thrown is noted down and shown, and the rest goes on. */
export class Faults {
	current: Fault | undefined;
	/** Where the last one was written down. */
	log: string | undefined;
	/** Changes with every way back from the screen of a fault. */
	left = 0;
	private readonly recent: string[] = [];

	constructor(
		/** Writes it down; tells where. */
		private readonly report: ((report: FaultReport) => string | undefined) | undefined,
		private readonly onChange: () => void,
	) {}

	/** The keys pressed last. What was typed into a line is nobody's business. */
	get keys(): readonly string[] {
		return this.recent;
	}

	noteKey(key: string | TypedKey, isTyping: boolean): void {
		const name = typeof key === 'string' ? key : key.name;
		this.recent.push(isTyping && typedText(key) !== undefined ? '(text)' : name);
		if (this.recent.length > keptKeys) this.recent.shift();
	}

	/** Does something; what it throws becomes the screen. */
	guard(during: () => string, work: () => void): void {
		try {
			work();
		} catch (error) {
			this.raise(during(), error);
			this.onChange();
		}
	}

	/** Notes an error down; the same one only once, for a component may be asked twice. */
	raise(during: string, error: unknown): Fault {
		if (this.current && this.current.error === error) return this.current;
		const log = this.report?.({error, during, keys: [...this.recent]});
		this.log = log ?? this.log;
		this.current = {error, during, message: describeError(error), log};
		return this.current;
	}

	leave(): void {
		this.current = undefined;
		this.left++;
	}
}

export function placeToDraw(place: Place): string {
	return `drawing the ${place}`;
}
