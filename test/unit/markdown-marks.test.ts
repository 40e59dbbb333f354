/** Hits in drawn Markdown: marked where they stand, numbered as in the text. */
import {describe, expect, test} from 'vitest';
import {markLines} from '../../source/components/reader/mark-lines.ts';
import {type MarkdownOptions, markdownLines} from '../../source/components/reader/markdown/markdown-lines.ts';
import {lineText} from '../helpers/markdown.ts';

function marked(text: string, words: RegExp, columns = 60, options: MarkdownOptions = {}): string[] {
	const ranges = Array.from(text.matchAll(words), ({0: {length}, index}) => [index, index + length] as const);
	const lines = markdownLines(text, columns, options);
	const drawn = markLines(lines, text, ranges, 10);
	expect(drawn.map(lineText)).toEqual(lines.map(lineText));
	return drawn.flatMap(line =>
		line.flatMap(({text: piece, role, hit}) => (role === 'match' ? [`${hit}:${piece}`] : [])),
	);
}

describe('hits are marked', () => {
	test.each<[string, string, string[]]>([
		['in a heading', '## a hit here\n\nhit', ['10:hit', '11:hit']],
		['in emphasis', '*hit* **hit** `hit` hit', ['10:hit', '11:hit', '12:hit', '13:hit']],
		['across marks', 'a **hi**t and `hi`t', ['10:hi', '10:t', '11:hi', '11:t']],
		['in a quote', '> hit\n> > hit', ['10:hit', '11:hit']],
		['in lists', '- hit\n  1. hit\n- [x] hit', ['10:hit', '11:hit', '12:hit']],
		['in code', '```hit\nhit();\n\thit\n```\n\n    hit', ['10:hit', '11:hit', '12:hit', '13:hit']],
		['in a diff', '```diff\n+hit\n-hit\n```', ['10:hit', '11:hit']],
		['in a table', '| hit | b |\n|---|---|\n| `hit` | **hit** |', ['10:hit', '11:hit', '12:hit']],
		['in the text of a link and its address', '[hit](https://hit.org)', ['10:hit', '11:hit']],
		['in HTML', '<b>hit</b>\n\n<div>\nhit', ['10:hit', '11:hit']],
		['below a heading by underline', 'hit\n---\nhit', ['10:hit', '11:hit']],
		['beside wide letters and emoji', '**漢字hit漢字** 👨‍👩‍👧hit e\u0301hit', ['10:hit', '11:hit', '12:hit']],
	])('%s', (_, text, wanted) => {
		const hit = /hit|hi\*\*t|hi`t/g;
		expect(marked(text, hit)).toEqual(wanted);
		expect(marked(text, hit, 60, {base: 'dim', isTyped: true})).toEqual(wanted);
	});

	test('in cells that stand side by side', () => {
		const text = '| a | b |\n|---|---|\n| one hit two hit three | four hit five hit |';
		expect(marked(text, /hit/g, 24).sort()).toEqual(['10:hit', '11:hit', '12:hit', '13:hit']);
	});

	test('in a table told row by row, its header once', () => {
		const text = '| hit | Beta | Gamma |\n|---|---|---|\n| aaaaaaaa | hit bbbbbb | ccccccc |\n| hit | e | f |';
		expect(marked(text, /hit/g, 16)).toEqual(['10:hit', '11:hit', '12:hit']);
	});

	test('where lines are wrapped', () => {
		const text = '- some **long words** of a `hit that goes on` in the next line';
		expect(marked(text, /hit that goes on/g, 18).map(piece => piece.slice(0, 3))).toEqual(['10:', '10:']);
		expect(marked('```\nabcdefghijklmnopqrstuvwxyz\n```', /defghijklmnopqrstuvwxyz/g, 24)).toEqual([
			'10:defghijklmnopqrstuv',
			'10:wxyz',
		]);
	});

	test('a hit that is not drawn still counts', () => {
		const long = `https://x.org/${'a'.repeat(60)}/hit`;
		expect(marked(`hit [text](${long}) hit`, /hit/g)).toEqual(['10:hit', '12:hit']);
		expect(marked('**hit** **hit**', /hit|\*\* \*\*/g)).toEqual(['10:hit', '11: ', '12:hit']);
	});

	test('what was added is no part of a hit', () => {
		expect(marked('- a\n- b', /[\s\S]+/g).join('')).toBe('10:a10:b');
	});

	test('a tab', () => {
		expect(marked('`a`\tb', /\tb/g)).toEqual(['10: ', '10:b']);
	});
});
