import {describe, expect, test} from 'vitest';
import {
	highlight,
	onLanguageReady,
	prepareLanguage,
	readyLanguages,
} from '../../source/components/reader/markdown/highlight.ts';
import {languageNames} from '../../source/components/reader/markdown/language-names.ts';
import {roles} from '../helpers/markdown.ts';

test('code is plain until its language is ready, and whoever asked is told', async () => {
	let told = 0;
	const stop = onLanguageReady(() => told++);
	const before = readyLanguages();
	expect(highlight('let a = 1;', 'ts')).toBeUndefined();
	await prepareLanguage('typescript');
	expect(told).toBe(1);
	expect(readyLanguages()).toBe(before + 1);
	expect(highlight('let a = 1;', 'ts')).toEqual([
		{start: 0, end: 3, role: 'syntax-keyword'},
		{start: 8, end: 9, role: 'syntax-number'},
	]);
	stop();
	await prepareLanguage('lua');
	expect(told).toBe(1);
});

test('every language can be made ready, and colours something', async () => {
	for (const name of languageNames) {
		await prepareLanguage(name);
		expect(highlight('x', name), name).toBeDefined();
	}
	for (const [language, code] of [
		['py', 'def f(x): return "a"  # b'],
		['sh', 'if [ -n "$A" ]; then echo hi; fi'],
		['json', '{"a": [1, true]}'],
		['html', '<a href="b">c</a><style>a{b:c}</style>'],
		['toml', '[a]\nb = "c"'],
		['C++', 'int main() { return 0; }'],
		['Dockerfile', 'FROM a\nRUN echo "b"'],
	] as const)
		expect(highlight(code, language.toLowerCase())?.length, language).toBeGreaterThan(1);
});

test('nothing is known of other languages, nor of code that nobody wrote', () => {
	expect(highlight('a', 'klingon')).toBeUndefined();
	expect(highlight('a', '')).toBeUndefined();
	expect(highlight('a\n'.repeat(40_000), 'ts')).toBeUndefined();
	expect(highlight(`let a = "${'b'.repeat(5000)}";`, 'ts')).toBeUndefined();
});

describe('spans', () => {
	test('are in order and inside the code, in long code too', async () => {
		await prepareLanguage('typescript');
		// biome-ignore lint/suspicious/noTemplateCurlyInString: it is code
		const code = 'const a = `b ${c + "<&>\'"} d`; // "e" & <f>\n\n'.repeat(150);
		let end = 0;
		for (const span of highlight(code, 'ts')!) {
			expect(span.start).toBeGreaterThanOrEqual(end);
			expect(span.end).toBeGreaterThan(span.start);
			end = span.end;
		}
		// On a busy machine its end stays plain: nobody waits for colours.
		expect(end).toBeGreaterThan(0);
		expect(end).toBeLessThanOrEqual(code.length);
	});

	test('go on in the next line of the drawing', async () => {
		await prepareLanguage('typescript');
		expect(roles('```ts\n/* a\n   b */ let c = "<d>";\n```')).toEqual([
			['ts', 'dim'],
			['/* a', 'syntax-comment'],
			['   b */', 'syntax-comment'],
			['let', 'syntax-keyword'],
			['"<d>"', 'syntax-string'],
		]);
	});
});
