/** How far a value goes on a line of an env file or of YAML, and what of it is code after all. */

const mostSetting = 4096;

function stands(pattern: RegExp, text: string, at: number): boolean {
	pattern.lastIndex = at;
	return pattern.test(text);
}

/** What goes on behind a sign that may end a value: nothing, or the next pair of a list. */
const nextPair = /[ \t]{0,2}[\w.-]{1,40}[ \t]{0,2}[=:]/y;

/** A sign within a value of a line, or the end of the value? */
function goesOn(text: string, at: number, isReal: boolean): boolean {
	const next = text[at + 1] ?? ' ';
	if (/\s/.test(next)) return false;
	switch (text[at]) {
		case ';':
		case ',':
		case '&':
			return !/["'`)\]}\\]/.test(next) && !stands(nextPair, text, at + 1);
		case '\\':
			return isReal && !/["'`\\nrtux]/.test(next);
		case '"':
		case "'":
		case '`':
			return isReal && /[\w!#$%^*+~?-]/.test(next);
		default:
			return true;
	}
}

/** On a line of an env file or of YAML everything up to white space is the value. */
export function endOfSetting(text: string, from: number, isReal: boolean): number {
	const last = Math.min(text.length, from + mostSetting);
	let at = from;
	for (; at < last && text.charCodeAt(at) > 32; at++) {
		if (/[;,&\\"'`]/.test(text[at]!) && !goesOn(text, at, isReal)) break;
	}
	return at;
}

/** Brackets that close are code: `hash(word)`, `z.string()`. One alone is part of a password. */
export function isCode(value: string): boolean {
	const bracket = value.search(/[([{<|>]/);
	if (bracket < 0) return false;
	return /[)\]}>|]/.test(value.slice(bracket)) || /[([{<]$/.test(value) || !/\d/.test(value.slice(0, bracket));
}

/** Also in a file of settings: `form.password2`, and YAML's anchors and tags. */
const expression = /^(?:[A-Za-z_]{1,40}\d{0,2}(?:\.[A-Za-z_]{1,40}\d{0,2}){1,8}|[*&!]\w{1,80})$/;

/** No file of settings goes on like this behind a value. */
const codeAfter = /,|[ \t]{0,2}(?:\|\||&&|\?\?)/y;

export const isExpression = (value: string) => expression.test(value);
export const isCodeBehind = (text: string, at: number) => stands(codeAfter, text, at);
