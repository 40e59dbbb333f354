/** Whatever is typed or pasted into the box. */
import {describe, expect, it, test} from 'vitest';
import {complete} from '../../source/search/query/complete.ts';
import {parseQuery} from '../../source/search/query/parse-query.ts';
import {modes} from '../../source/search/query/query.ts';
import {readTokens} from '../../source/search/query/read-tokens.ts';
import {passes} from '../../source/search/query/session-facts.ts';
import {Random} from '../helpers/random.ts';

const agents = ['claude', 'codex'];
const now = new Date(2026, 10, 16, 12).getTime();
const facts = {agent: 'claude', isAgentSession: false, isFork: false, subagents: 0, isLive: false, isStarred: false};

const pieces = [
	...['agent:', 'project:', 'has:', 'is:', 'date:', 'after:', 'before:', 'title:', 'tool:', 'projct:', 'foo:', '::'],
	...['claude', 'error', 'fork', '2026', '-10', '-15', 'T14:00', 'today', 'mon', '2d', '<', '>', '9999y', '0'],
	...['"', '\\"', '\\', '/', '//', '(', '[', ']', ')', '{', '*', '+', '?', '.', '^', '$', '|', 'i', 'u', 's', 'm'],
	...[
		' ',
		'  ',
		'\t',
		'\n',
		'\u00A0',
		'\u3000',
		',',
		'-',
		'--',
		':',
		'~',
		'a',
		'B',
		'é',
		'İ',
		'ß',
		'😀',
		'\uD83D',
		'\0',
	],
	...['\\p{', '\\u{', '\\k<', '(?<', '\u001B[31m', '\u202E', '__proto__:', 'constructor:x', 'toString'],
];

it('never throws, and has its problems inside the text', () => {
	const random = new Random(42);
	for (let round = 0; round < 3000; round++) {
		const text = random.text(pieces, 14);
		for (const mode of modes) {
			const query = parseQuery(text, {mode, now, agents});
			expect(query).toMatchObject({text, mode});
			for (const {start, end, message} of query.problems) {
				expect(start).toBeGreaterThanOrEqual(0);
				expect(end).toBeGreaterThan(start);
				expect(end).toBeLessThanOrEqual(text.length);
				expect(message).toMatch(/^[A-Za-z<][^\u0000-\u001F\u007F-\u009F]*[.?]$/);
			}
			for (const filter of query.filters) {
				if (filter.name === 'time') for (const time of [filter.from, filter.to]) expect(time).not.toBeNaN();
				else expect(filter.values).not.toEqual([]);
			}
			for (const list of [query.words, query.phrases, query.excluded]) {
				for (const word of list) expect(word.trim()).not.toBe('');
			}
			if (query.isOpen) expect(text.endsWith(query.words.at(-1)!)).toBe(true);
			expect(typeof passes(query.filters, facts)).toBe('boolean');
		}
	}
});

it('reads every character into a token, or skips it as space', () => {
	const random = new Random(43);
	for (let round = 0; round < 2000; round++) {
		const text = random.text(pieces, 14);
		let at = 0;
		for (const {start, end} of readTokens(text)) {
			expect(text.slice(at, start).trim()).toBe('');
			expect(end).toBeGreaterThan(start);
			at = end;
		}
		expect(text.slice(at).trim()).toBe('');
	}
});

it('completes anything at any place, and only writes before the cursor', () => {
	const random = new Random(44);
	const vocabulary = () => ['claude', 'my shop', 'say "hi"', '', '😀', '__proto__'];
	for (let round = 0; round < 3000; round++) {
		const text = random.text([...pieces, 'pro', 'a', 'ti'], 8);
		const cursor = random.below(text.length + 1);
		let completion = complete(text, cursor, vocabulary);
		for (let tab = 0; tab < 3 && completion; tab++) {
			expect(completion.choices.length).toBeGreaterThan(0);
			expect(completion.cursor).toBeLessThanOrEqual(completion.text.length);
			expect(completion.text.endsWith(text.slice(cursor + 1))).toBe(true);
			completion = complete(completion.text, completion.cursor, vocabulary, completion);
		}
	}
});

describe('100 KB of one kind', () => {
	// An expression that backtracks, or a token that is read again for each of the following, would take minutes here.
	const size = 100_000;
	const kinds = [
		...['a', ' ', '"', '\\', '\\"', '/', '-', ':', ',', '(', '[', '0', '\n', '😀', 'a ', '/a ', '/[ ', '/\\/ ', '" '],
		...['a:', 'ab:"x ', 'ab:c ', 'has:', 'has:a,', 'agent:x ', 'date:2026-', 'file:/a/', '-"a ', '-/a', 'title:"a '],
		...['<', '\\p{', '(?<a', '\\u{', '\\k<', 'title:/a ', 'x/i ', '/i', '$/', '.*', '\u3000', 'e\u0301'],
	];

	test.each(kinds)('%j', kind => {
		const text = kind.repeat(Math.ceil(size / kind.length));
		for (const before of ['', '/', 'title:']) {
			const {filters} = parseQuery(before + text, {now, agents});
			passes(filters, {...facts, cwd: '/home/x', title: 'x'});
		}
		parseQuery(text, {mode: 'regex', now, agents});
		complete(text, text.length, () => ['claude', 'x y']);
	});
});
