/**
 * Lines and blocks that must meet from cell to cell. Fonts leave gaps between rows, so these are drawn and not written.
 */

/** To which sides a line leads: up, right, down, left; 1 light, 2 heavy, 3 double. */
const lines: Readonly<Record<string, readonly [number, number, number, number]>> = {
	'─': [0, 1, 0, 1],
	'━': [0, 2, 0, 2],
	'═': [0, 3, 0, 3],
	'│': [1, 0, 1, 0],
	'┃': [2, 0, 2, 0],
	'║': [3, 0, 3, 0],
	'┌': [0, 1, 1, 0],
	'╭': [0, 1, 1, 0],
	'┐': [0, 0, 1, 1],
	'╮': [0, 0, 1, 1],
	'└': [1, 1, 0, 0],
	'╰': [1, 1, 0, 0],
	'┘': [1, 0, 0, 1],
	'╯': [1, 0, 0, 1],
	'├': [1, 1, 1, 0],
	'┤': [1, 0, 1, 1],
	'┬': [0, 1, 1, 1],
	'┴': [1, 1, 0, 1],
	'┼': [1, 1, 1, 1],
	'╪': [1, 3, 1, 3],
	'╌': [0, 1, 0, 1],
};

/** A part of the cell: left, top, right, bottom, in eighths. */
const blocks: Readonly<Record<string, readonly [number, number, number, number]>> = {
	'▁': [0, 7, 8, 8],
	'▂': [0, 6, 8, 8],
	'▃': [0, 5, 8, 8],
	'▄': [0, 4, 8, 8],
	'▅': [0, 3, 8, 8],
	'▆': [0, 2, 8, 8],
	'▇': [0, 1, 8, 8],
	'█': [0, 0, 8, 8],
	'▀': [0, 0, 8, 4],
	'▔': [0, 0, 8, 1],
	'▏': [0, 0, 1, 8],
	'▎': [0, 0, 2, 8],
	'▍': [0, 0, 3, 8],
	'▌': [0, 0, 4, 8],
	'▋': [0, 0, 5, 8],
	'▊': [0, 0, 6, 8],
	'▉': [0, 0, 7, 8],
	'▐': [4, 0, 8, 8],
	'▕': [7, 0, 8, 8],
};

/** Few fonts have it: a stem, a bar and two prongs, again in eighths. */
const fork: ReadonlyArray<readonly [number, number, number, number]> = [
	[1, 1.6, 2.2, 4],
	[5.8, 1.6, 7, 4],
	[1, 3.5, 7, 4],
	[3.4, 3.5, 4.6, 6.4],
];

/** A filled rectangle: left, top, width, height. */
export type Box = readonly [number, number, number, number];

export function isDrawn(text: string): boolean {
	return text in lines || text in blocks || text === '⑂';
}

/** The rectangles that make up the glyph in a cell at this place. */
export function boxesOf(text: string, x: number, y: number, width: number, height: number): Box[] {
	const parts = text === '⑂' ? fork : text in blocks ? [blocks[text]!] : [];
	if (parts.length > 0)
		return parts.map(([left, top, right, bottom]) => [
			x + (left * width) / 8,
			y + (top * height) / 8,
			((right - left) * width) / 8,
			((bottom - top) * height) / 8,
		]);
	const [up, right, down, left] = lines[text] ?? [0, 0, 0, 0];
	const middle = {x: x + width / 2, y: y + height / 2};
	if (up === down && left === right && up * left === 0)
		return strokes(up || left).map(([offset, thick]) =>
			up > 0 ? [middle.x + offset - thick / 2, y, thick, height] : [x, middle.y + offset - thick / 2, width, thick],
		);
	// Each arm reaches a little over the middle, so that corners are closed.
	const across = (weight: number, from: number, to: number) =>
		strokes(weight).map(([offset, thick]): Box => [from, middle.y + offset - thick / 2, to - from, thick]);
	const upright = (weight: number, from: number, to: number) =>
		strokes(weight).map(([offset, thick]): Box => [middle.x + offset - thick / 2, from, thick, to - from]);
	return [
		...across(left, x, middle.x + 0.5),
		...across(right, middle.x - 0.5, x + width),
		...upright(up, y, middle.y + 0.5),
		...upright(down, middle.y - 0.5, y + height),
	];
}

/** How far from the middle, and how thick. */
function strokes(weight: number): ReadonlyArray<readonly [number, number]> {
	if (weight === 0) return [];
	if (weight === 1) return [[0, 1]];
	return weight === 2 ? [[0, 2.4]] : [[-1.5, 1], [1.5, 1]]; // biome-ignore format: one case a line
}
