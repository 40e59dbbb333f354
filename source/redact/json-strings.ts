import type {Neighbours} from './neighbours.ts';

/** What becomes of a string. */
export type StringChange = (string: string, place: Neighbours & {readonly isKey: boolean}) => string;

/** An object or a list: the key it has, and what its strings need to know. */
type Around = {readonly key?: string; readonly isList: boolean; previous?: Neighbours['previous']};

const colon = /[ \t\r\n]*:/y;

/** What stands between the strings of JSON: brackets, numbers, `true`, `false`, `null`. */
const isBetween = new Uint8Array(128);
for (const character of ' \t\r\n{}[],:0123456789+-.Eeaflnrstu') isBetween[character.charCodeAt(0)] = 1;

/** Behind the closing quote, or -1 where it is missing. */
function endOfString(text: string, start: number): number {
	for (let at = start + 1; ; ) {
		const quote = text.indexOf('"', at);
		if (quote < 0) return -1;
		let slashes = 0;
		while (text.charCodeAt(quote - 1 - slashes) === 92 && quote - 1 - slashes > start) slashes++;
		if (slashes % 2 === 0) return quote + 1;
		at = quote + 1;
	}
}

/**
 * Changes strings of a JSON text and leaves every other byte as it is: numbers, spaces, the way strings are escaped.
 * Undefined where the text is no JSON. That is seen while it goes along: to parse would take longer than all the rest.
 */
export function changeJsonStrings(text: string, change: StringChange): string | undefined {
	const pieces: string[] = [];
	const outer: Around[] = [];
	let key: string | undefined;
	let from = 0;
	let copied = 0;
	for (;;) {
		const start = text.indexOf('"', from);
		const until = start < 0 ? text.length : start;
		for (let at = from; at < until; at++) {
			const code = text.charCodeAt(at);
			if (isBetween[code] !== 1) return undefined;
			if (code === 91 || code === 123) {
				outer.push({key, isList: code === 91});
				if (code === 123) key = undefined;
			} else if (code === 93 || code === 125) {
				if (outer.length === 0) return undefined;
				key = outer.pop()!.key;
			}
		}
		if (start < 0) break;
		const end = endOfString(text, start);
		const string = end < 0 ? undefined : decode(text, start, end);
		if (string === undefined) return undefined;
		colon.lastIndex = end;
		const isKey = colon.test(text);
		if (isKey) key = string;
		const around = outer.at(-1);
		const {key: parent, isList: isInList, previous} = around ?? {};
		const changed = change(string, {isKey, key, parent, isInList, previous});
		if (around && !isKey) around.previous = {key, text: string};
		if (changed !== string) {
			pieces.push(text.slice(copied, start), JSON.stringify(changed));
			copied = end;
		}
		from = end;
	}
	if (outer.length > 0) return undefined;
	return copied === 0 ? text : pieces.join('') + text.slice(copied);
}

function decode(text: string, start: number, end: number): string | undefined {
	const raw = text.slice(start + 1, end - 1);
	if (!raw.includes('\\')) return raw;
	try {
		return JSON.parse(text.slice(start, end));
	} catch {
		return undefined;
	}
}
