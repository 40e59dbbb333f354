/** Prose that is changed line by line is changed as a parser would have it. */
import {describe, expect, it} from 'vitest';
import {quote} from '../../source/formats/markdown/escape.ts';
import {prose, quotedProse} from '../../source/formats/markdown/prose.ts';
import {editLines, editQuotedLines} from '../../source/formats/markdown/prose-lines.ts';
import {editParsed} from '../../source/formats/markdown/prose-parsed.ts';
import {Random} from '../helpers/random.ts';

const starts = [
	'',
	'',
	'',
	'',
	'# ',
	'## ',
	'###### ',
	'#',
	'#######',
	'- ',
	'* ',
	'1. ',
	'> ',
	'  ',
	'    ',
	'\t',
	'   ',
	'  - ',
	'    - ',
	'   1. ',
	'2. ',
	'-    ',
	'      ',
];
const words = [
	'words',
	'a b  ',
	'`code`',
	'`open',
	'**bold**',
	'x | y',
	'|---|---|',
	'---',
	'--',
	'-',
	'===',
	'***',
	'___',
	'```',
	'```ts',
	'````',
	'~~~',
	'~~~ sh `x`',
	'``` a`b',
	'```  ',
	'<b>',
	'`<b>`',
	'a <version> b',
	'``<i> ` <b>`` <u>',
	'x `<b>` <c> `y`',
	'\\`<b>`',
	'a \\<b> c',
	'\\\\<b>',
	'`\\<b>` \\\\\\<i>',
	'`a` | <b>',
	'| `a | <b>` |',
	'[x](`) <b> `',
	'[x](',
	'`1) <b> `',
	'~~~ a | b',
	'|---|',
	'<https://example.com>',
	'a < b',
	'[x]: y',
	'[x](y)',
	'漢字 🚀',
	'#',
	'# ',
	'end\\',
	'',
	'',
	'',
];

function randomText(random: Random): string {
	const lines = Array.from({length: 1 + random.below(9)}, () => random.pick(starts) + random.pick(words));
	return lines
		.join('\n')
		.replace(/^(?:[ \t]*\n)+/, '')
		.trimEnd();
}

const indents = [0, 0, 0, 0, 1, 2, 2, 3, 3, 4, 4, 5, 6, 7, 8, 9];
const marks = ['', '', '', '', '- ', '- ', '* ', '1. ', '2. ', '10) ', '-   ', '+ '];
const contents = [
	...['text', 'text', 'end  ', '`a`', '**b**', '[ ] x', '[x]: y', '#x', '', '', ''],
	...['a <b>', 'a <i> `<c>`', '```', '```', '```ts', '~~~', '# h', '> q', '2. x', '- x'],
	...['---', '===', '***', '--', '* *', '_ _ _', 'a | b', '|---|', '\tx <b>', '> # a'],
];

/** Lists within lists, and what may stand in them. */
function randomList(random: Random): string {
	const lines = Array.from(
		{length: 1 + random.below(9)},
		() => ' '.repeat(random.pick(indents)) + random.pick(marks) + random.pick(contents),
	);
	return lines
		.join('\n')
		.replace(/^(?:[ \t]*\n)+/, '')
		.trimEnd();
}

describe('line by line', () => {
	it.each([
		['whatever', randomText, 30_000, 5000, 3000],
		['lists', randomList, 40_000, 8000, 1500],
	])(
		'is the same as by a parser, wherever it can be done: %s',
		(_, make, rounds, least, leastQuoted) => {
			const random = new Random(7);
			let done = 0;
			let quotes = 0;
			for (let round = 0; round < rounds; round++) {
				const text = make(random);
				if (text === '') continue;
				const byLines = editLines(text);
				const quotedByLines = editQuotedLines(text);
				if (byLines !== undefined && ++done) expect({text, is: byLines}).toEqual({text, is: editParsed(text, false)});
				if (quotedByLines !== undefined && ++quotes)
					expect({text, is: quotedByLines}).toEqual({text, is: editParsed(quote(text).trimEnd(), true)});
			}
			expect(done).toBeGreaterThan(least);
			expect(quotes).toBeGreaterThan(leastQuoted);
		},
		120_000,
	);

	it('is the same without a look at what stands within lines, where there is no HTML', () => {
		const random = new Random(8);
		for (let round = 0; round < 20_000; round++) {
			const text = randomText(random);
			if (text === '' || /<[A-Za-z/!?]/.test(text)) continue;
			const quoted = quote(text).trimEnd();
			expect({text, is: editParsed(text, false, false)}).toEqual({text, is: editParsed(text, false, true)});
			expect({text, is: editParsed(quoted, true, false)}).toEqual({text, is: editParsed(quoted, true, true)});
		}
	}, 120_000);

	it.each([
		['# One\n\ntext\n\n## Two', '### One\n\ntext\n\n#### Two\n'],
		['```sh\n# no heading\n---\n<b>\n```\n# One', '```sh\n# no heading\n---\n<b>\n```\n### One\n'],
		['~~~\nnever closed', '~~~\nnever closed\n~~~\n'],
		['one\n\n---\n\n- two', 'one\n\n---\n\n- two\n'],
		['## a <b> `<c>`', '#### a &lt;b> `<c>`\n'],
		['- a\n    - b <c>\n\n      more <d>', '- a\n    - b &lt;c>\n\n      more &lt;d>\n'],
		['1. Run\n\n   ```sh\n   # <b>\n   ```\n2. <b>', '1. Run\n\n   ```sh\n   # <b>\n   ```\n2. &lt;b>\n'],
		['- #!/bin/sh <b>', '- #!/bin/sh &lt;b>\n'],
	])('changes %j', (text, wanted) => {
		expect(editLines(text)).toBe(wanted);
		expect(prose(text)).toBe(wanted);
	});

	it('keeps the lines of a quote', () => {
		const wanted = '> ### One\n> a  \n> b\n>\n> ```\n> x\n> y\n> ```\n';
		expect(editQuotedLines('# One\na\nb\n\n```\nx\ny\n```')).toBe(wanted);
		expect(quotedProse('# One\na\nb\n\n```\nx\ny\n```')).toBe(wanted);
	});

	it('keeps the lines of a list in a quote', () => {
		expect(quotedProse('# One\n- a\n  b\n  - c\n\n- d')).toBe('> ### One\n> - a  \n>   b\n>   - c\n>\n> - d\n');
		expect(editQuotedLines('- [ ] a <b>\n  c')).toBe('> - [ ] a &lt;b>  \n>   c\n');
		expect(editParsed('> - [ ] a <b>\n>   c', true)).toBe('> - [ ] a &lt;b>  \n>   c\n');
	});

	it.each([
		'    # <b>',
		'- a\n\n      <b>',
		'- ```\n  x',
		'1. a\n   ```\n  x\n   ```',
		'- a\n\n\t<b>',
		'text\n---',
		'[x](`) <b> `',
		'[x](\n`1) <b> `',
		'~~~ a | b\nx',
		'- # a',
		'1. ```\n   x',
		'a `b <c>',
		'a | <b>',
		'``` a`b\nx',
		'   # a',
	])('leaves %j to a parser', text => {
		expect(editLines(text)).toBeUndefined();
	});
});
