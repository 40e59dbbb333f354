/** A long text that is read apart from its line is the one a parser finds, and says rightly whether it may be shown as it is. */
import {afterEach, expect, it, vi} from 'vitest';
import {readLongText} from '../../source/adapters/jsonl/long-text.ts';
import {textOf} from '../../source/adapters/jsonl/text-of.ts';
import {decodeBytes, isSuspiciousBytes, trimBytesEnd} from '../../source/text/byte-text.ts';
import {isSuspicious} from '../../source/text/is-suspicious.ts';
import {hostileTexts} from '../helpers/hostile-text.ts';
import {Random} from '../helpers/random.ts';

const all = Number.POSITIVE_INFINITY;
const opening = '{"output":"';
const lineOf = (text: string, after = ',"id":"é"}') =>
	Buffer.from(`${opening}${JSON.stringify(text).slice(1)}${after}`);
const read = (line: Buffer, most = all) => readLongText(line, opening.length, most);

/** What a text is made of, with everything that stands for itself only behind a backslash. */
const pieces = [
	...['a', 'words of text ', '\n', '\t', '"', '\\', '\\"', '/', '{"b":[1]}', '\\u00e9', "'`", '\u007F'],
	...['é', 'ß', '日本語', 'かな', '한국', '🚀', '👩‍💻', '—', '│└', '✓', '​', '­', '\u202E', '\uFEFF', 'ﬁ', 'Ａ', '́'],
	...['\r', '\b', '\f', '\u0001', '\u001B[31m', '\u0085', '\u00A0', '\u3000', '\u2028', '𠀀', '\u{E0041}'],
];

it('is the text that a parser finds', () => {
	const random = new Random(7);
	let readApart = 0;
	let plain = 0;
	for (let round = 0; round < 20_000; round++) {
		// Most rounds have only a few sorts, so that many of them are plain.
		const sorts = Array.from({length: 1 + random.below(5)}, () => random.pick(pieces));
		const text = random.text(sorts, 40);
		const line = lineOf(text);
		const found = read(line);
		// JSON writes these as numbers; only a parser reads those.
		if (/[\u0000-\u0007\u000B\u000E-\u001F]/.test(text)) {
			expect(found).toBeUndefined();
			continue;
		}
		readApart++;
		expect(decodeBytes(found!.text)).toBe(text);
		expect(line.toString('utf8', found!.end)).toBe('","id":"é"}');
		if (found!.isPlain) expect([text, isSuspicious(text)]).toEqual([text, false]);
		if (!isSuspiciousBytes(found!.text)) expect([text, isSuspicious(text)]).toEqual([text, false]);
		if (found!.isPlain) plain++;
		const trimmed = trimBytesEnd(found!.text);
		if (trimmed !== undefined) expect(decodeBytes(trimmed)).toBe(text.trimEnd());
	}
	expect(readApart).toBeGreaterThan(10_000);
	expect(plain).toBeGreaterThan(2000);
});

it('is plain only where every letter is harmless', () => {
	const wrong: string[] = [];
	let plain = 0;
	for (let point = 0x20; point <= 0x10_ffff; point++) {
		if (point >= 0xd800 && point < 0xe000) continue;
		const letter = String.fromCodePoint(point);
		const text = `calm ${letter} words`;
		const found = read(lineOf(text))!;
		const isHidden = isSuspicious(text);
		if (found.isPlain) plain++;
		if (found.isPlain && isHidden) wrong.push(`plain U+${point.toString(16)}`);
		// The slower look is exact, but for what lies far up.
		if (isSuspiciousBytes(found.text) !== isHidden && (point < 0x1_0000 || isHidden))
			wrong.push(`looked at U+${point.toString(16)}`);
	}
	expect(wrong).toEqual([]);
	expect(plain).toBeGreaterThan(40_000);
	for (const text of ['résumé', '日本語のテスト', '한국어', 'кириллица', 'ελληνικά', '🚀✓│└─—’“”…•→', 'Ａ１'])
		expect([text, read(lineOf(text))!.isPlain]).toEqual([text, true]);
});

it('is not plain wherever what is hidden stands', () => {
	const calm = 'Plain text, Grüße, 日本語 and 🚀 rockets.\n'.repeat(1800);
	expect(read(lineOf(calm))).toMatchObject({isPlain: true});
	for (const hidden of ['\u202E', '\u200B', '\u007F', '\r', '\u0301', '\uFEFF', '\u{E0041}'])
		for (const at of [0, 1, 15, 16, 17, 1000, 32_750, 32_765, 40_003, calm.length]) {
			if (/[\uDC00-\uDFFF]/.test(calm[at] ?? '')) continue;
			const text = calm.slice(0, at) + hidden + calm.slice(at);
			const found = read(lineOf(text))!;
			expect([escape(hidden), at, found.isPlain]).toEqual([escape(hidden), at, false]);
			expect([escape(hidden), at, isSuspiciousBytes(found.text)]).toEqual([escape(hidden), at, true]);
			expect(decodeBytes(found.text)).toBe(text);
		}
	const bytes = (text: string) => Buffer.from(text).toString('latin1');
	for (const [name, hostile] of Object.entries(hostileTexts))
		if (hostile.isWellFormed()) expect([name, isSuspiciousBytes(bytes(calm + hostile + calm))]).toEqual([name, true]);
});

it('ends where the line ends, whatever is missing', () => {
	const line = lineOf('a "quoted" text \\ with 日本語\n🚀', '}');
	for (let length = opening.length; length < line.length - 2; length++)
		expect([length, read(line.subarray(0, length))]).toEqual([length, undefined]);
	for (const broken of ['a\nb"}', 'a\\x"}', 'a\\', 'a', '\\u00e9"}', 'a\tb"}'])
		expect([broken, read(Buffer.from(opening + broken))]).toEqual([broken, undefined]);
	expect(read(Buffer.from(`${opening}"}`))).toMatchObject({text: '', end: opening.length});
});

it('is read as far as it is wanted', () => {
	const found = read(lineOf('é'.repeat(5000)), 1000)!;
	expect(decodeBytes(found.text)).toBe('é'.repeat(500));
	expect(found.isPlain).toBe(false);
	expect(found.end).toBe(opening.length + 10_000);
	expect(read(lineOf('x'.repeat(3 * 1024 * 1024)))).toBeUndefined();
	const large = 'é\n'.repeat(300_000);
	expect(decodeBytes(read(lineOf(large))!.text)).toBe(large);
});

it('ends with no white space, however many bytes that has', () => {
	const trimmed = (text: string) => trimBytesEnd(Buffer.from(text).toString('latin1'));
	const spaces = [
		' ',
		'\n',
		'\t',
		'\r\n',
		'\u00A0',
		'\u1680',
		'\u2003',
		'\u2028',
		'\u202F',
		'\u205F',
		'\u3000',
		'\uFEFF',
	];
	for (const space of spaces)
		for (const text of [`done${space}`, `à${space}`, `Å ${space} `, space, `${space}${space}`]) {
			const bytes = trimmed(text);
			if (bytes !== undefined) expect([text, decodeBytes(bytes)]).toEqual([text, text.trimEnd()]);
			else expect(text.trimEnd()).not.toBe(text);
		}
	// Its last byte alone would be white space.
	expect(decodeBytes(trimmed('voilà\n')!)).toBe('voilà');
	expect(trimmed('done \n')).toBe('done');
});

it('is decoded as Node does it, however long it is and whatever it holds', () => {
	const random = new Random(3);
	for (let round = 0; round < 5000; round++) {
		const text = Buffer.from(random.text(pieces, 200));
		const end = random.below(text.length + 1);
		// Cut within a letter, and with bytes that are none.
		if (round % 7 === 0 && text.length > 0) text[random.below(text.length)] = random.below(256);
		expect(textOf(text, end)).toBe(text.toString('utf8', 0, end));
	}
	for (const size of [1, 15, 16, 17, 255, 256, 4096, 100_000, 1_200_000]) {
		const text = Buffer.from('aé日🚀'.repeat(size).slice(0, size));
		expect(textOf(text, text.length)).toBe(text.toString('utf8'));
	}
});

afterEach(() => {
	vi.unstubAllGlobals();
	vi.resetModules();
});

it('is left to the parser where the engine was told to do without such programs', async () => {
	vi.stubGlobal('WebAssembly', undefined);
	vi.resetModules();
	const [longText, texts] = await Promise.all([
		import('../../source/adapters/jsonl/long-text.ts'),
		import('../../source/adapters/jsonl/text-of.ts'),
	]);
	expect(longText.readLongText(lineOf('é'.repeat(1000)), opening.length, all)).toBeUndefined();
	const text = Buffer.from('é日🚀'.repeat(500));
	expect(texts.textOf(text, text.length)).toBe(text.toString('utf8'));
});
