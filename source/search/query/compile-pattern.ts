import {count} from '../../text/figures.ts';

// What holds letters that are not to be found in the text: `\S`, `\p{Lu}`, `\u{1F600}`, `\k<Name>`, `(?<Name>`.
const notLiteral =
	/\\[pPu]\{[^}]*\}?|\\k<[^>]*>?|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\c[A-Za-z]|\\[\s\S]|\(\?<[A-Za-z_$][\w$]*>/g;

// These mean nothing, or half of something, without the flag; with it many harmless escapes (`\-`) are errors.
const needsUnicode = /(?:^|[^\\])(?:\\\\)*\\[pPu]\{|[\uD800-\uDFFF]/;

// A pasted file would be no expression, and a deep one ends the process: the engine's compiler has no way to say no.
const longest = 4000;

/**
 * A regular expression as somebody typed it, or the engine's reason against it. Without flags it is case-insensitive
 * unless it asks for an upper-case letter. Never global, so `test` and `exec` keep no state.
 */
export function compilePattern(source: string, flags = ''): RegExp | {readonly reason: string} {
	if (source.length > longest) return {reason: `longer than ${count(longest)} characters`};
	const wanted = flags === '' && !hasUpperCase(source) ? 'i' : flags;
	const isUnicode = needsUnicode.test(source) && !wanted.includes('u');
	try {
		const pattern = new RegExp(source, isUnicode ? `${wanted}u` : wanted);
		// The engine finds some expressions too large only when it first runs them, for either kind of string.
		pattern.test('');
		pattern.test('\u0100');
		return pattern;
	} catch (error) {
		return {reason: reasonOf(error)};
	}
}

function hasUpperCase(source: string): boolean {
	return /\p{Lu}/u.test(source.replace(notLiteral, ''));
}

/** The engine says `Invalid regular expression: /(/i: Unterminated group`; the reader has the expression before their eyes. */
function reasonOf(error: unknown): string {
	const message = error instanceof Error ? error.message : String(error);
	return message.slice(message.lastIndexOf(': ') + 1).trim();
}
