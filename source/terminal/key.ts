import type {MouseKey} from './mouse-key.ts';

/**
 * A key as the keymap names it: `j`, `J`, `down`, `ctrl-d`, `alt-x`, `shift-tab`. A paste is one event, whatever it
 * holds, so that pasted text never acts as keys. The mouse brings the place it is at.
 */
export type Key = {readonly name: string} | {readonly name: 'paste'; readonly text: string} | MouseKey;

/** The last letter of `CSI … letter` and `SS3 letter`. */
const byLetter: Readonly<Record<string, string>> = {
	A: 'up',
	B: 'down',
	C: 'right',
	D: 'left',
	F: 'end',
	H: 'home',
	M: 'enter', // the keypad's, in application mode
	Z: 'shift-tab',
};

/** The number of `CSI number ~`. */
const byNumber: Readonly<Record<string, string>> = {
	'1': 'home',
	'2': 'insert',
	'3': 'delete',
	'4': 'end',
	'5': 'pageup',
	'6': 'pagedown',
	'7': 'home',
	'8': 'end',
};

const named: Readonly<Record<string, string>> = {
	'\r': 'enter',
	'\n': 'enter',
	'\t': 'tab',
	' ': 'space',
	'\b': 'backspace',
	'\u007F': 'backspace',
	'\u001B': 'escape',
	'\0': 'ctrl-space',
};

/** One character that came on its own. */
export function keyOfCharacter(character: string): Key | undefined {
	const name = named[character];
	if (name) return {name};
	const code = character.codePointAt(0)!;
	if (code < 0x1b) return {name: `ctrl-${String.fromCharCode(code + 0x60)}`};
	return code < 0x20 || (code >= 0x80 && code < 0xa0) ? undefined : {name: character};
}

/** A whole escape sequence; undefined for the many that are no keys of ours, such as a terminal's reports. */
export function keyOfSequence(sequence: string): Key | undefined {
	const parts = /^\u001B(?:\[|O)([\d;]*)([A-Za-z~])$/.exec(sequence);
	if (!parts) return undefined;
	const [number = '', modifiers] = parts[1]!.split(';');
	const final = parts[2]!;
	// `CSI M` begins a mouse report and `CSI 1;2R` is the cursor's place: only what has a name is a key.
	const name = final === '~' ? byNumber[number] : final === 'M' && sequence[1] === '[' ? undefined : byLetter[final];
	return name === undefined ? undefined : {name: prefix(Number(modifiers ?? 1) - 1) + name};
}

function prefix(bits: number): string {
	return `${bits & 4 ? 'ctrl-' : ''}${bits & 2 ? 'alt-' : ''}${bits & 1 ? 'shift-' : ''}`;
}
