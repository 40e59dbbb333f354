import {deflateSync} from 'node:zlib';
import {expect, test} from 'vitest';
import {mediaFrom} from '../../source/adapters/media.ts';

function png(width: number, height: number): Buffer {
	const header = Buffer.alloc(25);
	header.writeUInt32BE(13, 0);
	header.write('IHDR', 4);
	header.writeUInt32BE(width, 8);
	header.writeUInt32BE(height, 12);
	header[16] = 8;
	return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), header, deflateSync(Buffer.alloc(100))]);
}

const gif = Buffer.from('47494638396120014001800000', 'hex');
const webp = Buffer.concat([
	Buffer.from('RIFF\x1a\0\0\0WEBPVP8L\x0d\0\0\0', 'latin1'),
	Buffer.from('2f1fc0050010', 'hex'),
	Buffer.alloc(10),
]);

function jpeg(before: number): Buffer {
	const comment = Buffer.alloc(before + 4);
	comment.writeUInt16BE(0xfffe, 0);
	comment.writeUInt16BE(before + 2, 2);
	return Buffer.concat([
		Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
		comment,
		Buffer.from('ffc0001108012c019003012200021101031101', 'hex'),
		Buffer.alloc(50),
	]);
}

test('an image tells its size in its first bytes', () => {
	expect(mediaFrom('image/png', png(640, 480).toString('base64'))).toMatchObject({width: 640, height: 480});
	expect(mediaFrom('image/gif', gif.toString('base64'))).toMatchObject({width: 288, height: 320});
	expect(mediaFrom('image/webp', webp.toString('base64'))).toMatchObject({width: 32, height: 24});
	expect(mediaFrom('image/jpeg', jpeg(20).toString('base64'))).toMatchObject({width: 400, height: 300});
	expect(mediaFrom('image/jpeg', jpeg(9000).toString('base64'))).toMatchObject({width: 400, height: 300});
});

test('what is no image, or not whole, only tells its bytes', () => {
	expect(mediaFrom('application/pdf', 'JVBERi0xLjcK')).toEqual({type: 'application/pdf', bytes: 9});
	const whole = png(640, 480);
	for (let length = 0; length < whole.length; length++) {
		const media = mediaFrom('image/png', whole.subarray(0, length).toString('base64'));
		expect(media).toEqual({
			type: 'image/png',
			bytes: length,
			...(length >= 24 ? {width: 640, height: 480} : undefined),
		});
	}
	for (const hostile of ['/9j/', `/9j/${'A'.repeat(100_000)}`, 'UklGRAAAA', 'R0lGOD', 'iVBORw0KGgo='])
		expect(mediaFrom('image/x', hostile)).not.toHaveProperty('width');
	expect(mediaFrom('image/png', undefined)).toEqual({type: 'image/png'});
});
