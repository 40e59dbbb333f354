import {type Key, keyOfCharacter, keyOfSequence} from './key.ts';
import {mouseKeyOf} from './mouse-key.ts';
import {type Report, reportOf} from './report.ts';

const pasteStart = '\u001B[200~';
const pasteEnd = '\u001B[201~';

/** A sequence or paste that grows beyond this is noise; it must not grow for ever. */
const longest = 1_000_000;

// Sequences from their start: the mouse in its old spelling, CSI and SS3, and strings (OSC, DCS, SOS, PM, APC) that a
// terminal answers with. Nothing that we ask for is answered with control characters in a string.
const wholeSequence =
	/^\u001B(?:\[M[^\u0000-\u001F]{3}|\[(?!M)[0-?]*[ -/]*[@-~]|O[\d;]*[@-~]|[\]PX^_][^\u0000-\u001F]*(?:\u0007|\u001B\\))/;
const partSequence = /^\u001B(?:\[M[^\u0000-\u001F]{0,2}|\[[0-?]*[ -/]*|O[\d;]*|[\]PX^_][^\u0000-\u001F]*\u001B?)?$/;
/** As much of a sequence as there is before something that can't belong to it. */
const brokenSequence = /^\u001B(?:\[M[^\u0000-\u001F]{0,2}|\[[0-?]*[ -/]*|O[\d;]*|[\]PX^_][^\u0000-\u001F]*)/;

/**
 * Input as it comes from a terminal, split into keys; what the terminal tells about itself goes to a listener. Over SSH
 * several keys arrive as one chunk, and one key may arrive in two: what is not whole yet waits for the next chunk, or for
 * `flush` when nothing follows.
 */
export class KeySplitter {
	/** How many things were taken so far. */
	taken = 0;
	private waiting = '';

	constructor(private readonly onReport: (report: Report) => void = () => {}) {}

	/**
	 * What waits: perhaps a whole key already (an escape, or Alt with a character that begins sequences), or a sequence
	 * whose rest must still come. A paste waits for its end, however long that takes.
	 */
	get waitsFor(): 'key' | 'rest' | undefined {
		if (this.waiting === '' || this.waiting.startsWith(pasteStart)) return undefined;
		return this.waiting.length < 3 ? 'key' : 'rest';
	}

	push(chunk: string): Key[] {
		this.waiting += chunk;
		const keys: Key[] = [];
		while (this.waiting !== '') {
			const length = this.takeOne(keys);
			if (length === 0) break;
			this.taken++;
			this.waiting = this.waiting.slice(length);
		}
		if (this.waiting.length > longest) this.waiting = '';
		return keys;
	}

	/** Nothing followed in time: an escape that waits was the key. What else began a sequence is no key. */
	flush(): Key[] {
		if (!this.waitsFor) return [];
		const isEscape = this.waiting === '\u001B';
		this.waiting = '';
		return isEscape ? [{name: 'escape'}] : [];
	}

	/** What waits will never be whole. */
	forget(): void {
		this.waiting = '';
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
			const report = reportOf(sequence);
			if (report) this.onReport(report);
			else add(keys, mouseKeyOf(sequence) ?? keyOfSequence(sequence));
			return sequence.length;
		}
		if (partSequence.test(waiting)) return 0;
		return this.takeAfterEscape(keys);
	}

	/** An escape with something behind it that is no sequence: the key itself, or Alt with a character. */
	private takeAfterEscape(keys: Key[]): number {
		// What was cut short is no key, and neither are its letters: what cut it is read on its own.
		const broken = brokenSequence.exec(this.waiting)?.[0];
		if (broken) return broken.length;
		const next = String.fromCodePoint(this.waiting.codePointAt(1)!);
		if (next === '\u001B') {
			keys.push({name: 'escape'});
			return 1;
		}
		const key = keyOfCharacter(next);
		if (key) keys.push({name: `alt-${key.name}`});
		return 1 + next.length;
	}
}

function add(keys: Key[], key: Key | undefined): void {
	if (key) keys.push(key);
}
