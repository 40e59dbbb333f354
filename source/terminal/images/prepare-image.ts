import type {CellSize} from '../capabilities/inquiry.ts';
import {decodeImage} from './decode-image.ts';
import {type Fitted, fitImage, type Room} from './fit-image.ts';
import type {ImageWay, Pixels} from './image.ts';
import {itermImage} from './iterm.ts';
import {kittyPixels, kittyPng} from './kitty.ts';
import {type Measured, measureImage} from './measure-image.ts';
import {scalePixels} from './scale-pixels.ts';
import {sixelImage} from './sixel.ts';

/** What goes to the terminal as it is: the terminal has to unpack it, and the network to carry it. */
const mostBytes = 32 * 1024 * 1024;
const mostPixelsThere = 100_000_000;

export type Drawing = Measured & {
	/** The codes for a room of this size, piece by piece. */
	codes(room: Room, cell?: CellSize): {readonly fitted: Fitted; readonly pieces: Iterable<string>};
};

/** Makes a picture ready to be drawn, more than once if the window changes; undefined if it can't be drawn this way. */
export function prepareImage(bytes: Uint8Array, way: ImageWay, background: readonly number[]): Drawing | undefined {
	const measured = measureImage(bytes);
	if (!measured || bytes.byteLength > mostBytes || measured.width * measured.height > mostPixelsThere) return undefined;
	if (way === 'iterm') return drawing(measured, fitted => itermImage(bytes, fitted));
	if (way === 'kitty' && measured.kind === 'png') return drawing(measured, fitted => kittyPng(bytes, fitted));
	const pixels = decodeImage(bytes, measured);
	if (!pixels) return undefined;
	const scaled = ({width, height}: Fitted): Pixels => scalePixels(pixels, width, height);
	if (way === 'kitty') return drawing(measured, fitted => kittyPixels(scaled(fitted), fitted));
	return drawing(measured, fitted => sixelImage(scaled(fitted), background));
}

function drawing(measured: Measured, pieces: (fitted: Fitted) => Iterable<string>): Drawing {
	return {
		...measured,
		codes(room, cell) {
			const fitted = fitImage(measured, room, cell);
			return {fitted, pieces: pieces(fitted)};
		},
	};
}
