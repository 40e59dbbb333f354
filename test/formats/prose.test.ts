/** Texts that others would understand in another way than we do, or that would reach beyond themselves. */
import {describe, expect, it} from 'vitest';
import {prose, quotedProse} from '../../source/formats/markdown/prose.ts';

const source = (text: string, mark = '```') => `${mark}markdown\n${text}\n${mark}\n`;

describe('shown as its own source is', () => {
	it.each([
		[
			'code that nobody closed, below what may be a table or an item',
			'- a\n| a | b |\n  |---|---|\n  ```sh\n  ls',
			'````',
		],
		['an underline below a line that looks like an empty quote, and is text', 'text\n    > \n---\nx', '```'],
		['a deep line that may belong to a quote', '> --\n     >````\n\t\t-       ```<x-y>', '`````'],
	])('%s', (_, text, mark) => {
		expect(prose(text)).toBe(source(text, mark));
	});
});

describe('what looks like HTML', () => {
	it.each([
		['is text', 'a <b> c', 'a &lt;b> c\n'],
		['is text already behind a backslash', 'a \\<b> c', 'a \\<b> c\n'],
		['is not behind two', 'a \\\\<b> c', 'a \\\\&lt;b> c\n'],
		['is behind three', 'a \\\\\\<b> <i>', 'a \\\\\\<b> &lt;i>\n'],
		[
			'is text where only a parser tells',
			'| a | \\<b> |\n|---|---|\n| <i> | 1 |',
			'| a | \\<b> |\n|---|---|\n| &lt;i> | 1 |\n',
		],
	])('%s', (_, text, wanted) => {
		expect(prose(text)).toBe(wanted);
	});

	it('is the same in a prompt', () => {
		expect(quotedProse('a \\<b> <i>')).toBe('> a \\<b> &lt;i>\n');
	});
});

describe('the address of a link', () => {
	it.each([
		['alone', '[x]: http://example.com/a', '\\[x]: http://example.com/a\n'],
		['with a name of two lines', '[x\ny]: http://example.com/a', '\\[x\ny]: http://example.com/a\n'],
		['in an item', '- [x]: b', '- \\[x]: b\n'],
		['of a note', '[^1]: b', '\\[^1]: b\n'],
		['in code', '```\n[x]: b\n```', '```\n[x]: b\n```\n'],
	])('is a text of its own: %s', (_, text, wanted) => {
		expect(prose(text)).toBe(wanted);
	});

	it('is seen in a prompt', () => {
		expect(quotedProse('[error]: disk full')).toBe('> \\[error]: disk full\n');
	});
});

describe('the lines of a prompt', () => {
	it.each([
		['with a blank at the end', 'one \ntwo', '> one   \n> two\n'],
		['with a mark at the end', 'a ->\nb', '> a ->  \n> b\n'],
		['that are kept already', 'one  \ntwo', '> one  \n> two\n'],
		['before and behind an empty one', 'one\n\ntwo', '> one\n>\n> two\n'],
	])('are kept: %s', (_, text, wanted) => {
		expect(quotedProse(text)).toBe(wanted);
	});
});
