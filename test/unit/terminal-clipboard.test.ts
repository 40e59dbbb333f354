import {describe, expect, test} from 'vitest';
import {copyCodes} from '../../source/terminal/clipboard.ts';

const plain = {TERM: 'xterm-256color'};

/** What a terminal would put into its clipboard. */
function pasted(codes: string): string {
	const data = /^\u001B\]52;c;([\dA-Za-z+/=]*)\u0007$/.exec(codes)![1]!;
	return Buffer.from(data, 'base64').toString();
}

describe('copying', () => {
	test('any text, as it is', () => {
		const text = 'line\n\ttwo \u001B[31m 漢字 👍';
		const {ok, note, codes} = copyCodes(text, plain);
		expect([ok, note]).toEqual([true, '']);
		expect(pasted(codes)).toBe(text);
	});

	test('too much is cut between characters, and said', () => {
		const text = '漢'.repeat(60_000);
		const {ok, note, codes} = copyCodes(text, plain);
		expect(ok).toBe(true);
		expect(note).toBe('only the first 75 KB of 180 KB: terminals take no more at once');
		expect(codes.length).toBeLessThan(100_000);
		expect(pasted(codes)).toBe('漢'.repeat(24_997));
	});

	test('nothing, or to a terminal that has no clipboard', () => {
		expect(copyCodes('', plain)).toMatchObject({ok: false, codes: ''});
		expect(copyCodes('x', {TERM: 'linux'})).toMatchObject({ok: false, codes: ''});
		expect(copyCodes('x', {...plain, TERM_PROGRAM: 'Apple_Terminal'})).toMatchObject({ok: false, codes: ''});
	});

	test('through tmux, in both ways it may allow', () => {
		const {ok, note, codes} = copyCodes('text', {TERM: 'tmux-256color', TMUX: 'x'});
		expect(ok).toBe(true);
		expect(note).toContain('set-clipboard');
		const [, wrapped, bare] = /^\u001BPtmux;([\s\S]*?[^\u001B])\u001B\\([\s\S]*)$/.exec(codes)!;
		expect(pasted(wrapped!.replaceAll('\u001B\u001B', '\u001B'))).toBe('text');
		expect(pasted(bare!)).toBe('text');
	});

	test('through screen, in strings that it takes', () => {
		const text = 'screen '.repeat(2000);
		const {codes} = copyCodes(text, {TERM: 'screen', STY: '1'});
		const pieces = codes.split('\u001B\\').slice(0, -1);
		for (const piece of pieces) {
			expect(piece.length).toBeLessThan(768);
			expect(piece.startsWith('\u001BP')).toBe(true);
		}
		expect(pasted(pieces.map(piece => piece.slice(2)).join(''))).toBe(text);
	});
});
