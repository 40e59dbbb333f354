/** Where words stand in a text, and that the index says the same. */
import {afterAll, describe, expect, it} from 'vitest';
import {adjacent, allOf, anyOf, expressionOf} from '../../source/search/fts-expression.ts';
import {Matcher} from '../../source/search/matcher.ts';
import {isInPath, pathExpression, pathFilters} from '../../source/search/path-filter.ts';
import {parseQuery} from '../../source/search/query/parse-query.ts';
import type {Mode} from '../../source/search/query/query.ts';
import {Prepared, TermMatcher} from '../../source/search/term-matcher.ts';
import {adjacentTerm, termOf, termsOf} from '../../source/search/terms.ts';
import {Random} from '../helpers/random.ts';
import {randomText} from './random-text.ts';
import {WordTable} from './word-table.ts';

const table = new WordTable();
afterAll(() => table.close());

const queryOf = (text: string, mode: Mode = 'words') =>
	parseQuery(text, {mode, now: Date.UTC(2026, 10, 16), agents: ['claude', 'codex']});

const matcherOf = (text: string, mode?: Mode) => new Matcher(queryOf(text, mode));

/** What is marked of a text. */
const marked = (query: string, text: string, mode?: Mode) =>
	matcherOf(query, mode)
		.rangesIn(text)
		.map(([start, end]) => text.slice(start, end));

describe('terms', () => {
	it.each([
		['retry', undefined, ['retry'], false],
		['retry', 3, ['retry'], true],
		['re', 3, ['re'], false],
		['retry!', 3, ['retry'], false],
		['Café', 3, ['cafe'], true],
		['cafe\u0301', 3, ['cafe'], true],
		['snake_case', 3, ['snake', 'case'], true],
		['a.b/c-d', 3, ['a', 'b', 'c', 'd'], false],
		['検', undefined, ['検'], true],
		['検索', undefined, ['検索'], false],
		['全文検索', undefined, ['全文', '文検', '検索'], false],
		['検索engine', 3, ['検索', '索', 'engine'], true],
		['engine検', undefined, ['engine', '検'], true],
		['検索!', undefined, ['検索', '索'], false],
		['검색', undefined, ['검색'], false],
		['𠀀𠀁', undefined, ['𠀀𠀁'], false],
		['->', 3, [], false],
		['🎉', 3, [], false],
	] as const)('%s, beginnings from %s on: %s', (text, prefixFrom, tokens, isPrefix) => {
		expect(termOf(text, prefixFrom)).toMatchObject({tokens, isPrefix});
	});

	it('are looked for once, and not at all where there is no word in them', () => {
		const {wanted, unwanted} = termsOf(queryOf('Retry retry "retry" ... 🎉 -> -socket -Socket -"" '));
		expect(wanted.map(({tokens}) => tokens)).toEqual([['retry']]);
		expect(unwanted.map(({tokens}) => tokens)).toEqual([['socket']]);
	});

	it('are beginnings of words in fuzzy mode, and at the end of what is typed', () => {
		const prefixes = (text: string, mode: Mode) => termsOf(queryOf(text, mode)).wanted.map(({isPrefix}) => isPrefix);
		expect(prefixes('retry socket', 'fuzzy')).toEqual([true, true]);
		expect(prefixes('retry socket ', 'fuzzy')).toEqual([true, true]);
		expect(prefixes('retry socket', 'words')).toEqual([false, true]);
		expect(prefixes('retry socket ', 'words')).toEqual([false, false]);
		expect(termsOf(queryOf('retry socket', 'fuzzy'), false).wanted.every(({isPrefix}) => !isPrefix)).toBe(true);
		expect(prefixes('"retry socket"', 'fuzzy')).toEqual([false]);
	});
});

describe('a matcher', () => {
	it.each([
		['cafe', 'Un Café, un cafe\u0301.', ['Café', 'cafe\u0301']],
		['CAFÉ', 'cafe', ['cafe']],
		['straße ', 'STRASSE Straße STRAẞE', ['Straße', 'STRAẞE']],
		['istanbul', 'İstanbul', ['İstanbul']],
		['який', 'ЯКИЙ', ['ЯКИЙ']],
		['case ', 'snake_case camelCase', ['case']],
		['snake_case', 'SNAKE-CASE snake case snakecase', ['SNAKE-CASE', 'snake case']],
		['検', '全文検索', ['検']],
		['検索', '全文検索エンジン', ['検索']],
		['文検索', '全文検索', ['文検索']],
		['検索engine', '全文検索engineer', ['検索engine']],
		['検索engine', '検索 Engine', ['検索 Engine']],
		['検索engine', '検索とengine', []],
		['engine', '検索engineで', ['engine']],
		['ドン・オン', 'ロンドン・オンライン', ['ドン・オン']],
		['エンジン', 'ｴﾝｼﾞﾝ', []],
		['검색', '검색엔진', ['검색']],
		['ไทย', 'ไทย ภาษา', ['ไทย']],
		['ท', 'ที่นี่', ['ที่']],
		['"retry the socket"', 'retry\n\tthe, socket', ['retry\n\tthe, socket']],
		['"retry the socket"', 'retry the big socket', []],
		['"a b"', 'a b b a b', ['a b', 'a b']],
		['foo bar', 'foo foobar bar', ['foo', 'bar']],
		['🎉', 'done 🎉🎉', ['🎉🎉']],
		['🤔', 'hm🤔', ['🤔']],
		['->', 'a -> b->c', ['->', '->']],
		['/a.c/', 'abc AXC', ['abc', 'AXC']],
		['/./', '🎉x', ['🎉x']],
		['/x*/', 'axxb', ['xx']],
	])('finds %s in %s', (query, text, found) => {
		expect(marked(query, text)).toEqual(found);
		const seen = new Set<number>();
		const matcher = matcherOf(query);
		matcher.note(text, seen);
		expect(seen.size === matcher.size).toBe(found.length > 0);
	});

	it('knows what is asked for, and what must not be there', () => {
		expect(matcherOf('')).toMatchObject({isEmpty: true, hasPatterns: false, hasExclusions: false});
		expect(matcherOf('agent:claude -socket')).toMatchObject({isEmpty: true, hasExclusions: true});
		expect(matcherOf('retry /x/')).toMatchObject({isEmpty: false, hasPatterns: true, size: 2});
		expect(matcherOf('retry ->')).toMatchObject({hasPatterns: false, size: 1});
		expect(matcherOf('-> =>')).toMatchObject({hasPatterns: true, size: 2});
		const matcher = matcherOf('a -socket -"dead beef"');
		expect(matcher.hasUnwanted('the SOCKET')).toBe(true);
		expect(matcher.hasUnwanted('dead, beef')).toBe(true);
		expect(matcher.hasUnwanted('sockets of dead cow beef')).toBe(false);
	});

	it('tells when all words stand next to each other', () => {
		expect(matcherOf('retry socket ').isExactIn('we Retry: socket 5')).toBe(true);
		expect(matcherOf('retry socket ').isExactIn('socket retry')).toBe(false);
		expect(matcherOf('retry').isExactIn('retry')).toBe(false);
	});

	it('stops marking at some point', () => {
		expect(matcherOf('a ').rangesIn('a '.repeat(100_000))).toHaveLength(1000);
		expect(matcherOf('/a/').rangesIn('a '.repeat(100_000))).toHaveLength(1000);
	});

	it('is done with a megabyte of anything', () => {
		const gaps = `foo${'-'.repeat(300)}`.repeat(3300);
		const texts = [
			gaps,
			'a '.repeat(500_000),
			'検索'.repeat(500_000),
			'\u0301'.repeat(1_000_000),
			`a${'\u0301'.repeat(9)}`,
		];
		const phrase = `"${'a '.repeat(150)}b"`;
		for (const query of ['"foo bar"', phrase, '"検索検索検索検索" a'])
			for (const text of texts) {
				const matcher = matcherOf(query);
				for (const [start, end] of matcher.rangesIn(text)) expect(start < end && end <= text.length).toBe(true);
				matcher.note(text, new Set());
			}
	});
});

describe('the index and the matcher', () => {
	const random = new Random(2026);
	const texts = Array.from({length: 600}, () => randomText(random, 30));
	const asked = [
		// Pieces of the texts, so that something is found, and others.
		...Array.from({length: 150}, () => {
			const text = random.pick(texts);
			const from = random.below(text.length);
			return text.slice(from, from + 1 + random.below(6));
		}),
		...Array.from({length: 50}, () => randomText(random, 4)),
	];

	it('say the same of every term and every text', () => {
		table.cut(texts, true);
		let found = 0;
		for (const text of asked)
			for (const prefixFrom of [undefined, 1]) {
				const term = termOf(text, prefixFrom);
				const matcher = new TermMatcher(term);
				const ours = texts.map(each => matcher.isIn(new Prepared(each)));
				const theirs = term.tokens.length === 0 ? texts.map(() => false) : table.fits(expressionOf(term));
				const wrong = texts.filter((_, at) => ours[at] !== theirs[at]);
				expect({text, term, wrong}).toEqual({text, term, wrong: []});
				found += ours.filter(Boolean).length;
			}
		expect(found).toBeGreaterThan(1000);
	});

	it('say the same of several terms together and next to each other', () => {
		const words = ['retry', 'the', 'socket', 'rétry', 'café-x', '検索', 'a'];
		const lines = Array.from({length: 300}, () =>
			Array.from({length: 1 + random.below(6)}, () => random.pick(words)).join(random.pick([' ', '-', '. '])),
		);
		table.cut(lines, true);
		for (let round = 0; round < 60; round++) {
			const {wanted} = termsOf(queryOf(Array.from({length: 1 + random.below(3)}, () => random.pick(words)).join(' ')));
			const matchers = wanted.map(term => new TermMatcher(term));
			const prepared = lines.map(line => new Prepared(line));
			expect(table.fits(allOf(wanted, ['text' as never]))).toEqual(
				prepared.map(each => matchers.every(matcher => matcher.isIn(each))),
			);
			expect(table.fits(anyOf(wanted, ['text' as never]))).toEqual(
				prepared.map(each => matchers.some(matcher => matcher.isIn(each))),
			);
			const next = adjacentTerm(wanted);
			if (!next) continue;
			const exact = new TermMatcher(next);
			expect(table.fits(expressionOf(next))).toEqual(prepared.map(each => exact.isIn(each)));
		}
	});

	it('mark whole characters inside the text', () => {
		for (const text of asked) {
			const matcher = new Matcher({...queryOf(''), words: [text]});
			for (const line of texts)
				for (const [start, end] of matcher.rangesIn(line)) {
					expect(start >= 0 && start < end && end <= line.length).toBe(true);
					for (const at of [start, end])
						expect(at > 0 && at < line.length && line.codePointAt(at - 1)! > 0xffff).toBe(false);
					if (end < line.length)
						expect(/^\p{M}/u.test(line.slice(end)) && !/\p{M}{8}$/u.test(line.slice(start, end))).toBe(false);
				}
		}
	});
});

describe('hostile queries', () => {
	const hostile = [
		...[
			'"',
			'""',
			'"""',
			'*',
			'a*',
			'^a',
			'NEAR(a b)',
			'NEAR("a" "b", 2)',
			'AND',
			'OR',
			'NOT',
			'a AND',
			'a OR b',
			'(',
			')',
			'()',
			'(a',
		],
		...[
			'prompt:a',
			'{prompt}:a',
			'answer : a',
			'- a',
			'-"',
			'-*',
			'a"b',
			"a'b",
			'a;DROP TABLE sessions',
			'\0',
			'a\0b',
			'\uD83C',
			'\\',
			'%',
			'_',
		],
		...[
			'+',
			'a + b',
			'a, b',
			'--',
			'---x',
			'rowid:1',
			'words_0',
			'"a" *',
			'"a b"*',
			'\u0301',
			'"\u0301"',
			'・',
			'"・・"',
			'㈱',
			'\uE000',
		],
		'a '.repeat(10_000),
		Array.from({length: 10_000}, (_, at) => `w${at}`).join(' '),
		`"${Array.from({length: 10_000}, (_, at) => `w${at}`).join(' ')}"`,
		Array.from({length: 10_000}, (_, at) => `-w${at}`).join(' '),
		`"${'検索'.repeat(10_000)}"`,
		'x'.repeat(100_000),
		`file:${Array.from({length: 5000}, (_, at) => `f${at}`).join(',')}`,
		`file:${'a/'.repeat(10_000)}`,
	];

	it.each(hostile.map(text => [text.slice(0, 30), text] as const))(
		'%j makes neither an error nor a mess',
		(_, text) => {
			table.cut(['a b w1 w2 検索 x', 'prompt', '']);
			const only = ['text' as never];
			for (const mode of ['words', 'fuzzy'] as const) {
				const query = queryOf(text, mode);
				const {wanted, unwanted} = termsOf(query);
				for (const terms of [wanted, unwanted])
					if (terms.length > 0)
						for (const expression of [
							allOf(terms, only),
							anyOf(terms, only),
							adjacent(terms)?.replace(/^\{.*?\}/, '{text}'),
						])
							if (expression !== undefined) table.fits(expression);
				for (const filter of pathFilters(query.filters)) {
					const expression = pathExpression(filter)?.replace('{files}', '{text}');
					if (expression !== undefined) table.fits(expression);
					isInPath('/a/b.ts', filter);
				}
				const matcher = new Matcher(query);
				matcher.rangesIn('a b " * NEAR prompt w1 w2');
				matcher.note('a b " * NEAR prompt w1 w2', new Set());
				matcher.hasUnwanted('a b " * NEAR prompt w1 w2');
			}
		},
	);
});

describe('file filters', () => {
	const filterOf = (text: string) => pathFilters(queryOf(text).filters)[0]!;
	const paths = [
		'/srv/shop/src/main.ts',
		'/srv/shop/src/mainline.tsx',
		'docs/検索エンジン.md',
		'Größe/README.md',
		'/a/b',
	];

	it.each([
		['file:main.ts', [0]],
		['file:main', [0, 1]],
		['file:src/main', [0, 1]],
		['file:ain.ts', []],
		['file:src/', [0, 1]],
		['file:sr/', []],
		['file:検索', [2]],
		['file:索エン', [2]],
		['file:grosse,readme', [3]],
		['file:grösse', []],
		['file:größ', [3]],
		['file:b', [4]],
		['file:...', []],
		['file:"a b"', [4]],
	])('%s', (text, wanted) => {
		const filter = filterOf(text);
		expect(paths.flatMap((path, at) => (isInPath(path, filter) ? [at] : []))).toEqual(wanted);
		table.cut(paths, true);
		const expression = pathExpression(filter)?.replace('{files}', '{text}');
		const theirs = expression === undefined ? paths.map(() => false) : table.fits(expression);
		expect(theirs.flatMap((fits, at) => (fits ? [at] : []))).toEqual(wanted);
	});
});
