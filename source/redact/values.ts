import type {Standing} from './secret-names.ts';
import {endOfSetting, isCode, isCodeBehind, isExpression} from './setting-values.ts';
import {
	endsLine,
	isGivenByFlag,
	isInConnection,
	isInQuery,
	isUnderSection,
	lineOf,
	startsSetting,
	startsYaml,
} from './surroundings.ts';

/**
 * What may stand between a name and its value: `": "`, ` = `, `=>`, `', '`, `(`, `>`, ` | `, ` is `, `:**`; a colon and the
 * next line; after `--name` a space; `') || '`, `').fill('` and ` --value `.
 */
const between =
	/\\{0,8}["'`]?\]?(?:\*\*|__)?(?:\??:[ ]?(?:string|str|String|&str|&'static str)(?=[ \t]{0,4}=))?(?:(?<next>[ \t]{0,4}:[ \t]{0,4}\r?\n[ \t]{1,40}(?=["']))|(?<block>:[ \t]{1,4}[|>][+-]?\r?\n[ \t]{1,40})|(?<alone>:[ \t]{0,4}(?:\r?\n[ \t]{0,40}){1,2}(?:```[a-z]{0,10}\r?\n|`)?(?=[^\s"'`#-]))|(?<lead>[ \t]{0,20})(?<sign>:=|=>|={1,3}|\?=|:)(?:\*\*|__)?(?<space>[ \t]{0,40})|(?<call>\(|,[ \t]{0,4}|[!)]?[ \t]{1,4}(?:\|\||\?\?|or)[ \t]{1,4}(?=["'`])|["'`\]]{0,2}\)\.(?:fill|type|sendKeys|send_keys)\()|(?<tag>>)|[ \t`*]{0,60}[|│][ \t`]{1,20}|[ \t]{1,4}(?<verb>is|was|ist|lautet|est|es)[ \t]{0,2}:?[ \t]{1,4}|(?<option>[ \t]{1,4}(?:--body|--value|-b)[ =])|(?<gap>[ \t]{1,40}))/y;

/**
 * `name: DB_PASSWORD`, and its value on the next line; `{"name": …, "value": …}`, `key="…" value="…"`, and the two tags of
 * Apple's lists.
 */
const beside =
	/\\{0,8}["']?,?(?:[ \t\r\n]{1,60}|\\{1,8}n[ \t]{0,60})?\\{0,8}["']?value\\{0,8}["']?[ \t]{0,4}[:=][ \t]{0,4}/iy;
const besideTag = /<\/key>(?:\r?\n|\\{1,8}[nt]|[ \t]){0,20}<string>/y;

const opening = /(?:(?:[bruf]{1,2}|\$?@)(?=["']))?(?<quote>\\{0,8}["'`])/y;

const bareValue = /[^\s"'`\\,;&|<>(){}[\]]{6,4096}/y;

/** In a file of settings nothing but white space ends a value. */
const settingValue = /[^\s"'`\\;]{6,4096}/y;

const connectionValue = /[^\s"'`\\;]{6,200}/y;

const tagValue = /[^\s<>]{6,4096}/y;

/** Letters, digits, `_`, `.`, `-`. */
const isInName = new Uint8Array(128);
for (let code = 0; code < 128; code++) isInName[code] = /[\w.-]/.test(String.fromCharCode(code)) ? 1 : 0;

/** A name of the environment. */
const capitals = /^[A-Z][A-Z\d_]*$/;

const mostQuoted = 600;

function end(pattern: RegExp, text: string, at: number): number {
	pattern.lastIndex = at;
	return pattern.test(text) ? pattern.lastIndex : at;
}

/** To the same quote, with as many backslashes as the first. */
function endOfQuoted(text: string, from: number, quote: string): number {
	const last = Math.min(text.length, from + mostQuoted);
	for (let at = from; at < last; at++) {
		const code = text.charCodeAt(at);
		if (code <= 32) return -1;
		if (code === 92 && quote[0] !== '\\') at++;
		else if (text.startsWith(quote, at)) return at;
	}
	return -1;
}

/** The part of a name at the end of a text. */
export function endOfName(before: string): string {
	let start = before.length;
	while (start > 0 && isInName[before.charCodeAt(start - 1)] === 1) start--;
	return before.slice(start);
}

export type Value = {readonly start: number; readonly end: number; readonly standing: Standing};

type Place = {
	readonly text: string;
	/** The name, and where it begins. */
	readonly name: string;
	readonly start: number;
	/** What is in front of it. */
	readonly before: string;
};

/** The value of a name that ends at `at`. `before` is what is in front of its keyword, `word` the keyword and what follows. */
export function valueAfter(text: string, at: number, before: string, word: string): Value | undefined {
	between.lastIndex = at;
	const match = between.exec(text);
	const {next, block, alone, lead, sign, space, call, tag, gap, verb, option} = match?.groups ?? {};
	const from = match ? between.lastIndex : at;
	if (match && call === undefined && !isLong(text, from)) return undefined;
	const name = endOfName(before) + word;
	const start = at - name.length;
	const place: Place = {text, name, start, before: text.slice(Math.max(0, start - 42), start)};
	const besides = match && call === undefined && gap === undefined ? at : end(beside, text, at);
	if (besides > at) return quotedOrLine(place, besides, name === word ? 'bare' : 'quoted');
	if (!match) {
		const inside = end(besideTag, text, at);
		return inside > at ? inTag(text, inside) : undefined;
	}
	const isFlag = /(?:^|[^\w-])--?[\w-]*$/.test(before);
	if (gap !== undefined && !isFlag) return afterGap(place, from);
	// `--no-password` takes no value.
	if (gap !== undefined && before.endsWith('--no-')) return undefined;
	if (block !== undefined) return line(place, from, 'setting');
	if (alone !== undefined) return onItsLine(text, from);
	if (tag !== undefined) return inTag(text, from);
	const inQuotes = quoted(text, from, call === undefined || isSet(name) ? 'quoted' : 'bare');
	if (inQuotes === null) return undefined;
	if (inQuotes) return next !== undefined && isKey(text, inQuotes.end) ? undefined : inQuotes;
	if (call !== undefined || next !== undefined) return undefined;
	if (isFlag || option !== undefined) return bare(text, from, sign === '=' ? settingValue : bareValue, 'setting');
	if (verb !== undefined) return said(text, from);
	if (sign === '=' && lead === '' && space === '') return pair(place, from);
	if (sign === '=' && capitals.test(name)) return bare(text, from, settingValue, 'setting');
	const lineThere = lineOf(text, start);
	if (sign === ':' && startsYaml(lineThere)) return line(place, from, 'setting');
	const found = bare(text, from, bareValue, 'bare');
	if (found && sign === '=' && endsLine(text, found.end) && isUnderSection(text, start, lineThere))
		return {...found, standing: 'setting'};
	return found;
}

/** `setPassword('…')`, `define('DB_PASSWORD', '…')`: others may ask for it, compare it or translate it. */
function isSet(name: string): boolean {
	return /^[A-Z][A-Z\d]*_[A-Z\d_]+$/.test(name) || /(?:^|\.)set[A-Z]\w*$/.test(name);
}

/** Most of what follows a name is shorter than any secret, or a number of JSON: `"tokens": 1234,`. */
function isLong(text: string, from: number): boolean {
	if (from + 6 > text.length) return false;
	let isNumber = true;
	for (let at = from; at < from + 6; at++) {
		const code = text.charCodeAt(at);
		if (code <= 32 || (isNumber && at > from && (code === 44 || code === 125))) return false;
		isNumber &&= code >= 48 && code <= 57;
	}
	return true;
}

/** What follows on the next line may be the first key below this one. */
function isKey(text: string, close: number): boolean {
	return /^["'][ \t]{0,4}:/.test(text.slice(close, close + 6));
}

/** Null where a quote opens and no value is in it. */
function quoted(text: string, from: number, standing: Standing): Value | null | undefined {
	opening.lastIndex = from;
	const match = opening.exec(text);
	if (!match) return undefined;
	const start = from + match[0].length;
	const close = endOfQuoted(text, start, match.groups!.quote!);
	return close < 0 ? null : {start, end: close, standing};
}

function bare(text: string, from: number, pattern: RegExp, standing: Standing): Value | undefined {
	const close = end(pattern, text, from);
	// A call, an index, a template: code, not a value.
	if (close === from || /[([{<$]/.test(text[close] ?? '')) return undefined;
	return {start: from, end: text[close - 1] === '.' ? close - 1 : close, standing};
}

/** `name=value` without spaces: a file of settings, a shell, an address, a connection, or an argument of a call. */
function pair(place: Place, from: number): Value | undefined {
	const {text, name, start, before} = place;
	const lineThere = lineOf(text, start);
	const isCapital = capitals.test(name);
	if (isInQuery(before)) return bare(text, from, bareValue, 'setting');
	const inConnection = bare(text, from, connectionValue, 'setting');
	if (inConnection && !isCodeAt(text, inConnection) && isInConnection(text, start, inConnection.end))
		return inConnection;
	if (startsSetting(lineThere) || isGivenByFlag(before)) {
		const found = line(place, from, 'setting');
		if (found && (isCapital || /\s$/.test(lineThere.head) || endsLine(text, found.end))) return found;
	}
	if (isCapital) return bare(text, from, settingValue, 'setting');
	return bare(text, from, bareValue, 'bare');
}

/** An argument of a call: what follows its comma is the next. */
function isCodeAt(text: string, {start, end: close}: Value): boolean {
	return text[close - 1] === ',' || isExpression(text.slice(start, close));
}

function line({text, start}: Place, from: number, standing: Standing): Value | undefined {
	const close = endOfSetting(text, from, lineOf(text, start).isReal);
	const value = text.slice(from, close);
	const sure = isExpression(value) || isCodeBehind(text, close) ? 'bare' : standing;
	if (close - from < 6 || isCode(value)) return bare(text, from, bareValue, sure);
	return {start: from, end: value.endsWith('.') ? close - 1 : close, standing: sure};
}

function quotedOrLine(place: Place, from: number, standing: Standing): Value | undefined {
	const inQuotes = quoted(place.text, from, standing);
	return inQuotes === undefined ? line(place, from, standing) : (inQuotes ?? undefined);
}

/** Commands that take a name and its value as two words: of shells, of Dockerfiles, of tools that keep settings. */
const setting =
	/(?:\b(?:setx|set[ \t]{1,4}-[a-zA-Z]{1,4}|config(?:ure)?[ \t]{1,4}set)|(?:^|\n|\\n)[ \t]{0,8}(?:ENV|ARG))[ \t]{1,4}\S{0,60}$/;

/** `WITH PASSWORD '…'`, `setx DB_PASSWORD "…"`, the bare one of netrc, and the one of a sentence. */
function afterGap({text, before}: Place, from: number): Value | undefined {
	const isCommand = /\b(?:with|set|setx|encrypted)[ \t]{1,4}$/i.test(before);
	const inQuotes = quoted(text, from, isCommand ? 'quoted' : 'bare');
	if (inQuotes !== undefined) return inQuotes ?? undefined;
	// The next flag.
	if (text[from] === '-') return undefined;
	const isSetting = /\blogin\s{1,8}\S{1,30}\s{1,8}$/.test(before) || setting.test(before);
	return bare(text, from, bareValue, isSetting ? 'setting' : 'bare');
}

/** Below a label, and nothing else there: what follows is else the first key of a block. */
function onItsLine(text: string, from: number): Value | undefined {
	const found = bare(text, from, bareValue, 'bare');
	return found && endsLine(text, found.end) && text[found.end - 1] !== ':' ? found : undefined;
}

function inTag(text: string, from: number): Value | undefined {
	const close = end(tagValue, text, from);
	return close > from && text.startsWith('</', close) ? {start: from, end: close, standing: 'setting'} : undefined;
}

/** `the password is hunter2!`: a sign at the end of plain words ends the sentence. */
function said(text: string, from: number): Value | undefined {
	const found = bare(text, from, bareValue, 'setting');
	if (!found) return undefined;
	return /^[^\d]*$/.test(text.slice(found.start, found.end)) ? {...found, standing: 'bare'} : found;
}
