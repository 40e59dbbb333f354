import {describe, expect, test} from 'vitest';
import {type Binding, type KeyState, places} from '../../source/keymap/binding.ts';
import {findBinding} from '../../source/keymap/find-binding.ts';
import {keyHints, keysOf} from '../../source/keymap/key-help.ts';
import {keyLabel} from '../../source/keymap/key-label.ts';
import {keyTable} from '../../source/keymap/key-table.ts';
import {keymap} from '../../source/keymap/keymap.ts';

const bindings: readonly Binding[] = keymap;
const state: KeyState = {
	sessions: 3,
	agentSessions: 1,
	canGoToNextSession: true,
	canGoToPreviousSession: true,
	canSuspend: true,
	canSearch: true,
	isNarrowed: true,
	isRanked: false,
	marked: 2,
	hasMarks: true,
	hasFamilies: true,
	forks: 1,
	canExport: true,
	canStar: true,
	canLabel: true,
};

describe('the table', () => {
	test.each(places)('has no key twice in the %s', place => {
		const keys = bindings.filter(({when}) => when.includes(place)).flatMap(binding => binding.keys);
		expect(keys).toEqual([...new Set(keys)]);
	});

	test.each(['list', 'reader', 'help'] as const)('leads out of the %s, and to the help', place => {
		expect(findBinding(place, 'ctrl-c', state)).toEqual({action: 'quit'});
		expect(findBinding(place, 'q', state)).toEqual({action: place === 'list' ? 'quit' : 'back'});
		expect(findBinding(place, '?', state)).toBeDefined();
	});

	test.each(['search', 'find'] as const)('leads out of the line of %s, and takes no letter', place => {
		expect(findBinding(place, 'ctrl-c', state)).toEqual({action: 'quit'});
		expect(findBinding(place, 'escape', state)).toEqual({action: 'leave-line'});
		const keys = bindings.filter(({when}) => when.includes(place)).flatMap(binding => binding.keys);
		for (const key of keys) expect(Array.from(key).length, key).toBeGreaterThan(1);
		expect(keys).not.toContain('space');
	});

	test.each(places)('has no key of the %s that begins two others', place => {
		const keys = bindings.filter(({when}) => when.includes(place)).flatMap(binding => binding.keys);
		const beginnings = keys.filter(key => key.includes(' ')).map(key => key.split(' ')[0]!);
		for (const first of beginnings) expect(keys).not.toContain(first);
	});

	test('has no key that exists on some keyboards only', () => {
		for (const key of bindings.flatMap(({keys}) => keys)) expect(key).not.toMatch(/^f\d/);
	});
});

test('a key that can not act says why', () => {
	expect(findBinding('list', 'enter', state)).toEqual({action: 'read'});
	expect(findBinding('list', 'enter', {...state, sessions: 0})).toEqual({reason: 'There is no session here'});
	expect(findBinding('reader', ']', {...state, canGoToNextSession: false})).toEqual({reason: expect.any(String)});
	expect(findBinding('list', 'x', state)).toBeUndefined();
	const reasons = [
		findBinding('list', '/', {...state, canSearch: false}),
		findBinding('list', 'escape', {...state, isNarrowed: false}),
		findBinding('reader', 'n', {...state, hasMarks: false}),
		findBinding('list', '*', {...state, canStar: false}),
		findBinding('list', 'g', {...state, isRanked: true}),
		findBinding('list', 's', {...state, isRanked: true}),
		findBinding('list', 'M', {...state, marked: 0}),
	];
	for (const reason of reasons) expect(reason).toEqual({reason: expect.any(String)});
});

test('footer and help are made from it', () => {
	expect(keyHints('list')[0]).toEqual({keys: 'Enter', help: 'read'});
	expect(keyHints('reader').at(-1)).toEqual({keys: '?', help: 'all keys'});
	for (const place of places) {
		expect(keysOf(place)).toHaveLength(bindings.filter(({when}) => when.includes(place)).length);
	}
});

test('so is the key list of the README', () => {
	const table = keyTable();
	expect(table).toContain('### List\n\n| key | what it does |\n| --- | --- |\n| `Enter` | Read the session');
	expect(table).toContain('| `j` `↓` | Next session |');
	for (const {help} of bindings) expect(table).toContain(help);
});

test.each([
	['down', '↓'],
	['ctrl-d', 'Ctrl-d'],
	['shift-tab', 'Shift-Tab'],
	['G', 'G'],
	['delete', 'Delete'],
	['-', '-'],
])('keyLabel of %s', (name, wanted) => {
	expect(keyLabel(name)).toBe(wanted);
});
