import type {Pixels} from './image.ts';

/** Makes a picture smaller: each new pixel is the mean of those it stands for. */
export function scalePixels(image: Pixels, width: number, height: number): Pixels {
	if (width >= image.width && height >= image.height) return image;
	const data = new Uint8Array(width * height * 4);
	for (let row = 0; row < height; row++) {
		const [top, bottom] = stretch(row, height, image.height);
		for (let column = 0; column < width; column++) {
			const [left, right] = stretch(column, width, image.width);
			mean(image, left, right, top, bottom, data, (row * width + column) * 4);
		}
	}
	return {data, width, height};
}

/** The pixels one of `of` stands for. */
function stretch(at: number, of: number, all: number): [number, number] {
	const start = Math.floor((at * all) / of);
	return [start, Math.max(start + 1, Math.floor(((at + 1) * all) / of))];
}

function mean(
	{data, width}: Pixels,
	left: number,
	right: number,
	top: number,
	bottom: number,
	to: Uint8Array,
	at: number,
): void {
	const sums = [0, 0, 0];
	let opacity = 0;
	for (let row = top; row < bottom; row++) {
		for (let from = (row * width + left) * 4; from < (row * width + right) * 4; from += 4) {
			// What can't be seen has no colour.
			const alpha = data[from + 3]!;
			opacity += alpha;
			for (let channel = 0; channel < 3; channel++) sums[channel]! += data[from + channel]! * alpha;
		}
	}
	for (let channel = 0; channel < 3; channel++)
		to[at + channel] = opacity === 0 ? 0 : Math.round(sums[channel]! / opacity);
	to[at + 3] = Math.round(opacity / ((right - left) * (bottom - top)));
}
