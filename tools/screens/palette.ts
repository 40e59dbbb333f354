/** The colours of the pictures: neutral, dark, and readable on a light page as on a dark one. */
export const paper = '#16181d';
export const ink = '#d6d9df';

const sixteen = [
	'#2a2d35',
	'#e5737d',
	'#8fc07a',
	'#d9b36c',
	'#6fa8dc',
	'#c08bd0',
	'#6cbcc4',
	'#c3c7cf',
	'#6b717d',
	'#ef8f97',
	'#a9d396',
	'#e7c788',
	'#8fbdeb',
	'#d3a6e0',
	'#8ad0d6',
	'#f1f3f6',
];

const steps = [0, 95, 135, 175, 215, 255];

/** A colour of the terminal's 256: the sixteen of the theme, a cube, and greys. */
export function paletteColour(index: number): string {
	if (index < 16) return sixteen[index]!;
	if (index >= 232) return rgb(8 + (index - 232) * 10, 8 + (index - 232) * 10, 8 + (index - 232) * 10);
	const at = index - 16;
	return rgb(steps[Math.floor(at / 36)]!, steps[Math.floor(at / 6) % 6]!, steps[at % 6]!);
}

export function trueColour(value: number): string {
	return rgb((value >> 16) & 255, (value >> 8) & 255, value & 255);
}

function rgb(...parts: number[]): string {
	return `#${parts.map(part => part.toString(16).padStart(2, '0')).join('')}`;
}
