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

describe('line by line', () => {
	it('is the same as by a parser, wherever it can be done', () => {
		const random = new Random(7);
		let done = 0;
		for (let round = 0; round < 30_000; round++) {
			const text = randomText(random);
			if (text === '') continue;
			const byLines = editLines(text);
			const quotedByLines = editQuotedLines(text);
			if (byLines !== undefined) expect({text, is: byLines}).toEqual({text, is: editParsed(text, false)});
			if (quotedByLines !== undefined)
				expect({text, is: quotedByLines}).toEqual({text, is: editParsed(quote(text).trimEnd(), true)});
			if (byLines !== undefined) done++;
		}
		expect(done).toBeGreaterThan(5000);
	}, 120_000);

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
	])('changes %j', (text, wanted) => {
		expect(editLines(text)).toBe(wanted);
		expect(prose(text)).toBe(wanted);
	});

	it('keeps the lines of a quote', () => {
		const wanted = '> ### One\n> a  \n> b\n>\n> ```\n> x\n> y\n> ```\n';
		expect(editQuotedLines('# One\na\nb\n\n```\nx\ny\n```')).toBe(wanted);
		expect(quotedProse('# One\na\nb\n\n```\nx\ny\n```')).toBe(wanted);
	});

	it.each([
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
