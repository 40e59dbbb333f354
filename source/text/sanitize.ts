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

// What may need any of the above; most texts hold none of it.
const suspicious =
	/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u115F\u1160\u2028\u2029\u2065\u3164\uFFA0\uFFF0-\uFFFB\p{Cf}\p{M}\p{Cs}]/u;

/** What is known of each UTF-16 unit, in bits, so that those of many can be put together. */
const harmless = 1;
const harmful = 2;
const notAsked = 4;
const halfOfEmoji = 8;

const known = new Uint8Array(0x10000).fill(notAsked);
// The halves of what stands from U+1F000 to U+1FBFF, most emoji: nothing there is a mark or invisible.
known.fill(halfOfEmoji, 0xd83c, 0xd83f);
known.fill(halfOfEmoji, 0xdc00, 0xe000);

/** Long texts are copied here: to walk over numbers takes half as long as to ask a string for each of them. */
const units = new Uint16Array(16 * 1024);
const bytes = Buffer.from(units.buffer);
const longEnough = 256;

/**
 * Whether there may be anything in a text that nobody sees. Asks the expression once per character of the alphabet instead
 * of once per character of the text.
 */
export function isSuspicious(text: string): boolean {
	if (text.length < longEnough) return hasSuspicious(text);
	let found = 0;
	for (let from = 0, length = 0; from < text.length; from += length) {
		length = bytes.write(from === 0 ? text : text.slice(from, from + units.length), 'utf16le') >> 1;
		for (let at = 0; at < length; at++) found |= known[units[at]!]!;
		if ((found & harmful) !== 0) return true;
		if ((found & notAsked) !== 0) return hasSuspicious(text);
	}
	// Halves of emoji are harmless in pairs.
	return (found & halfOfEmoji) !== 0 && !text.isWellFormed();
}

function hasSuspicious(text: string): boolean {
	for (let at = 0; at < text.length; at++) {
		const unit = text.charCodeAt(at);
		if (known[unit] === harmless) continue;
		const point = text.codePointAt(at)!;
		if (point > 0xffff) {
			if (suspicious.test(String.fromCodePoint(point))) return true;
			at++;
			continue;
		}
		if (known[unit] === notAsked) known[unit] = suspicious.test(String.fromCharCode(unit)) ? harmful : harmless;
		if (known[unit] !== harmless) return true;
	}
	return false;
}

/** Text that is safe to print: newlines and tabs are kept, everything that could steer a terminal is gone. */
export function sanitize(text: string): string {
	if (!isSuspicious(text)) return text;
	return text
		.replace(/\r\n?/g, '\n')
		.replace(escapeSequence, '')
		.replace(control, '')
		.replace(orphanedMarks, '$1')
		.replace(stackedMarks, '$1')
		.toWellFormed();
}

/** The same on one line, white space folded: for titles, projects and messages. */
export function sanitizeLine(text: string): string {
	return sanitize(text).replace(/\s+/gu, ' ').trim();
}
