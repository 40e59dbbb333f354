import type {Fitted} from './fit-image.ts';
import {pieceLength} from './image.ts';

/** Any picture the terminal itself can decode goes as it is, in one sequence. */
export function* itermImage(bytes: Uint8Array, {columns, rows}: Fitted): Iterable<string> {
	const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
	const place = `width=${columns};height=${rows};preserveAspectRatio=1;doNotMoveCursor=1`;
	yield `\u001B]1337;File=inline=1;size=${bytes.byteLength};${place}:`;
	for (let at = 0; at < data.length; at += pieceLength) yield data.slice(at, at + pieceLength);
	yield '\u0007';
}
