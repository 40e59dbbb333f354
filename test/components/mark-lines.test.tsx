import {describe, expect, test} from 'vitest';
import {markLines} from '../../source/components/reader/mark-lines.ts';
import {markedSpans, tidyRanges} from '../../source/components/search/ranges.ts';
import {wrap} from '../../source/text/wrap.ts';
import {textOf} from '../helpers/fake-explorer.tsx';

function marked(text: string, columns: number, words: RegExp): string[] {
	const ranges = Array.from(text.matchAll(words), ({0: {length}, index}) => [index, index + length] as const);
	const lines = wrap(text, columns).map(line => [{text: line}]);
	const drawn = markLines(lines, text, ranges, 10);
	expect(drawn.map(textOf)).toEqual(lines.map(textOf));
	return drawn.flatMap(line =>
		line.flatMap(({text: piece, role, hit}) => (role === 'match' ? [`${hit}:${piece}`] : [])),
	);
}

describe('marks in laid-out lines', () => {
	test('find their places again', () => {
		expect(marked('one two three two', 80, /two/g)).toEqual(['10:two', '11:two']);
		expect(marked('one two three two', 8, /two/g)).toEqual(['10:two', '11:two']);
	});

	test('go on in the next line', () => {
		expect(marked('aaa bbb ccc', 7, /bbb ccc/g)).toEqual(['10:bbb', '10:ccc']);
		expect(marked('x'.repeat(9), 4, /x{6}/g)).toEqual(['10:xxxx', '10:xx']);
	});

	test('are not confused by tabs, indentation, blank lines and blanks that were left out', () => {
		const text = '\tfoo\t\tbar\n\n    if (foo)   {   \n\t\treturn bar;\n}   ';
		expect(marked(text, 80, /foo|bar/g)).toEqual(['10:foo', '11:bar', '12:foo', '13:bar']);
		expect(marked(text, 9, /foo|bar/g)).toEqual(['10:foo', '11:bar', '12:foo', '13:bar']);
	});

	test('nor by wide characters, emoji and what has no width', () => {
		const text = '漢字\u200D漢字 👨‍👩‍👧 e\u0301 word 漢字';
		for (const columns of [4, 7, 30]) {
			expect(
				marked(text, columns, /word|漢字$/g)
					.join('')
					.replace(/\d+:/g, ''),
			).toBe('word漢字');
		}
	});

	test('are put anywhere without losing a character', () => {
		const text = 'The quick  brown\tfox jumps\nover 漢字 the lazy dog — twice.  End';
		for (let columns = 3; columns < 40; columns++) {
			for (let start = 0; start < text.length; start += 3) {
				for (const length of [1, 4, 15]) {
					const lines = wrap(text, columns).map(line => [{text: line}]);
					const drawn = markLines(lines, text, [[start, Math.min(text.length, start + length)]]);
					expect(drawn.map(textOf)).toEqual(lines.map(textOf));
				}
			}
		}
	});
});

test('ranges of any kind are made tidy', () => {
	const wild = [
		[5, 3],
		[8, 99],
		[-4, 2],
		[1, 4],
	] as const;
	expect(tidyRanges(wild, 10)).toEqual([
		[0, 2],
		[2, 4],
		[8, 10],
	]);
	expect(markedSpans('0123456789', wild).map(({text}) => text)).toEqual(['01', '23', '4567', '89']);
});
