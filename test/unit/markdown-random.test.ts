/** What must hold of every text, real or not. */
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, test} from 'vitest';
import {markdownLines} from '../../source/components/reader/markdown/markdown-lines.ts';
import {isMarkdown} from '../../source/text/is-markdown.ts';
import {sanitize} from '../../source/text/sanitize.ts';
import {checkDrawing} from '../helpers/markdown.ts';
import {Random} from '../helpers/random.ts';

const fixtures = path.join(import.meta.dirname, '..', '..', 'fixtures');

/** Every text in the records of the fixtures that may be Markdown. */
function recordedTexts(): string[] {
	const texts = new Set<string>();
	const take = (value: unknown): void => {
		if (typeof value === 'string') texts.add(sanitize(value).trimEnd());
		else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) take(each);
	};
	for (const name of fs.readdirSync(fixtures, {recursive: true}) as string[]) {
		const file = path.join(fixtures, name);
		if (!/\.jsonl?$/.test(name) || !fs.statSync(file).isFile()) continue;
		const content = fs.readFileSync(file, 'utf8');
		for (const line of name.endsWith('.jsonl') ? content.split('\n') : [content]) {
			try {
				take(JSON.parse(line));
			} catch {
				// Some of them are damaged on purpose.
			}
		}
	}
	return [...texts].filter(isMarkdown);
}

const atoms = [
	...['word', 'zwei', '漢字', '漢', '👨‍👩‍👧', 'e\u0301', 'ünï', 'x', '42', 'a_b', 'https://x.org/a', 'a@b.c'],
	...['*', '**', '***', '_', '__', '`', '``', '```', '~~~', '#', '##', '###### ', '>', '> ', '>> ', '- ', '+ ', '* '],
	...['1. ', '22) ', '[ ] ', '- [x] ', '[', ']', '](', '](http://x.org)', '![', '(', ')', '<b>', '</b>', '<!--', '-->'],
	...['|', ' | ', '|---|---|', '--|:-:|--:', '---', '===', '***', '\\', '\\|', '&amp;', '```ts', '    ', '\t', '  '],
	...[' ', ' ', ' ', '\n', '\n', '\n', '\n\n', '\n> ', '\n  ', '\n    ', '\n- ', '\n| ', '.', ',', ':', '"', '$', '/'],
];

describe('every word is drawn, and no line is too wide', () => {
	test('for what was recorded', () => {
		const texts = recordedTexts();
		expect(texts.length).toBeGreaterThan(100);
		for (const text of texts) for (const columns of [11, 40, 100]) checkDrawing(text, columns);
	}, 60_000);

	test('for what nobody would write', () => {
		const random = new Random(7);
		for (let round = 0; round < 4000; round++) {
			const text = sanitize(random.text(atoms, 60)).trimEnd();
			const options = {isTyped: round % 2 === 0, base: round % 3 === 0 ? ('dim' as const) : undefined};
			checkDrawing(text, random.pick([2, 5, 12, 33, 80]), options);
		}
	}, 60_000);
});

// A generous limit: none of these takes a tenth of it, and what is not bounded takes minutes.
test.each(
	Object.entries({
		quotes: '>'.repeat(60_000),
		'spaced quotes': '> '.repeat(30_000),
		items: '- '.repeat(30_000),
		numbers: '1. '.repeat(20_000),
		'quoted items': '> - '.repeat(15_000),
		'deep lists': Array.from({length: 250}, (_, level) => `${'  '.repeat(level)}- x`).join('\n'),
		brackets: '['.repeat(60_000),
		links: '[a]('.repeat(15_000),
		'nested links': '[a'.repeat(10_000) + '](b)'.repeat(10_000),
		stars: '*a*b'.repeat(15_000),
		'stars and underscores': '*_'.repeat(30_000),
		'opening and closing': `${'*'.repeat(30_000)}a${'*'.repeat(30_000)}`,
		backticks: Array.from({length: 300}, (_, count) => '`'.repeat(count)).join(' x '),
		tags: '<a b='.repeat(12_000),
		comments: '<!--'.repeat(15_000),
		'a wide table': `${'|a'.repeat(10_000)}\n${'|-'.repeat(10_000)}\n${'|b'.repeat(10_000)}`,
		'a wide and long table': `${'a|'.repeat(8000)}\n${'-|'.repeat(8000)}\n${'b|c\n'.repeat(4000)}`,
		fences: '```\n'.repeat(15_000),
		headings: '# a\n'.repeat(15_000),
		addresses: 'http://'.repeat(9000),
		backslashes: '\\'.repeat(60_000),
		blanks: `${' '.repeat(60_000)}x`,
	}),
)('%s take no time to speak of', (_, text) => {
	const begun = process.cpuUsage();
	expect(markdownLines(text, 80).length).toBeGreaterThan(0);
	expect(process.cpuUsage(begun).user / 1000).toBeLessThan(5000);
});
