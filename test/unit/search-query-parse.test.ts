import {describe, expect, it, test} from 'vitest';
import {describeFilters} from '../../source/search/query/filter-table.ts';
import {parseQuery} from '../../source/search/query/parse-query.ts';
import {type Mode, modes, nextMode, type Query} from '../../source/search/query/query.ts';

const now = new Date(2026, 10, 16, 12).getTime();
const agents = ['claude', 'codex', 'gemini', 'opencode'];
const parse = (text: string, mode: Mode = 'fuzzy') => parseQuery(text, {mode, now, agents});

const empty = {words: [], phrases: [], excluded: [], patterns: [], filters: [], problems: [], isOpen: false};

/** Only what is not empty, to be compared with what is expected of it. */
function found(text: string, mode: Mode = 'fuzzy'): Partial<Query> {
	const {text: _, mode: __, isOpen, ...lists} = parse(text, mode);
	return Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0));
}

/** The pieces of the text that have a problem. */
const faulty = (text: string, mode: Mode = 'fuzzy') =>
	parse(text, mode).problems.map(({start, end}) => text.slice(start, end));
const messages = (text: string, mode: Mode = 'fuzzy') => parse(text, mode).problems.map(({message}) => message);

describe('words and phrases', () => {
	test.each<[string, Partial<Query>]>([
		['', {}],
		['  \t ', {}],
		['one', {words: ['one']}],
		['  one\ttwo\u3000three  ', {words: ['one', 'two', 'three']}],
		['"one two"', {phrases: ['one two']}],
		['"one two', {phrases: ['one two']}],
		['one "two three" four', {words: ['one', 'four'], phrases: ['two three']}],
		['"say \\"hello\\" twice"', {phrases: ['say "hello" twice']}],
		['"a \\n b"', {phrases: ['a \\n b']}],
		['"', {}],
		['""', {}],
		['-""', {}],
		['" "', {}],
		['"a"b', {phrases: ['a'], words: ['b']}],
		['print("x")', {words: ['print("x")']}],
		['-one', {excluded: ['one']}],
		['-"one two"', {excluded: ['one two']}],
		['-"one two', {excluded: ['one two']}],
		['a - b', {words: ['a', 'b']}],
		['a -', {words: ['a']}],
		['--force', {words: ['--force']}],
		['fn -> int', {words: ['fn', '->', 'int']}],
		['x -= 1', {words: ['x', '-=', '1']}],
		['well-known', {words: ['well-known']}],
	])('%j', (text, wanted) => {
		expect(found(text)).toEqual(wanted);
	});

	test.each([
		['one', true],
		['one ', false],
		['one two', true],
		['-one', false],
		['one "two', false],
		['one "two"', false],
		['one agent:claude', false],
		['one -', false],
		['agent:claude one', true],
		['foo:bar', true],
		['/one/', false],
		['/usr/lib', true],
		['', false],
	])('the last word of %j is open: %s', (text, isOpen) => {
		expect(parse(text).isOpen).toBe(isOpen);
	});

	it('keeps the text and the mode', () => {
		expect(parse('one', 'words')).toEqual({...empty, text: 'one', mode: 'words', words: ['one'], isOpen: true});
		expect(parseQuery('', {now, agents})).toEqual({...empty, text: '', mode: 'fuzzy'});
	});
});

describe('regular expressions', () => {
	test.each<[string, Partial<Query>]>([
		['/ab+c/', {patterns: [/ab+c/i]}],
		['/Ab+c/', {patterns: [/Ab+c/]}],
		['/ab+c/s', {patterns: [/ab+c/s]}],
		['/ab+c/imsu', {patterns: [/ab+c/imsu]}],
		['/two words/', {patterns: [/two words/i]}],
		['one /two words/ three', {words: ['one', 'three'], patterns: [/two words/i]}],
		['/src\\/a\\/b/', {patterns: [/src\/a\/b/i]}],
		['/a\\\\/', {patterns: [/a\\/i]}],
		['/\\S+\\.TS/', {patterns: [/\S+\.TS/]}],
		['/\\S+\\W\\x4A\\u004A/', {patterns: [/\S+\W\x4A\u004A/i]}],
		['/\\p{Lu}/', {patterns: [/\p{Lu}/iu]}],
		['/(?<Name>x)\\k<Name>/', {patterns: [/(?<Name>x)\k<Name>/i]}],
		['/[😀😁]/', {patterns: [/[😀😁]/iu]}],
		['/a/ /b/', {patterns: [/a/i, /b/i]}],
		// Paths and comments are words.
		['/usr/lib/x', {words: ['/usr/lib/x']}],
		['/usr/lib/', {words: ['/usr/lib/']}],
		['src/a/b', {words: ['src/a/b']}],
		['/abc', {words: ['/abc']}],
		['/usr /lib', {words: ['/usr', '/lib']}],
		['/abc/g', {words: ['/abc/g']}],
		['/lib/mm', {words: ['/lib/mm']}],
		['// TODO /', {words: ['//', 'TODO', '/']}],
		['a / b / c', {words: ['a', '/', 'b', '/', 'c']}],
		['/* eslint */', {words: ['/*', 'eslint', '*/']}],
		['-/usr/lib', {excluded: ['/usr/lib']}],
	])('%j', (text, wanted) => {
		expect(found(text)).toEqual(wanted);
	});

	it("says the engine's reason", () => {
		expect(faulty('one /(/ two')).toEqual(['/(/']);
		expect(messages('/(/')).toEqual(['This regular expression is not valid: Unterminated group.']);
		expect(messages('/[a: b/')).toEqual(['This regular expression is not valid: Unterminated character class.']);
		expect(messages('/\\p{Foo}/')[0]).toMatch(/not valid: Invalid property name/);
	});

	it('refuses what would be too much for the engine', () => {
		expect(messages(`/${'(?:a|'.repeat(20_000)}${')'.repeat(20_000)}/`)).toEqual([
			'This regular expression is not valid: longer than 4,000 characters.',
		]);
	});

	it('excludes none', () => {
		expect(faulty('one -/two/i')).toEqual(['-/two/i']);
		expect(messages('-/two/i')[0]).toContain('-"/two/"');
		expect(found('one -/two/').words).toEqual(['one']);
	});

	it('keeps no state', () => {
		const [pattern] = parse('/one/').patterns;
		expect([pattern!.test('one'), pattern!.test('one'), pattern!.lastIndex]).toEqual([true, true, 0]);
	});
});

describe('filters', () => {
	const filter = (name: string, values: string[], isNegated = false) => ({name, values, isNegated});

	test.each<[string, unknown]>([
		['agent:claude', {filters: [filter('agent', ['claude'])]}],
		['agent:Claude,CODEX', {filters: [filter('agent', ['claude', 'codex'])]}],
		['Agent:claude', {filters: [filter('agent', ['claude'])]}],
		['-agent:claude', {filters: [filter('agent', ['claude'], true)]}],
		['agent:claude, x', {filters: [filter('agent', ['claude'])], words: ['x']}],
		['agent:claude agent:codex', {filters: [filter('agent', ['claude']), filter('agent', ['codex'])]}],
		['project:"my shop"', {filters: [filter('project', ['my shop'])]}],
		['project:"my shop', {filters: [filter('project', ['my shop'])]}],
		['project:"my shop",api x', {filters: [filter('project', ['my shop', 'api'])], words: ['x']}],
		['-project:"my shop" x', {filters: [filter('project', ['my shop'], true)], words: ['x']}],
		['title:"a \\"b\\", c"', {filters: [filter('title', ['a "b", c'])]}],
		['title:"a"b', {filters: [filter('title', ['a'])], words: ['b']}],
		['project:/home/me/', {filters: [filter('project', ['/home/me/'])]}],
		['project:C:\\work', {filters: [filter('project', ['C:\\work'])]}],
		['file:src/[id]/page.tsx', {filters: [filter('file', ['src/[id]/page.tsx'])]}],
		['file:/src/', {filters: [filter('file', ['/src/'])]}],
		['tool:mcp__*', {filters: [filter('tool', ['mcp__*'])]}],
		['has:error,IMAGE', {filters: [filter('has', ['error', 'image'])]}],
		['is:fork -is:subagent', {filters: [filter('is', ['fork']), filter('is', ['subagent'], true)]}],
		['branch:main', {filters: [filter('branch', ['main'])]}],
		['model:opus', {filters: [filter('model', ['opus'])]}],
		['x agent:claude y', {words: ['x', 'y'], filters: [filter('agent', ['claude'])]}],
		['"agent:claude"', {phrases: ['agent:claude']}],
		['(agent:claude', {words: ['(agent:claude']}],
	])('%j', (text, wanted) => {
		expect(found(text)).toEqual(wanted);
	});

	it('reads times as milliseconds', () => {
		expect(parse('date:2026-10-15 -before:yesterday after:3h').filters).toEqual([
			{name: 'time', from: +new Date(2026, 9, 15), to: +new Date(2026, 9, 16), isNegated: false},
			{name: 'time', to: +new Date(2026, 10, 15), isNegated: true},
			{name: 'time', from: now - 3 * 3_600_000, isNegated: false},
		]);
	});

	test.each([
		['agent:', 'agent:', /^agent: needs a value: agent:claude\|codex\|gemini\|opencode\.$/],
		['x title:"" y', 'title:""', /^title: needs a value: title:TEXT\.$/],
		['has:', 'has:', /needs a value: has:error\|image/],
		['agent:claud', 'claud', /^There is no agent claud\. Did you mean agent:claude\? agent: takes claude, codex/],
		['agent:co', 'co', /Did you mean agent:codex\?/],
		['agent:nobody', 'nobody', /^There is no agent nobody\. agent: takes/],
		['has:errors', 'errors', /^has: does not know errors\. Did you mean has:error\? has: takes error, image/],
		['is:error', 'error', /^is: does not know error\. is: takes fork, subagent, live, starred\.$/],
		['date:2026-13', '2026-13', /^date: can't read 2026-13 as a date\. Write 2026-10-15, /],
		['after:soon', 'soon', /^after: can't read soon/],
		['x date:"no day" y', '"no day"', /can't read no day/],
		['date:<2026-10', '<2026-10', /before:2026-10 or after:2026-10/],
		['after:>2w', '>2w', /^after:2w means younger than 2w, and >2w older\. Write date:>2w, or after:2w\.$/],
		['before:<2d', '<2d', /^before:2d means older than 2d, and <2d younger\. Write date:<2d, or before:2d\.$/],
		['date:today,yesterday', 'date:today,yesterday', /takes one date/],
		['title:/a b/i x', 'title:/a b/i', /^title: takes no regular expression/],
		['file:/\\.ts$/ x', 'file:/\\.ts$/', /^file: takes no regular expression/],
	])('%j has a problem', (text, place, message) => {
		expect(faulty(text)).toEqual([place]);
		expect(messages(text)[0]).toMatch(message);
		expect(parse(text).filters).toEqual([]);
	});

	it('keeps the values that are right', () => {
		expect(found('agent:claude,nobody').filters).toEqual([filter('agent', ['claude'])]);
		expect(faulty('agent:claude,nobody,nothing')).toEqual(['nobody', 'nothing']);
	});

	it('quotes nothing that could steer a terminal, and nothing long', () => {
		const [message] = messages(`date:\u001B[31mred${'x'.repeat(1000)}`);
		expect(message).not.toContain('\u001B');
		expect(message!.length).toBeLessThan(200);
	});
});

describe('words with a colon', () => {
	test.each([
		'std::vector',
		'12:30',
		'http://x',
		'https://example.com/a?b=c',
		'file:///etc/hosts',
		'C:\\x',
		'C:/x',
		'date::now',
		'localhost:3000',
		'app.ts:12',
		'foo:',
		':foo',
		'x:=1',
		'--agent:claude',
	])('%j is just a word', text => {
		expect(found(text)).toEqual({words: [text]});
	});

	test.each([
		['projct:x', 'project'],
		['porject:x', 'project'],
		['projects:x', 'project'],
		['agents:claude', 'agent'],
		['brnch:x', 'branch'],
		['mod:x', 'model'],
		['ha:error', 'has'],
		['repo:x', 'project'],
		['Since:2d', 'after'],
		['until:2d', 'before'],
		['dat:2026', 'date'],
	])('%j suggests %s:', (text, wanted) => {
		expect(messages(text)).toHaveLength(1);
		expect(messages(text)[0]).toContain(`Did you mean ${wanted}:?`);
		expect(found(text).words).toEqual([text]);
	});

	it('names all filters', () => {
		const [message] = messages('foo:bar');
		expect(message).toMatch(/^There is no filter foo:, so this is searched as text\. The filters are agent: project: /);
		for (const {name} of describeFilters()) expect(message).toContain(`${name}:`);
		expect(faulty('a foo:bar b')).toEqual(['foo:bar']);
	});

	it('takes a quoted value for a part of it', () => {
		expect(found('-foo:bar').excluded).toEqual(['foo:bar']);
		expect(found('name:"my app" x')).toMatchObject({phrases: ['name:"my app"'], words: ['x']});
		expect(faulty('name:"my app" x')).toEqual(['name:"my app"']);
		expect(found('type:"module"').words).toEqual(['type:"module"']);
	});
});

describe('regex mode', () => {
	const regex = (text: string) => found(text, 'regex');
	const claude = {name: 'agent', values: ['claude'], isNegated: false};

	test.each<[string, unknown]>([
		['', {}],
		['   ', {}],
		['a b+ "c" -d', {patterns: [/a b+ "c" -d/i]}],
		['Ab', {patterns: [/Ab/]}],
		['\\Sab', {patterns: [/\Sab/i]}],
		['/a/i', {patterns: [/\/a\/i/i]}],
		['foo:bar|std::x', {patterns: [/foo:bar|std::x/i]}],
		['a ', {patterns: [/a /i]}],
		['agent:claude', {filters: [claude]}],
		[' a b  agent:claude', {patterns: [/ a b/i], filters: [claude]}],
		['agent:claude  a|b ', {patterns: [/a|b /i], filters: [claude]}],
		['a\\s+  agent:claude  b', {patterns: [/a\s+ b/i], filters: [claude]}],
		['a -agent:claude', {patterns: [/a/i], filters: [{...claude, isNegated: true}]}],
		['(agent:claude)', {patterns: [/(agent:claude)/i]}],
		['title:"x y" (a|b)', {patterns: [/(a|b)/i], filters: [{name: 'title', values: ['x y'], isNegated: false}]}],
	])('%j', (text, wanted) => {
		expect(regex(text)).toEqual(wanted);
		expect(parse(text, 'regex').isOpen).toBe(false);
	});

	it('has problems with a place', () => {
		expect(faulty('agent:claude  a( agent:codex b', 'regex')).toEqual(['a( agent:codex b']);
		expect(messages('a(', 'regex')[0]).toContain('Unterminated group');
		expect(faulty('a date:never', 'regex')).toEqual(['never']);
	});
});

test('modes go round', () => {
	expect(modes).toEqual(['fuzzy', 'words', 'regex']);
	expect(modes.map(nextMode)).toEqual(['words', 'regex', 'fuzzy']);
});

test('every filter is described in one line', () => {
	const described = describeFilters();
	expect(described.map(({name}) => name)).toEqual(
		'agent project branch model tool file title after before date has is'.split(' '),
	);
	for (const {value, help} of described) {
		expect(value).toMatch(/^\S+$/);
		expect(help).toMatch(/^[^\n]{5,120}$/);
	}
});
