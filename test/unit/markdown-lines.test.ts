import {describe, expect, test} from 'vitest';
import {markdownLines} from '../../source/components/reader/markdown/markdown-lines.ts';
import {wrap} from '../../source/text/wrap.ts';
import {drawn, roles} from '../helpers/markdown.ts';

describe('text', () => {
	test.each([
		'one line',
		'two\nlines',
		'a paragraph\n\n\nand another, far away   ',
		'  indented\n      further\n   back',
		'\n\nblank lines first',
		'a\tb\tc and 漢字 and 👨‍👩‍👧 and e\u0301',
		'snake_case and a - b, 3 < 4, x > y; "quotes" (parens) #tag 50% a/b\\c',
		'[image/png, 12 KB]',
		'',
	])('without Markdown is laid out as it always was: %j', text => {
		for (const columns of [4, 9, 30, 80]) expect(drawn(text, columns)).toEqual(wrap(text, columns));
	});

	test('keeps its line breaks, blank lines and indentation with Markdown in it', () => {
		expect(drawn('**One**\ntwo\n\n\n  three\n    four\nfive `six`', 40)).toEqual([
			'One',
			'two',
			'',
			'',
			'  three',
			'    four',
			'five six',
		]);
	});

	test('is wrapped as plain text is, marks left out', () => {
		const plain = 'The quick brown fox jumps over the lazy dog 漢字 twice and again';
		const marked = 'The **quick** brown *fox* jumps over `the lazy` dog **漢字** twice and again';
		for (let columns = 4; columns < 70; columns++) expect(drawn(marked, columns)).toEqual(wrap(plain, columns));
	});

	test('beyond 64 KB is not parsed', () => {
		expect(drawn(`**a** ${'b '.repeat(40_000)}`, 80)[0]).toMatch(/^\*\*a\*\* b/);
	});
});

describe('inside a line', () => {
	test('emphasis, code and links have their roles', () => {
		expect(roles('a *b* **c** `d e` ***f*** __g h__ _i_')).toEqual([
			['b', 'emphasis'],
			['c', 'strong'],
			['d e', 'code'],
			['f', 'strong'],
			['g h', 'strong'],
			['i', 'emphasis'],
		]);
		expect(roles('**a `b` c**')).toEqual([
			['a ', 'strong'],
			['b', 'code'],
			[' c', 'strong'],
		]);
	});

	test('emphasis goes on in the next line', () => {
		expect(roles('**a\nb** c')).toEqual([
			['a', 'strong'],
			['b', 'strong'],
		]);
	});

	test('code with backticks in it', () => {
		expect(drawn('`` a`b `` and `` ` ``')).toEqual(['a`b and `']);
	});

	test('the address of a link is behind it, where it says more', () => {
		expect(drawn('See [the docs](https://x.org/a).', 80)).toEqual(['See the docs (https://x.org/a).']);
		expect(drawn('See [https://x.org](https://x.org).', 80)).toEqual(['See https://x.org.']);
		const long = `https://x.org/${'a/'.repeat(40)}`;
		expect(drawn(`See [it](${long}).`, 80)).toEqual(['See it (x.org…).']);
		expect(drawn(`See [it](/home/${'a/'.repeat(40)}b.ts:12).`, 80)).toEqual(['See it (…/a/b.ts:12).']);
		expect(roles('[a](b.c)')).toEqual([
			['a', 'link'],
			[' (', 'dim'],
			['b.c', 'dim'],
			[')', 'dim'],
		]);
	});

	test.each(['[a][b] and [c]', '[a](b.c "title")', '![picture](a.png)', '[b]: https://x.org "title"'])(
		'references, titles and pictures stay as they stand: %s',
		text => expect(drawn(text, 80)).toEqual([text]),
	);

	test('addresses in the text are links', () => {
		expect(roles('see https://x.org/a_b, or <https://y.org>')).toEqual([
			['https://x.org/a_b', 'link'],
			['<https://y.org>', 'link'],
		]);
	});
});

describe('blocks', () => {
	test('headings have no marks but a role', () => {
		expect(roles('# One\n\ntext\n\n## Two `x` ##\ntext\n\n#### Three')).toEqual([
			['One', 'heading'],
			['Two ', 'heading'],
			['x', 'code'],
			['Three', 'strong'],
		]);
		expect(drawn('One\n===\n\nTwo\n---\ntext')).toEqual(['One', '===', '', 'Two', '---', 'text']);
	});

	test('quotes have a bar, wrapped lines too', () => {
		expect(drawn('> one two three four\n>\n> > five\nsix', 12)).toEqual([
			'│ one two',
			'│ three four',
			'│',
			'│ │ five',
			'six',
		]);
	});

	test('a rule goes across', () => {
		expect(drawn('a\n\n---\n\nb', 6)).toEqual(['a', '', '──────', '', 'b']);
	});

	test('HTML stays as it stands', () => {
		const html = '<details>\n<summary>**More**</summary>\n\n<b>x</b> &amp; y <!-- z -->\n</details>';
		expect(drawn(html, 60)).toEqual(html.split('\n'));
	});
});

describe('lists', () => {
	test('hang behind their marks', () => {
		expect(drawn('- one two three\n- four\n\n  five six seven', 10)).toEqual([
			'• one two',
			'  three',
			'• four',
			'',
			'  five six',
			'  seven',
		]);
	});

	test('stand in each other', () => {
		const text = '1. one\n   - two\n     - three\n   - four\n2. five\n\n   > six';
		expect(drawn(text, 30)).toEqual(['1. one', '   ◦ two', '     • three', '   ◦ four', '2. five', '', '   │ six']);
	});

	test('numbers are those that were written, one below the other', () => {
		expect(drawn('9. a\n10. b\n11. c')).toEqual([' 9. a', '10. b', '11. c']);
		expect(drawn('3) a\n7) b')).toEqual(['3) a', '7) b']);
	});

	test('tasks show whether they are done', () => {
		expect(drawn('- [ ] one two three\n- [x] four', 13)).toEqual(['[ ] one two', '    three', '[x] four']);
		expect(roles('- [ ] a\n- [x] b')).toEqual([
			['[ ]', 'dim'],
			['[x]', 'added'],
		]);
	});

	test('empty items, code and CJK in items', () => {
		expect(drawn('1. [ ] a\n-', 10)).toEqual(['1. [ ] a', '-']);
		expect(drawn('- \n- ```sh\n  ls\n  ```\n- 漢字漢字漢字', 10)).toEqual([
			'-',
			'• sh',
			'  ls',
			'• 漢字漢字',
			'  漢字',
		]);
	});

	test('so deep that there is no room are still there', () => {
		const deep = Array.from({length: 12}, (_, level) => `${'  '.repeat(level)}- item ${level}`).join('\n');
		const lines = drawn(deep, 16);
		expect(lines.slice(0, 5)).toEqual(['• item 0', '  ◦ item 1', '    • item 2', '      ◦ item 3', '        • item 4']);
		for (let level = 0; level < 12; level++) expect(lines.join(' ')).toContain(`${level}`);
	});

	test('what belongs to an item only by courtesy stands where it was written', () => {
		expect(drawn('- a\nb `c`\n1. d\n  e')).toEqual(['• a', 'b c', '1. d', '  e']);
	});

	test('items that begin in the next line', () => {
		expect(drawn('1.\n   a\n2. \n   b')).toEqual(['1. a', '2. b']);
	});

	test('indented lists stay indented', () => {
		expect(drawn('ports:\n  - 80\n  - 443')).toEqual(['ports:', '  • 80', '  • 443']);
	});

	test('keep the marks a person typed', () => {
		const text = '- a\n* b\n\n> c\n\n***\n1. d';
		expect(drawn(text, 40, {isTyped: true})).toEqual(text.split('\n'));
	});

	test('keep them where they may be those of a change', () => {
		expect(drawn('- old\n+ new')).toEqual(['- old', '+ new']);
	});
});

describe('code', () => {
	test('is indented, with its language, and not a blank of it is lost', () => {
		expect(drawn('so:\n```ts title\nif (a) {\n\n    b();\n}\n```\nend')).toEqual([
			'so:',
			'  ts title',
			'  if (a) {',
			'',
			'      b();',
			'  }',
			'end',
		]);
	});

	test('is cut where the line is full, and goes on behind a mark', () => {
		expect(drawn('```\none two  three four five six seven\n漢字漢字漢字漢字漢字漢字漢字\n```', 24)).toEqual([
			'  one two  three four fi',
			'» ve six seven',
			'  漢字漢字漢字漢字漢字漢',
			'» 字漢字',
		]);
	});

	test('has no indent where there is little room', () => {
		expect(drawn('```\nabcdefghij\n```', 6)).toEqual(['abcdef', 'ghij']);
	});

	test('tabs are as wide as in an editor', () => {
		expect(drawn('```go\n\tif x {\n\t\treturn\n```', 40)).toEqual(['  go', '      if x {', '          return']);
	});

	test('without an end goes to the end', () => {
		expect(drawn('```\n**a**\n\n- b')).toEqual(['  **a**', '', '  - b']);
	});

	test('indented code stands where it stood', () => {
		expect(drawn('a:\n\n    **b**\n      c\n\nd')).toEqual(['a:', '', '    **b**', '      c', '', 'd']);
	});

	test('in quotes and in items', () => {
		expect(drawn('> ```\n> a\n>   b\n> ```\n\n1. x\n   ```\n   c\n     d\n   ```', 40)).toEqual([
			'│   a',
			'│     b',
			'',
			'1. x',
			'     c',
			'       d',
		]);
	});

	test('a diff has the colours of a diff', () => {
		expect(roles('```diff\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-old\n+new\n same\n```')).toEqual([
			['diff', 'dim'],
			['--- a/x', 'dim'],
			['+++ b/x', 'dim'],
			['@@ -1 +1 @@', 'dim'],
			['-old', 'removed'],
			['+new', 'added'],
		]);
	});
});

describe('tables', () => {
	const table = '| Name | Size | Note |\n|---|--:|:-:|\n| `a` | 1 | x |\n| 漢字 | 1234 | **y** \\| z |\n| | 5 |';

	test('have aligned columns', () => {
		expect(drawn(table, 40)).toEqual([
			'Name │ Size │ Note',
			'─────┼──────┼──────',
			'a    │    1 │   x',
			'漢字 │ 1234 │ y | z',
			'     │    5 │   ',
		]);
	});

	test('wrap their cells where there is less room, with a line between the rows', () => {
		const long = '| Key | What it does |\n|---|---|\n| a | one two three four |\n| b | five |';
		expect(drawn(long, 18)).toEqual([
			'Key │ What it does',
			'────┼─────────────',
			'a   │ one two',
			'    │ three four',
			'┄┄┄┄┼┄┄┄┄┄┄┄┄┄┄┄┄┄',
			'b   │ five',
		]);
	});

	test('are told row by row where there is too little', () => {
		const wide =
			'| Alpha | Beta | Gamma | Delta |\n|---|---|---|---|\n| aaaaaaaaa | bbbbbbbbb | ccccccccc | d |\n| e | | g | h |';
		expect(drawn(wide, 24)).toEqual([
			'Alpha: aaaaaaaaa',
			'Beta: bbbbbbbbb',
			'Gamma: ccccccccc',
			'Delta: d',
			'',
			'Alpha: e',
			'Gamma: g',
			'Delta: h',
		]);
	});

	test('have a name for every cell, whatever row is the first', () => {
		const text = '| Alpha | Beta | Gamma |\n|---|---|---|\noutside\n| aaaaaaaa | bbbbbbbb |';
		expect(drawn(text, 12)).toEqual(['outside', '', 'Alpha:', 'aaaaaaaa', 'Beta:', 'bbbbbbbb', 'Gamma:']);
	});

	test('lose no cell, however many a row has', () => {
		expect(drawn('a|b\n-|-\n1|2|3\n4', 40)).toEqual(['a │ b │ ', '──┼───┼──', '1 │ 2 │ 3', '4']);
	});

	test('emoji and accents are as wide as they are', () => {
		expect(drawn('| a | b |\n|---|---|\n| 👨‍👩‍👧 | e\u0301 |\n| ccc | d |', 40)).toEqual([
			'a   │ b',
			'────┼──',
			'👨‍👩‍👧  │ e\u0301',
			'ccc │ d',
		]);
	});
});

test('in a dim text only headings and what is strong are not dim', () => {
	const text = '**Plan**\n\nsome `code`, *so* and **more**\n```ts\nlet a = 1;\n```\n- x';
	const bright = markdownLines(text, 40, {base: 'dim'}).flatMap(line =>
		line.flatMap(({text: piece, role}) => (role === 'dim' || piece.trim() === '' ? [] : [piece])),
	);
	expect(bright).toEqual(['Plan', 'more']);
});
