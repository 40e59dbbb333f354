import {bytes as describeBytes} from '../text/figures.ts';
import {type Environment, surroundingsOf} from './capabilities/surroundings.ts';

export type Copied = {
	readonly ok: boolean;
	/** Something one should know about it; empty if there is nothing. */
	readonly note: string;
};

/** With its frame a little less than 100,000 bytes: terminals that have a limit mostly have that one. */
const mostBytes = 74_991;

/** GNU screen takes strings of less than 768 bytes. */
const screenPiece = 500;

/** The codes (OSC 52) that put a text into the clipboard of the user's own machine, wherever we run. */
export function copyCodes(text: string, env: Environment): Copied & {readonly codes: string} {
	const surroundings = surroundingsOf(env);
	if (text === '') return {ok: false, note: 'There is nothing to copy', codes: ''};
	if (surroundings === 'console' || env.TERM_PROGRAM === 'Apple_Terminal')
		return {ok: false, note: 'This terminal lets no program write to its clipboard', codes: ''};
	const whole = Buffer.from(text);
	const part = whole.length > mostBytes ? whole.subarray(0, endOfCharacter(whole, mostBytes)) : whole;
	const code = `\u001B]52;c;${part.toString('base64')}\u0007`;
	const cut =
		part === whole
			? ''
			: `only the first ${describeBytes(part.length)} of ${describeBytes(whole.length)}: terminals take no more at once`;
	if (surroundings === 'tmux') {
		const note = cut || 'if tmux lets it through: set -g set-clipboard on';
		// Which of the two it takes depends on its settings; the same text twice does no harm.
		return {ok: true, note, codes: throughTmux(code) + code};
	}
	return {ok: true, note: cut, codes: surroundings === 'screen' ? throughScreen(code) : code};
}

function throughTmux(code: string): string {
	return `\u001BPtmux;${code.replaceAll('\u001B', '\u001B\u001B')}\u001B\\`;
}

/** It sends on what it is given in such strings, one after the other. */
function throughScreen(code: string): string {
	const pieces = code.match(new RegExp(`[\\s\\S]{1,${screenPiece}}`, 'g')) ?? [];
	return pieces.map(piece => `\u001BP${piece}\u001B\\`).join('');
}

/** The last place at or before `most` where a character of UTF-8 begins. */
function endOfCharacter(text: Buffer, most: number): number {
	let end = most;
	while (end > 0 && (text[end]! & 0xc0) === 0x80) end--;
	return end;
}
