/** Keys that a user changes, and keys one after the other. */
import {afterEach, describe, expect, it} from 'vitest';
import {describeProblem} from '../../source/config/problem.ts';
import {readConfig} from '../../source/config/read-config.ts';
import {places} from '../../source/keymap/binding.ts';
import {Chords} from '../../source/keymap/chords.ts';
import {defaultBindings, setKeymap} from '../../source/keymap/effective-keymap.ts';
import {findBinding} from '../../source/keymap/find-binding.ts';
import {keyHints, keysOf} from '../../source/keymap/key-help.ts';
import {isKey, keyNames, readKeys} from '../../source/keymap/key-names.ts';
import {keyTable} from '../../source/keymap/key-table.ts';
import {KeySplitter} from '../../source/terminal/key-splitter.ts';

const state = new Proxy({}, {get: () => 1}) as never;
afterEach(() => setKeymap());

function use(keys: unknown) {
	const {settings, bindings, problems} = readConfig('c', JSON.stringify({keys}));
	setKeymap(bindings);
	return {keys: settings.keys, problems: problems.map(describeProblem)};
}

describe('names of keys', () => {
	it.each([
		['J', 'J'],
		['é', 'é'],
		['ctrl-n', 'ctrl-n'],
		['Ctrl-N', 'ctrl-n'],
		['alt-Z', 'alt-Z'],
		['alt-left', 'alt-left'],
		['shift-tab', 'shift-tab'],
		['Esc', 'escape'],
		['PgDn', 'pagedown'],
		['↓', 'down'],
		['Return', 'enter'],
		['g g', 'g g'],
		['ctrl-x ctrl-s', 'ctrl-x ctrl-s'],
		[' ', 'space'],
	])('%s', (written, key) => {
		expect(readKeys(written)).toEqual({key});
	});

	it.each([
		['ctrl-j', 'the same as enter to a terminal'],
		['Ctrl-I', 'the same as tab'],
		['entr', 'Did you mean enter?'],
		['ctrl+d', 'no key'],
		['f1', 'no key'],
		['', 'the space bar is space'],
		['g g g', 'more than two keys'],
		['alt-[', 'no key'],
		['a ', 'the space bar is space'],
	])('%s is none', (written, problem) => {
		expect(readKeys(written)).toEqual({problem: expect.stringContaining(problem)});
	});

	it('are those that the table uses, and those that a terminal sends', () => {
		for (const key of defaultBindings.flatMap(({keys}) => keys).flatMap(keys => keys.split(' ')))
			expect(isKey(key), key).toBe(true);
		const sent = [
			...Array.from({length: 0x7f}, (_, code) => String.fromCharCode(code)).filter(each => each !== '\u001B'),
			...['A', 'B', 'C', 'D', 'F', 'H', 'Z', '1;5C', '1;3D', '3~', '5~', '6~', '2~', '1;2A'].map(
				end => `\u001B[${end}`,
			),
			...['b', 'f', 'X', '\u007F', '\r'].map(end => `\u001B${end}`),
		];
		const names = sent.flatMap(each => new KeySplitter().push(each).map(({name}) => name));
		for (const name of names) expect(isKey(name), name).toBe(true);
		for (const name of keyNames.filter(each => each !== 'escape')) expect(names, name).toContain(name);
	});
});

describe('keys of the config file', () => {
	it('take the place of those an action has, in that place alone', () => {
		const {problems, keys} = use({
			reader: {'next-prompt': ['ctrl-n', 'alt-j'], 'toggle-tools': []},
			help: {'scroll-down': 'x'},
		});
		expect(problems).toEqual([]);
		expect(keys).toEqual({
			reader: {'next-prompt': ['ctrl-n', 'alt-j'], 'toggle-tools': []},
			help: {'scroll-down': ['x']},
		});
		expect(findBinding('reader', 'ctrl-n', state)).toEqual({action: 'next-prompt'});
		expect(findBinding('reader', 'alt-j', state)).toEqual({action: 'next-prompt'});
		expect(findBinding('reader', 'J', state)).toBeUndefined();
		expect(findBinding('reader', 't', state)).toBeUndefined();
		expect(findBinding('help', 'x', state)).toEqual({action: 'scroll-down'});
		expect(findBinding('help', 'j', state)).toBeUndefined();
		expect(findBinding('reader', 'j', state)).toEqual({action: 'scroll-down'});
	});

	it('are what footer and help show; the README keeps to the table', () => {
		use({reader: {'next-prompt': 'ctrl-n', 'toggle-tools': []}});
		expect(keyHints('reader').find(({help}) => help === 'prompt')).toEqual({keys: 'Ctrl-n/K', help: 'prompt'});
		expect(keyHints('reader').some(({help}) => help === 'tools')).toBe(false);
		expect(keysOf('reader')).toContainEqual({keys: 'Ctrl-n', help: 'Next prompt'});
		expect(keyTable()).toContain('| `J` | Next prompt |');
	});

	it('may be exchanged', () => {
		expect(use({reader: {'next-prompt': ['K'], 'previous-prompt': ['J']}}).problems).toEqual([]);
		expect(findBinding('reader', 'K', state)).toEqual({action: 'next-prompt'});
		expect(findBinding('reader', 'J', state)).toEqual({action: 'previous-prompt'});
	});

	it('may not have two actions: both are named, and what was there first stays', () => {
		const {problems, keys} = use({reader: {'toggle-tools': ['J', 'ctrl-t']}});
		expect(problems).toEqual([
			'c:1:36: keys.reader.toggle-tools: J is the key of next-prompt here; give that another one, or [], first.',
		]);
		expect(keys).toEqual({reader: {'toggle-tools': ['ctrl-t']}});
		expect(findBinding('reader', 'J', state)).toEqual({action: 'next-prompt'});
		expect(findBinding('reader', 'ctrl-t', state)).toEqual({action: 'toggle-tools'});
	});

	it('that two of the file want belong to the first', () => {
		const {problems} = use({reader: {'toggle-tools': ['ctrl-t'], 'toggle-thinking': ['ctrl-t']}});
		expect(problems).toEqual([
			expect.stringMatching(/keys\.reader\.toggle-thinking: Ctrl-t is the key of toggle-tools here/),
		]);
		expect(findBinding('reader', 'ctrl-t', state)).toEqual({action: 'toggle-tools'});
		// Nothing is left of the wish: what was there before is.
		expect(findBinding('reader', 'T', state)).toEqual({action: 'toggle-thinking'});
	});

	it.each([
		[{reader: {'toggle-tools': ['g']}}, /keys\.reader\.toggle-tools: g begins gg, the key of scroll-to-start here/],
		[{reader: {'toggle-tools': ['J x']}}, /Jx begins with J, the key of next-prompt here/],
		[{reader: {'toggle-tools': ['z', 'z z']}}, /begins/],
		[{reader: {'toggle-tools': ['ctrl-c']}}, /Ctrl-c is always quit here/],
		[{list: {quit: []}}, /keys\.list\.quit: quit must keep a key \(ctrl-c quits in any case\)/],
		[{reader: {back: []}}, /keys\.reader\.back: back must keep a key: it is the way out/],
		[{search: {complete: ['x']}}, /keys\.search\.complete: "x" is typed into the line there/],
		[{find: {'next-hit': ['ctrl-x n']}}, /is typed into the line there/],
		[{reader: {'toggle-tols': ['x']}}, /There is no keys\.reader\.toggle-tols\. Did you mean toggle-tools\?/],
		[{list: {'toggle-tools': ['x']}}, /There is no keys\.list\.toggle-tools\..* It is an action of reader\./],
		[{raeder: {}}, /There is no keys\.raeder\. Did you mean reader\? There are list, search, reader/],
		[{reader: {'toggle-tools': ['ctrl-tt']}}, /keys\.reader\.toggle-tools: "ctrl-tt" is no key\./],
		[{reader: {'toggle-tools': 4}}, /keys\.reader\.toggle-tools is 4; it takes a list of keys/],
		[{reader: {'toggle-tools': [4]}}, /keys\.reader\.toggle-tools: 4 is no text/],
		[{reader: 'x'}, /keys\.reader is "x"; it takes an object/],
		['x', /keys is "x"; it takes an object/],
	])('%j is told', (keys, wanted) => {
		const {problems} = use(keys);
		expect(problems).toEqual([expect.stringMatching(wanted)]);
		// And changes nothing but what was right in it.
		expect(findBinding('list', 'q', state)).toEqual({action: 'quit'});
		expect(findBinding('reader', 'q', state)).toEqual({action: 'back'});
		for (const place of places) expect(findBinding(place, 'ctrl-c', state)).toEqual({action: 'quit'});
	});

	it('of quit may be others; ctrl-c quits all the same', () => {
		expect(use({list: {quit: 'Q'}}).problems).toEqual([]);
		expect(findBinding('list', 'Q', state)).toEqual({action: 'quit'});
		expect(findBinding('list', 'q', state)).toBeUndefined();
		expect(findBinding('list', 'ctrl-c', state)).toEqual({action: 'quit'});
	});
});

describe('two keys one after the other', () => {
	it('act together', () => {
		const chords = new Chords();
		expect(chords.find('reader', 'g', state)).toEqual({first: 'g'});
		expect(chords.hint).toBe('g …   g To the start');
		expect(chords.find('reader', 'g', state)).toEqual({action: 'scroll-to-start'});
		expect(chords.hint).toBe('');
		expect(chords.find('reader', 'g', state)).toEqual({first: 'g'});
	});

	it('that do not belong together: the second acts as itself', () => {
		const chords = new Chords();
		chords.find('reader', 'g', state);
		expect(chords.find('reader', 'G', state)).toEqual({action: 'scroll-to-end'});
		expect(chords.find('reader', 'g', state)).toEqual({first: 'g'});
	});

	it('are given up with Esc, which does nothing else', () => {
		const chords = new Chords();
		chords.find('reader', 'g', state);
		expect(chords.find('reader', 'escape', state)).toEqual({reason: ''});
		expect(chords.find('reader', 'escape', state)).toEqual({action: 'back'});
	});

	it('belong to one screen', () => {
		const chords = new Chords();
		chords.find('reader', 'g', state);
		expect(chords.find('help', 'g', state)).toEqual({first: 'g'});
	});

	it('may be the user’s own', () => {
		expect(
			use({list: {'select-last': ['ctrl-x ctrl-e', 'g e'], 'select-first': 'g g', ...freed('g')}}).problems,
		).toEqual([]);
		const chords = new Chords();
		expect(chords.find('list', 'g', state)).toEqual({first: 'g'});
		expect(chords.hint).toBe('g …   g First session   e Last session');
		expect(chords.find('list', 'e', state)).toEqual({action: 'select-last'});
		expect(keysOf('list')).toContainEqual({keys: 'Ctrl-x,Ctrl-e ge', help: 'Last session'});
	});
});

/** Whatever has this key in the list by itself has another one now. */
function freed(key: string): Record<string, string> {
	const holder = defaultBindings.find(({keys, when}) => when.includes('list') && keys.includes(key));
	return holder && holder.action !== 'select-first' ? {[holder.action]: 'ctrl-y'} : {};
}
