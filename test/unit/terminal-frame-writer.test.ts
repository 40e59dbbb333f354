import {describe, expect, test} from 'vitest';
import {FrameWriter} from '../../source/terminal/frame-writer.ts';
import {emulator, seenCells, write} from '../helpers/cells.ts';

function makeWriter(columns: number, rows: number, hasColor = true) {
	let sent = '';
	const writer = new FrameWriter(data => {
		sent += data;
	}, hasColor);
	writer.resize(columns, rows);
	const draw = (frame: string): string => {
		sent = '';
		writer.draw(frame);
		return sent;
	};
	return {writer, draw};
}

/** Repeatable chance. */
function chance(seed: number) {
	let state = seed;
	return (below: number): number => {
		state = (state * 1664525 + 1013904223) % 4294967296;
		return Math.floor((state / 4294967296) * below);
	};
}

const pieces = [
	'a',
	'bc',
	'  ',
	'漢',
	'字かな',
	'한',
	'🚀',
	'👨‍👩‍👧',
	'☺️',
	'🇩🇪',
	'👍🏽',
	'e\u0301',
	'─',
	'│',
	'…',
	'ไทย',
	'हि',
	'word ',
];
const styles = ['1', '2', '4', '7', '31', '36', '93', '1;33', '7;32', '44'];

function randomLine(random: (below: number) => number, columns: number): string {
	let line = '';
	for (let count = random(columns / 2); count > 0; count--) {
		const piece = pieces[random(pieces.length)]!;
		line += random(4) === 0 ? `\u001B[${styles[random(styles.length)]}m${piece}\u001B[0m` : piece;
	}
	return line;
}

describe('the screen after each frame is what a full redraw would show', () => {
	test.each(Array.from({length: 12}, (_, seed) => seed))('seed %d', async seed => {
		const random = chance(seed + 1);
		let columns = 20 + random(60);
		let rows = 6 + random(20);
		const {writer, draw} = makeWriter(columns, rows);
		const incremental = emulator(columns, rows);
		let lines: string[] = [];
		for (let frame = 0; frame < 40; frame++) {
			const kind = random(8);
			if (kind === 0) lines = Array.from({length: rows}, () => randomLine(random, columns));
			else if (kind === 1)
				lines = [...lines.slice(1 + random(3)), randomLine(random, columns), randomLine(random, columns)];
			else if (kind === 2) lines = [randomLine(random, columns), ...lines];
			else if (kind === 3) {
				columns = 20 + random(60);
				rows = 6 + random(20);
				incremental.resize(columns, rows);
				writer.resize(columns, rows);
			} else for (let change = random(4); change > 0; change--) lines[random(rows)] = randomLine(random, columns);
			const shown = Array.from({length: rows - 1}, (_, row) => lines[row] ?? '').join('\n');
			await write(incremental, draw(shown));

			const whole = makeWriter(columns, rows);
			const redrawn = emulator(columns, rows);
			await write(redrawn, whole.draw(shown));
			expect(seenCells(incremental), `seed ${seed}, frame ${frame}`).toEqual(seenCells(redrawn));
		}
	});
});

describe('what is sent', () => {
	const rows = Array.from({length: 39}, (_, row) => `row ${row} ${'with some text in it '.repeat(5)}`);

	test('nothing for the same frame', () => {
		const {draw} = makeWriter(120, 40);
		draw(rows.join('\n'));
		expect(draw(rows.join('\n'))).toBe('');
	});

	test('little for one changed word', () => {
		const {draw} = makeWriter(120, 40);
		draw(rows.join('\n'));
		expect(draw(rows.with(7, rows[7]!.replace('some', 'more')).join('\n')).length).toBeLessThan(40);
	});

	test('little for a scroll: the terminal moves the rows itself', () => {
		const {draw} = makeWriter(120, 40);
		const screen = (from: number) => ['header', ...rows.slice(from, from + 30), 'footer'].join('\n');
		draw(screen(0));
		expect(draw(screen(1)).length).toBeLessThan(220);
		expect(draw(screen(0)).length).toBeLessThan(220);
	});

	test('a frame that is too large is clipped', async () => {
		const {draw} = makeWriter(10, 3);
		const terminal = emulator(10, 3);
		await write(terminal, draw('123456789漢x\n2\n3\n4\n5'));
		expect(seenCells(terminal).map(row => row.map(cell => cell.split(' ')[0]).join(''))[0]).toBe('123456789');
		expect(terminal.buffer.active.baseY).toBe(0);
	});

	test('everything inside a synchronized update, where the terminal can', () => {
		const {writer, draw} = makeWriter(20, 3);
		expect(draw('a')).not.toContain('2026');
		writer.isSynchronized = true;
		expect(draw('b')).toMatch(/^\u001B\[\?2026h[\s\S]*\u001B\[\?2026l$/);
		expect(draw('b')).toBe('');
	});

	test('no colours where there are none, but what is inverse or bold', () => {
		const {draw} = makeWriter(40, 3, false);
		const sent = draw(
			'\u001B[31mred\u001B[39m \u001B[7msel\u001B[27m \u001B[1;44mb\u001B[0m \u001B[38;2;1;2;3mtrue\u001B[0m',
		);
		expect(sent).not.toMatch(/\u001B\[[\d;]*(3[0-8]|4[0-8]|9\d)[\d;]*m/);
		expect(sent).toContain('\u001B[7msel');
		expect(sent).toContain('\u001B[1mb');
	});

	test('nothing but text and styles passes', () => {
		const {draw} = makeWriter(60, 3);
		const sent = draw('a\u001B]52;c;x\u0007b\u001B[2Jc\u0007d\u001B[3Je\te');
		expect(sent).not.toMatch(/\u0007|\u001B\]|\u001B\[[23]J/);
	});
});
