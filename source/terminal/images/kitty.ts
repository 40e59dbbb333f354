import {deflateSync} from 'node:zlib';
import type {Fitted} from './fit-image.ts';
import {type Pixels, pieceLength} from './image.ts';

/** The protocol takes no longer pieces. */
const chunkLength = 4096;

/** Ends a picture that was stopped on its way. */
export const kittyStop = '\u001B_Gm=0,q=2;\u001B\\';
/** Takes away what is shown, and forgets it. */
export const kittyErase = '\u001B_Ga=d,d=A,q=2\u001B\\';

/** A PNG goes as it is. */
export function kittyPng(bytes: Uint8Array, fitted: Fitted): Iterable<string> {
	return chunks('f=100', bytes, fitted);
}

export function kittyPixels({data, width, height}: Pixels, fitted: Fitted): Iterable<string> {
	return chunks(`f=32,o=z,s=${width},v=${height}`, deflateSync(data), fitted);
}

function* chunks(format: string, bytes: Uint8Array, {columns, rows, isWhole}: Fitted): Iterable<string> {
	// Where it is smaller than it is, both sides are told: some terminals do not work out the other one.
	const size = isWhole ? '' : `,c=${columns},r=${rows}`;
	const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
	let piece = '';
	for (let at = 0; at < data.length; at += chunkLength) {
		const isLast = at + chunkLength >= data.length;
		// Shown at once, without an answer, the cursor stays.
		const control = at === 0 ? `a=T,q=2,C=1,${format}${size},` : '';
		piece += `\u001B_G${control}m=${isLast ? 0 : 1};${data.slice(at, at + chunkLength)}\u001B\\`;
		if (piece.length < pieceLength && !isLast) continue;
		yield piece;
		piece = '';
	}
}
