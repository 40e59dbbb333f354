import {dockerLogins} from './headers.ts';
import type {Rule, Span} from './rule.ts';
import {isHarmlessName, isSecretUnder, passwordWords, type Standing, secretWords} from './secret-names.ts';
import {isShortName} from './short-names.ts';
import {endOfName, valueAfter} from './values.ts';

/** A name may be two words: `api key`, `mot de passe`. */
const nameAfter = /(?:[a-z]{3,12} key|mot de passe|contraseña)?[\w-]{0,40}/iy;
const longValue = 120;

/** `the token expires`: a word behind a name, too short for what a machine rolls, and none that leads to a value. */
const plainWord = /[ \t]{1,40}(?!(?:is|was|ist|lautet|est|es|or|value)\b)[A-Za-z]{1,11}(?=[\s,;)]|[.:!?](?:\s|$)|$)/iy;

function stands(pattern: RegExp, text: string, at: number): boolean {
	pattern.lastIndex = at;
	return pattern.test(text);
}

function endOfWord(text: string, at: number): number {
	nameAfter.lastIndex = at;
	return nameAfter.test(text) ? nameAfter.lastIndex : at;
}

function assignment(
	id: string,
	name: string,
	keywords: readonly string[],
	isPassword: boolean,
	isCaseless = true,
): Rule {
	const lowerKeywords = keywords.map(keyword => keyword.toLowerCase());
	const rule: Rule = {
		id,
		name,
		group: 'assignment',
		isCaseless,
		keywords,
		find(text, at, found) {
			const nameEnd = endOfWord(text, at);
			if (!isPassword && stands(plainWord, text, nameEnd)) return undefined;
			const before = text.slice(Math.max(0, at - 42), at);
			const word = text.slice(at, nameEnd);
			const value = valueAfter(text, nameEnd, before, word);
			if (!value) return undefined;
			// Names inside a short value are looked at as well; inside a long one there are none that mean something.
			const until = value.end - value.start > longValue ? value.end : undefined;
			const lower = word.toLowerCase();
			const keyword = lowerKeywords.find(known => lower.startsWith(known)) ?? '';
			if (isHarmlessName(endOfName(before), keyword, word.slice(keyword.length))) return until;
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
export const environmentKeys = assignment('secret', 'named secret', ['_KEY'], false, false);

export type KeyRule = {
	readonly rule: Rule;
	readonly isPassword: boolean;
	readonly word: string;
	readonly standing: Standing;
	/** Only a name and a password in base64 is one. */
	readonly isLogin?: boolean;
};

/** Records have few different keys, and each of them many times. */
const knownKeys = new Map<string, KeyRule | undefined>();
const mostKnown = 5000;

/** The rule for a value under a name of a text, if there is one. */
export function ruleForKey(name: string): KeyRule | undefined {
	const found = ruleForString(name);
	return found?.isLogin ? undefined : found;
}

/** The rule for a string under a key of JSON: what Docker calls `auth` as well, for which a text has a rule of its own. */
export function ruleForString(key: string): KeyRule | undefined {
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
			if (at < 0 || isHarmlessName(key.slice(0, at), keyword, key.slice(at + keyword.length))) continue;
			return {rule, isPassword: rule === passwords, word: key.slice(at), standing: 'quoted'};
		}
	if (key.endsWith('auth'))
		return {rule: dockerLogins, isPassword: false, word: key, standing: 'quoted', isLogin: true};
	return isShortName(key) ? {rule: passwords, isPassword: true, word: key.slice(-4), standing: 'bare'} : undefined;
}
