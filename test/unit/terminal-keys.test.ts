import {describe, expect, test} from 'vitest';
import {KeySplitter} from '../../source/terminal/key-splitter.ts';

const names = (...chunks: string[]): string[] => {
	const splitter = new KeySplitter();
	return [...chunks.flatMap(chunk => splitter.push(chunk)), ...splitter.flush()].map(({name}) => name);
};

describe('KeySplitter', () => {
	test.each([
		['keys typed fast', 'jjj', ['j', 'j', 'j']],
		['arrows', '\u001B[A\u001B[B\u001BOC\u001BOD', ['up', 'down', 'right', 'left']],
		[
			'paging',
			'\u001B[5~\u001B[6~\u001B[H\u001B[F\u001B[1~\u001B[4~',
			['pageup', 'pagedown', 'home', 'end', 'home', 'end'],
		],
		[
			'controls',
			'\u0003\u0004\u0015\u001A\r\t \u007F',
			['ctrl-c', 'ctrl-d', 'ctrl-u', 'ctrl-z', 'enter', 'tab', 'space', 'backspace'],
		],
		['modifiers', '\u001B[1;5A\u001B[1;2B\u001B[Z', ['ctrl-up', 'shift-down', 'shift-tab']],
		['Alt', '\u001Bx\u001B\r', ['alt-x', 'alt-enter']],
		['other scripts', '漢é👍', ['漢', 'é', '👍']],
		['escape, then a key much later', '\u001B', ['escape']],
		['escape twice', '\u001B\u001B', ['escape', 'escape']],
		['escape before an arrow', '\u001B\u001B[A', ['escape', 'up']],
	])('%s', (_, input, wanted) => {
		expect(names(input)).toEqual(wanted);
	});

	test.each([
		['a cursor report', '\u001B[12;40R'],
		['a colour report', '\u001B]11;rgb:0000/0000/0000\u001B\\'],
		['a device report', '\u001BP>|xterm(390)\u001B\\'],
		['letting go of the mouse', '\u001B[<0;10;10m'],
		['another button, a movement, sideways', '\u001B[<2;1;1M\u001B[<35;1;1M\u001B[<66;1;1M'],
		['a click with a modifier', '\u001B[<4;10;10M\u001B[<8;10;10M\u001B[<16;10;10M'],
		['a graphics report', '\u001B_Gi=1;OK\u001B\\'],
		['a mode report', '\u001B[?2026;2$y'],
		['focus', '\u001B[I\u001B[O'],
		['keys we have no name for', '\u001B[99~\u001B[24~'],
	])('%s is no key', (_, input) => {
		expect(names(`${input}j`)).toEqual(['j']);
	});

	test('a sequence may come in any pieces', () => {
		const input = 'a\u001B[5~b\u001B[1;5Ac\u001BOAd';
		for (let cut = 1; cut < input.length; cut++) {
			expect(names(input.slice(0, cut), input.slice(cut))).toEqual(['a', 'pageup', 'b', 'ctrl-up', 'c', 'up', 'd']);
		}
		expect(names(...input)).toEqual(['a', 'pageup', 'b', 'ctrl-up', 'c', 'up', 'd']);
	});

	test('a paste is one event, and its text is no keys', () => {
		const splitter = new KeySplitter();
		expect(splitter.push('\u001B[200~q\u001B[Aj')).toEqual([]);
		expect(splitter.waitsFor).toBeUndefined();
		expect(splitter.push('\rx\u001B[201~k')).toEqual([{name: 'paste', text: 'q\u001B[Aj\rx'}, {name: 'k'}]);
	});

	test('what never ends does not grow for ever', () => {
		const splitter = new KeySplitter();
		splitter.push(`\u001B]${'x'.repeat(2_000_000)}`);
		expect(splitter.push('j')).toEqual([{name: 'j'}]);
	});
});
