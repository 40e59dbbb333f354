// It has to come first.
import './upng-global.ts';
// Without its decoder.
import {FINALIZER, image2sixel, introducer, sixelEncode} from 'sixel/lib/SixelEncoder.js';
import {type Pixels, pieceLength} from './image.ts';

const mostColors = 256;

/** Pixels as a terminal of the eighties takes them: in rows of six, each with a few of 256 colours. */
export function* sixelImage({data, width, height}: Pixels, background: readonly number[]): Iterable<string> {
	const sequence = encode(opaque(data, background), width, height);
	for (let at = 0; at < sequence.length; at += pieceLength) yield sequence.slice(at, at + pieceLength);
}

function encode(data: Uint8Array, width: number, height: number): string {
	// Few colours stay what they are: choosing among them is what the package does badly.
	const colors = colorsOf(data);
	if (colors.size > mostColors) return image2sixel(data, width, height, mostColors, 1);
	return `${introducer(1)}${sixelEncode(data, width, height, [...colors])}${FINALIZER}`;
}

/** The colours as the package numbers them; no more than are needed to see that they are too many. */
function colorsOf(data: Uint8Array): Set<number> {
	const colors = new Set<number>();
	for (const color of new Uint32Array(data.buffer, data.byteOffset, data.byteLength / 4)) {
		if (colors.add(color).size > mostColors) break;
	}
	return colors;
}

/** There is no half of a colour: what shines through is mixed beforehand. */
function opaque(data: Uint8Array, background: readonly number[]): Uint8Array {
	const mixed = new Uint8Array(data.length);
	for (let at = 0; at < data.length; at += 4) {
		const opacity = data[at + 3]! / 255;
		for (let channel = 0; channel < 3; channel++) {
			mixed[at + channel] = Math.round(data[at + channel]! * opacity + 255 * background[channel]! * (1 - opacity));
		}
		mixed[at + 3] = 255;
	}
	return mixed;
}
