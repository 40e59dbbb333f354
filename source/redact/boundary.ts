const isWordCode = (code: number) =>
	(code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95;

/** Escapes that end in a letter or a digit: `\n`, `\u0022`, `\x1b`, `%3D`, and the end of a colour: `[32m`. */
const escapeBefore = /(?:\\(?:[nrtbfv]|u[\da-f]{4}|x[\da-f]{2})|%[\da-f]{2}|\[[\d;]{0,12}m)$/i;

/** Whether a word can begin here: nothing before it belongs to it. */
export function beginsWord(text: string, at: number): boolean {
	if (at === 0 || !isWordCode(text.charCodeAt(at - 1))) return true;
	return escapeBefore.test(text.slice(Math.max(0, at - 16), at));
}

/** Whether a word can end here. */
export function endsWord(text: string, at: number): boolean {
	return at >= text.length || !isWordCode(text.charCodeAt(at));
}
