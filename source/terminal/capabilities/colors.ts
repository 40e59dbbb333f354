import type {Environment} from './surroundings.ts';

export type Background = 'dark' | 'light';

/** How many colours a terminal has, as far as the environment tells. */
export type ColorCount = 16 | 256 | 16_777_216;

export function colorCount({COLORTERM = '', TERM = '', WT_SESSION}: Environment): ColorCount {
	if (/^(truecolor|24bit)$/i.test(COLORTERM) || /-direct/.test(TERM) || WT_SESSION) return 16_777_216;
	return /256/.test(TERM) || /kitty|ghostty|alacritty|foot|wezterm/i.test(TERM) ? 256 : 16;
}

/** By a terminal that says it in the environment: `foreground;background`, each a number of the sixteen. */
export function backgroundOf({COLORFGBG = ''}: Environment): Background | undefined {
	const color = /;(\d{1,2})$/.exec(COLORFGBG)?.[1];
	if (color === undefined || Number(color) > 15) return undefined;
	return Number(color) < 7 || color === '8' ? 'dark' : 'light';
}

/** Whether dark text is better to read on a colour than light text. */
export function brightnessOf([red, green, blue]: readonly [number, number, number]): Background {
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.5 ? 'light' : 'dark';
}
