/** Which of the terminal's colours are used: chosen once, and again if the terminal tells what its background is. */
export type Palette = {
	readonly background: 'dark' | 'light';
	/** How many colours there are. */
	readonly colors: number;
	/** What the user wants instead, by role: `blue`, `bright-red`. */
	readonly own?: Readonly<Record<string, string>>;
};

export type Codes = readonly [on: number | string, off: number | string];

const hues = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];
const yellow = 33;
const brightYellow = 93;
/** Of the 256: no theme changes it. */
const brown = '38;5;94';

/** The bright colours are made for dark backgrounds; what is white there is black here. */
const onLight: Readonly<Record<number, number>> = {92: 32, 93: 33, 94: 34, 95: 35, 96: 36, 97: 30};

/** The codes of a role in a palette, from those it has on a dark background. */
export function codesIn({background, colors, own}: Palette, role: string, [on, off]: Codes): Codes {
	const chosen = own?.[role] === undefined ? undefined : codeOf(own[role]);
	const parts = String(on).split(';').map(Number);
	if (chosen !== undefined) return recolored(parts, off, chosen);
	// Numbers of the 256 are what they are.
	if (background === 'dark' || parts.includes(38)) return [on, off];
	return [parts.map(code => codeOnLight(code, colors)).join(';'), off];
}

function codeOnLight(code: number, colors: number): number | string {
	// Yellow on white can't be read, in hardly any theme.
	if ((code === yellow || code === brightYellow) && colors >= 256) return brown;
	return onLight[code] ?? code;
}

function recolored(parts: readonly number[], off: number | string, color: number): Codes {
	const attributes = parts.filter(code => !isColor(code));
	const hasColor = attributes.length < parts.length;
	return [[...attributes, color].join(';'), hasColor ? off : `${off};39`];
}

function isColor(code: number): boolean {
	return (code >= 30 && code <= 39) || (code >= 90 && code <= 97);
}

function codeOf(name: string): number | undefined {
	const [, bright, hue = ''] = /^(bright-)?(\w+)$/.exec(name) ?? [];
	const at = hues.indexOf(hue);
	return at < 0 ? undefined : at + (bright ? 90 : 30);
}
