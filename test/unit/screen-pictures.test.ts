/** Pictures of screens: every cell in its column, every look as the terminal has it. */
import {describe, expect, it} from 'vitest';
import {pictureOf} from '../../tools/screens/picture.ts';
import {emulator, write} from '../helpers/cells.ts';

async function picture(text: string, columns = 20, rows = 3): Promise<string[]> {
	const terminal = emulator(columns, rows);
	await write(terminal, text);
	const lines = pictureOf(terminal, 'a <title>').split('\n');
	terminal.dispose();
	return lines;
}

/** The column and the length, in columns, of every text. */
async function texts(text: string): Promise<Array<[text: string, column: number, length: number]>> {
	const lines = (await picture(text)).filter(line => line.startsWith('<text'));
	return lines.map(line => {
		const [, x] = / x="([\d.]+)"/.exec(line)!;
		const [, length] = / textLength="([\d.]+)"/.exec(line) ?? [];
		const [, words] = />(.*)<\/text>$/.exec(line)!;
		return [words!, Math.floor(Number(x) / 8), length === undefined ? 1 : Number(length) / 8];
	});
}

describe('texts', () => {
	it('stand in their columns, wide ones in two', async () => {
		expect(await texts('ab  cd 漢字 x')).toEqual([
			['ab', 0, 2],
			['cd', 4, 2],
			['漢', 7, 2],
			['字', 9, 2],
			['x', 12, 1],
		]);
	});

	it('are escaped, and so is the title', async () => {
		expect(await texts('a<b>&c')).toEqual([['a&lt;b&gt;&amp;c', 0, 6]]);
		expect((await picture('')).join('')).toContain('<title>a &lt;title&gt;</title>');
	});

	it('keep the second column that the program leaves to an emoji', async () => {
		expect(await texts('🚀 x')).toContainEqual(['🚀', 0, 2]);
	});
});

describe('looks', () => {
	it('are classes, one for each', async () => {
		const lines = await picture('\u001B[1mbold\u001B[m \u001B[2mdim\u001B[m \u001B[4munder\u001B[m \u001B[1mbold');
		const style = lines.find(line => line.startsWith('<style>'))!;
		expect(style).toContain('.s0{font-weight:700}.s1{opacity:.62}.s2{text-decoration:underline}');
		expect(lines.filter(line => line.includes('class="s0"'))).toHaveLength(2);
	});

	it('turned around are letters in the colour of the paper on a box', async () => {
		const lines = await picture('\u001B[31;7mab\u001B[m');
		expect(lines).toContain('<rect x="0" y="0" width="16" height="17" fill="#e5737d"/>');
		expect(lines.join('')).toContain('.s0{fill:#16181d}');
	});

	it('may be of 256 colours, or of all', async () => {
		const lines = await picture('\u001B[38;5;196mab\u001B[38;2;1;2;3mcd');
		expect(lines.join('')).toContain('.s0{fill:#ff0000}.s1{fill:#010203}');
	});
});

describe('lines and blocks', () => {
	it('are drawn, one rectangle across and one down', async () => {
		const lines = await picture('──────\r\n│\r\n│');
		expect(lines).toContain('<rect x="0" y="8" width="48" height="1" fill="#d6d9df"/>');
		expect(lines).toContain('<rect x="3.5" y="17" width="1" height="34" fill="#d6d9df"/>');
		expect(lines.some(line => line.startsWith('<text'))).toBe(false);
	});
});
