/** What the mouse did where; the upper left cell is column 0 of row 0. */
export type MouseKey = {
	readonly name: 'wheel-up' | 'wheel-down' | 'click';
	readonly column: number;
	readonly row: number;
};

/** Buttons and the wheel are told, each with its place in decimals: places beyond column 223 have no other spelling. */
export const mouseOn = '\u001B[?1000h\u001B[?1006h';
export const mouseOff = '\u001B[?1006l\u001B[?1000l';

const wheel = 64;
const modifiers = 4 | 8 | 16;

const byDecimals = /^\u001B\[<(\d{1,5});(\d{1,5});(\d{1,5})([Mm])$/;
/** The spelling of terminals that do not know the other one: three characters, each 32 more than what it tells. */
const byCharacters = /^\u001B\[M([\s\S])([\s\S])([\s\S])$/;

/** A whole report of the mouse; undefined for what is no click and no wheel: letting go, other buttons, sideways. */
export function mouseKeyOf(sequence: string): MouseKey | undefined {
	const decimals = byDecimals.exec(sequence);
	if (decimals) return decimals[4] === 'm' ? undefined : keyOf(...numbers(decimals, Number));
	const characters = byCharacters.exec(sequence);
	return characters ? keyOf(...numbers(characters, character => character.charCodeAt(0) - 32)) : undefined;
}

function numbers([, button, column, row]: RegExpExecArray, read: (text: string) => number): [number, number, number] {
	return [read(button!), read(column!), read(row!)];
}

function keyOf(button: number, column: number, row: number): MouseKey | undefined {
	if (column < 1 || row < 1) return undefined;
	const place = {column: column - 1, row: row - 1};
	const plain = button & ~modifiers;
	if (plain === wheel) return {name: 'wheel-up', ...place};
	if (plain === wheel + 1) return {name: 'wheel-down', ...place};
	// With a modifier it is the terminal's own, or somebody's who selects text.
	return button === 0 ? {name: 'click', ...place} : undefined;
}
