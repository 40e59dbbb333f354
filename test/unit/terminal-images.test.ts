/** Pictures as they are sent to a terminal, read again as a terminal would. */
import {inflateSync} from 'node:zlib';
import jpeg from 'jpeg-js';
import {PNG} from 'pngjs';
import {decode as decodeSixel} from 'sixel';
import {describe, expect, test} from 'vitest';
import {mostPixels} from '../../source/terminal/images/decode-image.ts';
import {fitImage} from '../../source/terminal/images/fit-image.ts';
import {prepareImage} from '../../source/terminal/images/prepare-image.ts';
import {scalePixels} from '../../source/terminal/images/scale-pixels.ts';

const room = {columns: 80, rows: 20};
const cell = {width: 10, height: 20};
const black = [0, 0, 0];

/** Left half red, right half blue, the last row clear. */
function pixelsOf(width: number, height: number): Buffer {
	const data = Buffer.alloc(width * height * 4);
	for (let at = 0; at < width * height; at++) {
		const isLeft = at % width < width / 2;
		const opacity = at >= width * (height - 1) ? 0 : 255;
		data.set([isLeft ? 255 : 0, 0, isLeft ? 0 : 255, opacity], at * 4);
	}
	return data;
}

function png(width: number, height: number): Buffer {
	const image = new PNG({width, height});
	image.data = pixelsOf(width, height);
	return PNG.sync.write(image);
}

function jpg(width: number, height: number): Buffer {
	return jpeg.encode({data: pixelsOf(width, height), width, height}, 95).data;
}

const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

function codesOf(bytes: Uint8Array, way: 'kitty' | 'iterm' | 'sixel'): string {
	return [...prepareImage(bytes, way, black)!.codes(room, cell).pieces].join('');
}

/** The commands of the kitty protocol: the keys of the first, and the data of all. */
function readKitty(codes: string) {
	const commands = [...codes.matchAll(/\u001B_G([^;]*);([\s\S]*?)\u001B\\/g)];
	expect(commands.map(([whole]) => whole).join('')).toBe(codes);
	for (const [at, [, control, data]] of commands.entries()) {
		expect(data!.length).toBeLessThanOrEqual(4096);
		expect(control).toMatch(at === commands.length - 1 ? /m=0$/ : /m=1$/);
		if (at > 0) expect(control).toMatch(/^m=[01]$/);
	}
	const keys = Object.fromEntries(commands[0]![1]!.split(',').map(pair => pair.split('=') as [string, string]));
	return {keys, data: Buffer.from(commands.map(([, , data]) => data).join(''), 'base64'), count: commands.length};
}

describe('kitty', () => {
	test('a PNG goes as it is, in small pieces', () => {
		const bytes = Buffer.concat([png(400, 300), Buffer.alloc(40_000)]);
		const {keys, data, count} = readKitty(codesOf(bytes, 'kitty'));
		expect(data.equals(bytes)).toBe(true);
		expect(count).toBeGreaterThan(10);
		expect(keys).toMatchObject({a: 'T', f: '100', q: '2', C: '1'});
		// It fits, so it is not scaled.
		expect(keys.c).toBeUndefined();
	});

	test('what is too large is told its cells', () => {
		const {keys} = readKitty(codesOf(png(1600, 400), 'kitty'));
		expect([keys.c, keys.r]).toEqual(['80', '10']);
	});

	test('a JPEG goes as pixels', () => {
		const {keys, data} = readKitty(codesOf(jpg(64, 32), 'kitty'));
		expect(keys).toMatchObject({f: '32', o: 'z', s: '64', v: '32'});
		const pixels = inflateSync(data);
		expect(pixels.length).toBe(64 * 32 * 4);
		expect(pixels[0]).toBeGreaterThan(200);
		expect(pixels[63 * 4 + 2]).toBeGreaterThan(200);
	});

	test('a GIF can not be drawn', () => {
		expect(prepareImage(gif, 'kitty', black)).toBeUndefined();
	});
});

test.each([
	['PNG', png(1600, 800), 'width=80;height=20;'],
	['JPEG', jpg(100, 40), 'width=10;height=2;'],
	['GIF', gif, 'width=1;height=1;'],
])('iTerm2: a %s goes as it is, in one sequence', (_, bytes, size) => {
	const codes = codesOf(bytes, 'iterm');
	const [, options, data] = /^\u001B\]1337;File=([^:]*):([\dA-Za-z+/=]*)\u0007$/.exec(codes)!;
	expect(options).toContain('inline=1');
	expect(options).toContain(size);
	expect(Buffer.from(data!, 'base64').equals(bytes)).toBe(true);
});

describe('sixel', () => {
	test.each([
		['PNG', png(100, 48)],
		['JPEG', jpg(100, 48)],
	])('a %s', (_, bytes) => {
		const codes = codesOf(bytes, 'sixel');
		expect(codes).toMatch(/^\u001BP[\d;]*q[\s\S]*\u001B\\$/);
		const {width, height, data32} = decodeSixel(codes.slice(codes.indexOf('q') + 1, -2));
		expect([width, height]).toEqual([100, 48]);
		const colorAt = (column: number, row: number) => data32[row * width + column]! & 0xffffff;
		// Little endian: blue, green, red.
		expect(colorAt(5, 5) & 0xff).toBeGreaterThan(230);
		expect(colorAt(5, 5) >> 16).toBeLessThan(30);
		expect(colorAt(95, 5) >> 16).toBeGreaterThan(230);
	});

	test('what is too large becomes smaller', () => {
		const codes = codesOf(png(2000, 1000), 'sixel');
		expect(codes).toContain('"1;1;800;400');
	});

	test('what is clear shows the background', () => {
		const codes = [...prepareImage(png(6, 6), 'sixel', [1, 1, 1])!.codes(room, cell).pieces].join('');
		const {data32} = decodeSixel(codes.slice(codes.indexOf('q') + 1, -2));
		expect(data32[5 * 6]! & 0xffffff).toBe(0xffffff);
	});
});

describe('what is not drawn', () => {
	/** Only a header: whoever decoded it would need the memory. */
	function hugePng(width: number, height: number, interlace = 0): Buffer {
		const bytes = Buffer.from(png(2, 2));
		bytes.writeUInt32BE(width, 16);
		bytes.writeUInt32BE(height, 20);
		bytes[28] = interlace;
		return bytes;
	}

	test.each([
		['no picture', Buffer.from('hello')],
		['nothing', Buffer.alloc(0)],
		['an SVG', Buffer.from('<svg width="10" height="10" xmlns="http://www.w3.org/2000/svg"/>')],
		['a broken PNG', png(40, 40).subarray(0, 60)],
		['more pixels than we decode', hugePng(mostPixels, 2)],
		['a PNG in passes', hugePng(2, 2, 1)],
	])('%s, as sixel', (_, bytes) => {
		expect(prepareImage(bytes, 'sixel', black)).toBeUndefined();
	});

	test('more pixels than we ask a terminal to decode', () => {
		expect(prepareImage(hugePng(50_000, 50_000), 'kitty', black)).toBeUndefined();
		expect(prepareImage(hugePng(50_000, 50_000), 'iterm', black)).toBeUndefined();
	});
});

describe('fitting', () => {
	test('small pictures stay as they are, in the middle', () => {
		expect(fitImage({width: 100, height: 60}, room, cell)).toEqual({
			column: 35,
			row: 8,
			columns: 10,
			rows: 3,
			width: 100,
			height: 60,
			isWhole: true,
		});
	});

	test('large ones keep their shape and never leave the room', () => {
		for (const [width, height] of [
			[5000, 100],
			[100, 5000],
			[3000, 3000],
			[1, 100_000],
		] as const) {
			const fitted = fitImage({width, height}, room, cell);
			expect(fitted.columns).toBeLessThanOrEqual(room.columns);
			expect(fitted.rows).toBeLessThanOrEqual(room.rows);
			expect(fitted.width).toBeLessThanOrEqual(room.columns * cell.width);
			expect(fitted.height).toBeLessThanOrEqual(room.rows * cell.height);
			expect(fitted.isWhole).toBe(false);
			if (Math.min(fitted.width, fitted.height) > 10)
				expect(fitted.width / fitted.height).toBeCloseTo(width / height, 1);
		}
	});
});

test('scaling takes the mean, and clear pixels have no colour', () => {
	const data = new Uint8Array([255, 0, 0, 255, 0, 0, 255, 255, 9, 9, 9, 0, 0, 200, 0, 255]);
	const {data: scaled} = scalePixels({data, width: 4, height: 1}, 2, 1);
	expect([...scaled]).toEqual([128, 0, 128, 255, 0, 200, 0, 128]);
});
