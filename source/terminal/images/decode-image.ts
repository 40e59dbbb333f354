import jpeg from 'jpeg-js';
import {PNG} from 'pngjs';
import type {Pixels} from './image.ts';
import type {Measured} from './measure-image.ts';

/** More than a screen of 5K; four bytes each. */
export const mostPixels = 16_000_000;
const mostMegabytes = 256;

/** In the header of a PNG: whether its rows come in seven passes. */
const interlaceByte = 28;

/**
 * The pixels of a PNG or JPEG; undefined for what would take too much memory, or is not whole. Not for PNGs in passes:
 * their compressed size tells nothing about what they unfold to.
 */
export function decodeImage(bytes: Uint8Array, {kind, width, height}: Measured): Pixels | undefined {
	if (width * height > mostPixels) return undefined;
	try {
		if (kind === 'png' && bytes[interlaceByte] === 0) return PNG.sync.read(Buffer.from(bytes));
		if (kind !== 'jpg') return undefined;
		const limits = {maxMemoryUsageInMB: mostMegabytes, maxResolutionInMP: mostPixels / 1e6};
		return jpeg.decode(bytes, {useTArray: true, formatAsRGBA: true, tolerantDecoding: true, ...limits});
	} catch {
		return undefined;
	}
}
