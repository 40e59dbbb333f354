/** What looks like Markdown and was hardly meant so: every character is drawn. */
import {describe, expect, test} from 'vitest';
import {drawn, roles} from '../helpers/markdown.ts';

test.each([
	'snake_case_words and __init__.py, __name__ == "__main__"',
	'self._private and other_, _a_b_',
	'src/*.ts and test/*.ts',
	'src/**/*.ts, test/**/*.tsx',
	'**/*.ts,**/*.js',
	'rm -rf *.log *.tmp',
	'2 * 3 * 4, 2*3*4, 2**3**4, a**b**c',
	'SELECT *, count(*) FROM a; count(*) / sum(*)',
	'f(*args, **kwargs) and g(*args, **kwargs)',
	'int *a, *b; char* c; char *d = *e;',
	'/* comment */ x /* another */',
	'*/5 * * * * run',
	"can't open `foo' and `bar'",
	// biome-ignore lint/suspicious/noTemplateCurlyInString: it is a text
	'html`<b>` and const x = `a ${b}`;',
	'arr[i](x) and fn()[0](a.b)',
	'see [bar](baz)',
	'>>> x = 1',
	'>= 1.2 and <= 3',
	'a <b> c </b> <T>(x: T) => x',
	'&amp; &lt;b&gt; &#123;',
	'C:\\_foo\\*bar\\[x] \\. \\d+ \\\\',
	'# install\nnpm i\n# run\nnpm start',
	'#!/bin/sh\n#hashtag #1234',
	'curl \\\n  -H "a: b" \\\n  x',
	'a | b | c',
	'name | value\nfoo | bar',
	'~/a and ~5 and ~~gone~~',
	'1.5 and 2) and (3)',
	'-flag --other -- x',
	'+1 and -1',
	'Error: x\n    at foo (/a/b.ts:1:2)\n    at bar (<anonymous>)',
	'---\nname: x\nother: y\n---\ntext',
	'key:\n  - a: 1\n    b: 2\n  - c',
])('%j stays as it stands', text => {
	expect(drawn(text, 80, {isTyped: true})).toEqual(text.split('\n'));
});

describe('and what was meant so is drawn', () => {
	test.each([
		['**Note**: x', 'Note: x'],
		['(**a**) "*b*" —**c**', '(a) "b" —c'],
		['**S**ingle **R**esponsibility', 'Single Responsibility'],
		['これは**重要**です。', 'これは重要です。'],
		['**.env** and **/api**', '.env and /api'],
		['**`code`** and *`code`*', 'code and code'],
		['use `a*b*c` or `__init__`', 'use a*b*c or __init__'],
		['- *one*\n- **two**', '• one\n• two'],
	])('%j', (text, wanted) => {
		expect(drawn(text, 80).join('\n')).toBe(wanted);
	});
});

test('a heading of one # that does not stand alone keeps it', () => {
	expect(roles('# Title\n\ntext')).toEqual([['Title', 'heading']]);
	expect(roles('# Title\ntext `x`')).toEqual([
		['# Title', 'heading'],
		['x', 'code'],
	]);
});
