/** Which names of keys there are, as somebody may write them in a config file. What a terminal can tell is in `terminal/key.ts`. */
import {nearest} from '../text/nearest.ts';
import {keyLabel} from './key-label.ts';

/** Keys that are more than a character. Those of the first line may have modifiers, as terminals tell them. */
const movable = ['up', 'down', 'left', 'right', 'home', 'end', 'pageup', 'pagedown', 'insert', 'delete'] as const;
const others = ['enter', 'tab', 'space', 'backspace', 'escape'] as const;
export const keyNames: readonly string[] = [...movable, ...others, 'shift-tab', 'ctrl-space'];

/** A terminal sends the same for both of them. */
const sameKeys: Readonly<Record<string, string>> = {
	'ctrl-i': 'tab',
	'ctrl-m': 'enter',
	'ctrl-j': 'enter',
	'ctrl-h': 'backspace',
	'ctrl-[': 'escape',
};

/** Other names people have for them; the labels of the help are understood as well. */
const synonyms: Readonly<Record<string, string>> = {
	esc: 'escape',
	return: 'enter',
	del: 'delete',
	ins: 'insert',
	'page-up': 'pageup',
	'page-down': 'pagedown',
	...Object.fromEntries(keyNames.map(name => [keyLabel(name).toLowerCase(), name])),
};

export type KeyReading = {readonly key: string} | {readonly problem: string};

/** A key or a chord of two with a space between them, as the keymap names it. */
export function readKeys(written: string): KeyReading {
	const parts = written === ' ' ? ['space'] : written.split(' ');
	if (written === '' || parts.includes('')) return {problem: 'no key; the space bar is space'};
	if (parts.length > 2) return {problem: 'more than two keys one after the other'};
	const read = parts.map(readKey);
	const wrong = read.find(each => 'problem' in each);
	if (wrong) return wrong;
	return {key: read.map(each => ('key' in each ? each.key : '')).join(' ')};
}

function readKey(written: string): KeyReading {
	const name = synonyms[written.toLowerCase()] ?? written;
	if (isOneCharacter(name)) return {key: name};
	const [, modifiers = '', rest = ''] = /^((?:(?:ctrl|alt|shift)-)*)(.+)$/i.exec(name.toLowerCase()) ?? [];
	// A letter keeps its case behind Alt; Ctrl has no other.
	const letter = modifiers === 'alt-' ? name.slice(modifiers.length) : rest;
	const key = modifiers + (isOneCharacter(letter) ? letter : (synonyms[rest] ?? rest));
	const same = sameKeys[key];
	if (same) return {problem: `the same as ${same} to a terminal, which can not tell them apart`};
	return isKey(key) ? {key} : {problem: complain(written)};
}

/** Whether a terminal can send it, and tell it from any other. */
export function isKey(key: string): boolean {
	if (isOneCharacter(key) || keyNames.includes(key)) return true;
	const [, modifiers = '', rest = ''] = /^((?:ctrl-)?(?:alt-)?(?:shift-)?)(.+)$/.exec(key) ?? [];
	if (modifiers === '') return false;
	if (movable.some(name => name === rest)) return true;
	if (modifiers === 'ctrl-') return /^[a-z]$/.test(rest) && sameKeys[key] === undefined;
	// What begins an escape sequence can not be told from one.
	return (
		modifiers === 'alt-' &&
		(isOneCharacter(rest) ? !'[O]PX^_'.includes(rest) : /^(enter|tab|space|backspace|ctrl-[a-z])$/.test(rest))
	);
}

function complain(written: string): string {
	const near = nearest(written.replaceAll('+', '-'), [...keyNames, ...Object.keys(synonyms)]);
	const meant = near === undefined ? '' : ` Did you mean ${synonyms[near] ?? near}?`;
	return `no key.${meant} Keys are single characters, ctrl-x, alt-x, ${keyNames.join(', ')}, and two of them with a space between: g g`;
}

function isOneCharacter(text: string): boolean {
	return Array.from(text).length === 1 && text !== ' ' && !/[\p{C}]/u.test(text);
}
