import {type Key, keyOfCharacter, keyOfSequence} from './key.ts';

const pasteStart = '\u001B[200~';
const pasteEnd = '\u001B[201~';

/** A sequence or paste that grows beyond this is noise; it must not grow for ever. */
const longest = 1_000_000;

// Sequences from their start: CSI and SS3, and strings (OSC, DCS, SOS, PM, APC) that a terminal answers with.
const wholeSequence = /^\u001B(?:\[[0-?]*[ -/]*[@-~]|O[\d;]*[@-~]|[\]PX^_][^\u0007\u001B]*(?:\u0007|\u001B\\))/;
const partSequence = /^\u001B(?:\[[0-?]*[ -/]*|O[\d;]*|[\]PX^_][^\u0007\u001B]*\u001B?)?$/;

/**
 * Input as it comes from a terminal, split into keys. Over SSH several keys arrive as one chunk, and one key may arrive
 * in two: what is not whole yet waits for the next chunk, or for `flush` when nothing follows.
 */
export class KeySplitter {
	private waiting = '';

	/** Whether something waits that may be a whole key already: a lone escape. */
	get isWaiting(): boolean {
		return this.waiting !== '' && !this.waiting.startsWith(pasteStart);
	}

	push(chunk: string): Key[] {
		this.waiting += chunk;
		const keys: Key[] = [];
		while (this.waiting !== '') {
			const taken = this.takeOne(keys);
			if (taken === 0) break;
			this.waiting = this.waiting.slice(taken);
		}
		if (this.waiting.length > longest) this.waiting = '';
		return keys;
	}

	/** Nothing followed in time: an escape that waits was the key. What else began a sequence is no key. */
	flush(): Key[] {
		if (!this.isWaiting) return [];
		const isEscape = this.waiting === '\u001B';
		this.waiting = '';
		return isEscape ? [{name: 'escape'}] : [];
	}

	/** Reads one key at the start of what waits and returns its length; 0 if more is needed. */
	private takeOne(keys: Key[]): number {
		const {waiting} = this;
		if (!waiting.startsWith('\u001B')) {
			const character = String.fromCodePoint(waiting.codePointAt(0)!);
			add(keys, keyOfCharacter(character));
			return character.length;
		}

		if (waiting.startsWith(pasteStart)) {
			const end = waiting.indexOf(pasteEnd);
			if (end < 0) return 0;
			keys.push({name: 'paste', text: waiting.slice(pasteStart.length, end)});
			return end + pasteEnd.length;
		}

		const sequence = wholeSequence.exec(waiting)?.[0];
		if (sequence) {
			add(keys, keyOfSequence(sequence));
			return sequence.length;
		}
		if (partSequence.test(waiting)) return 0;
		return this.takeAfterEscape(keys);
	}

	/** An escape with something behind it that is no sequence: the key itself, or Alt with a character. */
	private takeAfterEscape(keys: Key[]): number {
		const next = String.fromCodePoint(this.waiting.codePointAt(1)!);
		if (next === '\u001B') {
			keys.push({name: 'escape'});
			return 1;
		}
		const key = '[O]PX^_'.includes(next) ? undefined : keyOfCharacter(next);
		if (key) keys.push({name: `alt-${key.name}`});
		return 1 + next.length;
	}
}

function add(keys: Key[], key: Key | undefined): void {
	if (key) keys.push(key);
}
