/** What can be told of an image, a document or a sound from its type and its data, without decoding it. */
import {GIF} from 'image-size/types/gif';
import {JPG} from 'image-size/types/jpg';
import {PNG} from 'image-size/types/png';
import {WEBP} from 'image-size/types/webp';
import type {Media} from '../model/entry.ts';
import {base64Bytes} from './fields.ts';

/** `base64` is absent where the data is not in the record. */
export function mediaFrom(type: string, base64: string | undefined): Media {
	if (base64 === undefined) return {type};
	return {type, bytes: base64Bytes(base64), ...sizeOf(base64)};
}

/** By how their base64 begins, and how many bytes the size lies in; a JPEG may hold much before it. */
const kinds = [
	{start: 'iVBORw0KGgo', image: PNG, head: 64},
	{start: 'R0lGOD', image: GIF, head: 64},
	{start: 'UklGR', image: WEBP, head: 64},
	{start: '/9j/', image: JPG, head: 24 * 1024},
];

function sizeOf(base64: string): {width: number; height: number} | undefined {
	const kind = kinds.find(({start}) => base64.startsWith(start));
	if (!kind) return undefined;
	try {
		// Memory of its own: the library reads on behind the end of what shares it with others.
		const head = Buffer.allocUnsafeSlow(Math.min(kind.head, base64Bytes(base64)));
		head.write(base64.slice(0, Math.ceil((head.length * 4) / 3)), 'base64');
		const {width, height} = kind.image.calculate(head);
		return width > 0 && height > 0 ? {width, height} : undefined;
	} catch {
		// It is cut off, or not what it says it is.
		return undefined;
	}
}
