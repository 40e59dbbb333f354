import type {Rule, Span} from './rule.ts';
import {isHarmlessName, isSecretUnder, passwordWords, type Standing, secretWords} from './secret-names.ts';

/** What may stand between a name and its value: `": "`, ` = `, `=>`, `', '`, `(`, `>`, ` | `, ` is `; after `--name` a space. */
const between =
	/\\{0,8}["'`]?\]?(?:\??:[ ]?(?:string|str|String|&str)(?=[ \t]{0,4}=))?(?:[ \t]{0,4}(?<sign>:=|=>|={1,3}|:)[ \t]{0,4}|(?<call>\(|,[ \t]{0,4})|(?<tag>>)|[ \t`*]{0,20}\|[ \t`]{1,8}|[ \t]{1,4}(?<verb>is|was)[ \t]{0,2}:?[ \t]{1,4}|(?<gap>[ \t]{1,4}))/y;

const opening = /(?:[bruf]{1,2}(?=["']))?(?<quote>\\{0,8}["'`])/y;

const bareValue = /[^\s"'`\\,;&|<>(){}[\]]{6,4096}/y;

/** In a file of settings nothing but white space ends a value. */
const settingValue = /[^\s"'`\\;]{6,4096}/y;

const nameAfter = /[\w-]{0,40}/y;
const nameCharacter = /[\w.-]/;
const mostQuoted = 600;
const longValue = 120;

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
function endOfName(before: string): string {
	let start = before.length;
	while (start > 0 && nameCharacter.test(before[start - 1]!)) start--;
	return before.slice(start);
}

type Value = {readonly start: number; readonly end: number; readonly standing: Standing};

function valueAfter(text: string, at: number, before: string, after: string): Value | undefined {
	between.lastIndex = at;
	const match = between.exec(text);
	if (!match) return undefined;
	const {sign, call, tag, gap} = match.groups!;
	const isFlag = /(?:^|[^\w-])--?[\w-]*$/.test(before);
	if (gap !== undefined && !isFlag) return undefined;
	const from = at + match[0].length;
	opening.lastIndex = from;
	const quoted = tag === undefined ? opening.exec(text) : null;
	if (quoted) {
		const start = from + quoted[0].length;
		const close = endOfQuoted(text, start, quoted.groups!.quote!);
		return close < 0 ? undefined : {start, end: close, standing: call === undefined ? 'quoted' : 'bare'};
	}
	if (call !== undefined) return undefined;
	const name = endOfName(before) + after;
	const isSetting =
		isFlag || (sign === '=' && /^[A-Z][A-Z\d_]*$/.test(name)) || (sign === ':' && startsLine(text, at, name));
	const close = end(isSetting && sign === '=' ? settingValue : bareValue, text, from);
	// A call, an index, a template: code, not a value.
	if (close === from || (tag === undefined ? /[([{<$]/ : /[^<]/).test(text[close] ?? '')) return undefined;
	return {start: from, end: text[close - 1] === '.' ? close - 1 : close, standing: isSetting ? 'setting' : 'bare'};
}

/** A line of YAML: nothing but the name, a dash and spaces before the colon. */
function startsLine(text: string, at: number, name: string): boolean {
	const lineStart = text.slice(Math.max(0, at - name.length - 40), at - name.length);
	return /(?:^|\n|\\n)[ \t]*(?:- )?$/.test(lineStart);
}

function assignment(id: string, name: string, keywords: readonly string[], isPassword: boolean): Rule {
	const rule: Rule = {
		id,
		name,
		group: 'assignment',
		isCaseless: true,
		keywords,
		find(text, at, found) {
			const nameEnd = end(nameAfter, text, at);
			const before = text.slice(Math.max(0, at - 42), at);
			const word = text.slice(at, nameEnd);
			const value = valueAfter(text, nameEnd, before, word);
			if (!value) return undefined;
			// Names inside a short value are looked at as well; inside a long one there are none that mean something.
			const until = value.end - value.start > longValue ? value.end : undefined;
			const length = keywords.find(keyword => word.toLowerCase().startsWith(keyword))?.length ?? 0;
			if (isHarmlessName(endOfName(before), word.slice(length))) return until;
			const secret = text.slice(value.start, value.end);
			if (isSecretUnder(isPassword, word, secret, value.standing)) found.push({...value, rule} satisfies Span);
			return until;
		},
	};
	return rule;
}

export const passwords = assignment('password', 'password', passwordWords, true);
export const secrets = assignment('secret', 'named secret', secretWords, false);

/** Any key of the environment: `OPENROUTER_KEY=…`. Small letters would be keys of tables and caches. */
export const environmentKeys: Rule = {
	...assignment('secret', 'named secret', ['_KEY'], false),
	isCaseless: false,
};

export type KeyRule = {readonly rule: Rule; readonly isPassword: boolean; readonly word: string};

/** Records have few different keys, and each of them many times. */
const knownKeys = new Map<string, KeyRule | undefined>();
const mostKnown = 5000;

/** The rule for a value under a key of JSON, if there is one. */
export function ruleForKey(key: string): KeyRule | undefined {
	if (key.length > 100) return undefined;
	if (knownKeys.has(key)) return knownKeys.get(key);
	if (knownKeys.size >= mostKnown) knownKeys.clear();
	const found = findRule(key);
	knownKeys.set(key, found);
	return found;
}

function findRule(key: string): KeyRule | undefined {
	const lower = key.toLowerCase();
	for (const rule of [passwords, secrets])
		for (const keyword of rule.keywords) {
			const at = lower.indexOf(keyword);
			if (at < 0 || isHarmlessName(key.slice(0, at), key.slice(at + keyword.length))) continue;
			return {rule, isPassword: rule === passwords, word: key.slice(at)};
		}
	return undefined;
}
