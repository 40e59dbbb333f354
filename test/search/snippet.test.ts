/** The line that shows where the words stand. */
import {describe, expect, it} from 'vitest';
import {Matcher} from '../../source/search/matcher.ts';
import {parseQuery} from '../../source/search/query/parse-query.ts';
import {snippetOf} from '../../source/search/snippet.ts';
import {sanitizeLine} from '../../source/text/sanitize.ts';
import {Random} from '../helpers/random.ts';
import {randomText} from './random-text.ts';

const matcherOf = (text: string) =>
	new Matcher(parseQuery(text, {mode: 'fuzzy', now: Date.UTC(2026, 10, 16), agents: []}));

/** The snippet with its hits in brackets. */
function shown(text: string, query: string): string {
	const snippet = snippetOf(text, matcherOf(query));
	let line = '';
	let end = 0;
	for (const [start, stop] of snippet.ranges) {
		line += `${snippet.text.slice(end, start)}[${snippet.text.slice(start, stop)}]`;
		end = stop;
	}
	return line + snippet.text.slice(end);
}

const lots = (words: string, count: number) => Array.from({length: count}, () => words).join(' ');

describe('a snippet', () => {
	it.each([
		['why does it retry the socket', 'retry socket', 'why does it [retry] the [socket]'],
		['one\n\n  two\tthree\r\nfour', 'three', 'one two [three] four'],
		['Größe und Cafe\u0301.', 'cafe', 'Größe und [Cafe\u0301].'],
		['全文検索エンジン', '検索', '全文[検索]エンジン'],
		['ที่นี่', 'ท', '[ที่]นี่'],
		['\u001B[31m retry\u001B[0m the \u001B]0;socket\u0007door', 'retry', '[retry] the door'],
		['foo\u001B[1mbar', 'foo', '[foo]bar'],
		['\u001B]8;;retry\u0007x', 'retry', '[retry]x'],
		['evil \u202Eretry\u202C \u0007bell', 'retry', 'evil [retry] bell'],
		['done 🎉!', '🎉', 'done [🎉]!'],
		['nothing of it', 'retry', 'nothing of it'],
		['', 'retry', ''],
	])('%j for %s', (text, query, wanted) => {
		expect(shown(text, query)).toBe(wanted);
	});

	it('begins near the hit, at a word, and says where something is left out', () => {
		const line = shown(`${lots('before', 40)} retry ${lots('after', 100)}`, 'retry');
		expect(line).toMatch(/^…(?:before ){5,8}\[retry\](?: after)+(?: af?t?e?)?…$/);
		expect(line.length).toBeLessThan(230);
		expect(shown(`retry ${lots('after', 100)}`, 'retry')).toMatch(/^\[retry\] after/);
		expect(shown(`${lots('before', 40)} retry`, 'retry')).toMatch(/\[retry\]$/);
	});

	it('shows where most of the different words are, not where one of them is oftenest', () => {
		const text = `${lots('retry', 20)} ${lots('x', 300)} retry the socket ${lots('x', 300)} socket`;
		expect(shown(text, 'retry socket')).toContain('[retry] the [socket]');
	});

	it('shows as much of a long hit as there is room for', () => {
		const line = shown(`begin retry${'-'.repeat(1000)}socket end`, '"retry socket"');
		expect(line).toMatch(/^begin \[retry-{200,}\]…$/);
	});

	it('does not fold white space into nothing', () => {
		expect(shown(`a${' '.repeat(400)}retry`, 'retry')).toMatch(/\[retry\]$/);
		expect(shown(`retry${'\n'.repeat(300)}socket`, 'retry socket')).toBe('[retry] [socket]');
	});

	it('splits no character at its ends', () => {
		for (let shift = 0; shift < 6; shift++) {
			const text = `${'x'.repeat(shift)}${'🎉'.repeat(100)} retry ${'🎉'.repeat(300)}`;
			const {text: line} = snippetOf(text, matcherOf('retry'));
			expect(line.isWellFormed()).toBe(true);
			expect(line).not.toContain('\uFFFD');
		}
		const accents = `${'e\u0301'.repeat(100)} retry ${'e\u0301'.repeat(300)}`;
		expect(snippetOf(accents, matcherOf('retry')).text).toMatch(/^…(?:e\u0301)+ retry (?:e\u0301)+…$/);
	});

	it('is clean, short, and holds its hits, whatever is in the text', () => {
		const random = new Random(5);
		let marked = 0;
		for (let round = 0; round < 1500; round++) {
			const text = Array.from({length: 1 + random.below(8)}, () => randomText(random)).join(
				random.pick([' ', '\u001B[31m', ' retry ', '\n']),
			);
			const query = random.below(2) === 0 ? 'retry' : text.slice(0, 1 + random.below(3));
			const matcher = new Matcher({...parseQuery('', {now: 0, agents: []}), words: [query]});
			const {text: line, ranges} = snippetOf(text, matcher);
			expect(line.length).toBeLessThan(240);
			expect(/[\u0000-\u001F\u007F-\u009F\u2028\u202E]/.test(line)).toBe(false);
			let end = 0;
			for (const [start, stop] of ranges) {
				expect(start >= end && stop > start && stop <= line.length).toBe(true);
				end = stop;
			}
			marked += ranges.length;
			// What can be drawn at all is marked.
			const [hit] = matcher.rangesIn(text);
			if (hit && sanitizeLine(text.slice(...hit)) !== '') expect(ranges.length).toBeGreaterThan(0);
		}
		expect(marked).toBeGreaterThan(500);
	});

	it('is made of a megabyte as well', () => {
		for (const piece of ['retry ', 'xx ', '検索', '\u0301', '\u001B['])
			expect(snippetOf(piece.repeat(1_000_000 / piece.length), matcherOf('retry 検索')).text.length).toBeLessThan(240);
	});
});
