import {isSuspicious} from './is-suspicious.ts';
import {oneLine} from './one-line.ts';

/**
 * The only door from file text to the screen. A hostile tool output may hold clipboard writes, title changes, cursor
 * moves, bells and bidirectional overrides; none of them may reach the terminal.
 */

// CSI, OSC, DCS, SOS, PM, APC and two-character escapes, in their 7-bit and 8-bit forms. Unterminated strings end at the line.
const escapeSequence =
	/(?:\u001B\[|\u009B)[0-?]*[ -/]*[@-~]?|(?:\u001B[\]PX^_]|[\u009D\u0090\u0098\u009E\u009F])[^\u0007\u001B\u009C\n]*(?:\u0007|\u001B\\|\u009C)?|\u001B[ -/]*[0-~]?/g;

// Everything below space but tab and newline, DEL, C1, line separators, and what nobody sees
// but terminals count differently: format characters (bidirectional controls, tags, soft hyphens, BOM) and blank fillers.
// The zero-width joiner, its opposite and variation selectors stay: emoji and Persian need them.
const control =
	/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u115F\u1160\u2028\u2029\u2065\u3164\uFFA0\uFFF0-\uFFFB]|\u034F|\u17B4|\u17B5|[\u180B-\u180D]|\u180F|(?![\u200C\u200D])\p{Cf}/gu;

// A mark without a letter before it would be drawn on whatever stands there on the screen.
const orphanedMarks = /(^|\t)[\p{M}\u200C\u200D]+/gmu;

// No script stacks more marks on a letter; text that does wants to draw over its neighbours.
const stackedMarks = /(\p{M}{4})\p{M}+/gu;

/** Text that is safe to print: newlines and tabs are kept, everything that could steer a terminal is gone. */
export function sanitize(text: string): string {
	if (!isSuspicious(text)) return text;
	const plain = text.replace(/\r\n?/g, '\n').replace(escapeSequence, '');
	// Without their colours most outputs are harmless.
	if (!isSuspicious(plain)) return plain;
	return plain.replace(control, '').replace(orphanedMarks, '$1').replace(stackedMarks, '$1').toWellFormed();
}

/** The same on one line, white space folded: for titles, projects and messages. */
export function sanitizeLine(text: string): string {
	return oneLine(sanitize(text));
}
