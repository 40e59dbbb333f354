/** What a terminal tells about itself when it is asked. */
export type Report =
	/** A private mode: 1 and 2 are on and off, 0 is unknown, 3 and 4 can't be changed. */
	| {readonly about: 'mode'; readonly mode: number; readonly state: number}
	/** What it is and can; everybody answers this one. */
	| {readonly about: 'device'; readonly attributes: readonly number[]}
	/** Its name, and mostly its version. */
	| {readonly about: 'name'; readonly text: string}
	/** Red, green and blue, each from 0 to 1. */
	| {readonly about: 'background'; readonly color: readonly [number, number, number]}
	| {readonly about: 'graphics'; readonly isOk: boolean}
	/** How many pixels a cell has. */
	| {readonly about: 'cell'; readonly width: number; readonly height: number};

const mode = /^\u001B\[\?(\d+);(\d+)\$y$/;
const device = /^\u001B\[\?([\d;]*)c$/;
const cell = /^\u001B\[6;(\d{1,5});(\d{1,5})t$/;
const name = /^\u001BP>\|([^\u001B]*)\u001B\\$/;
const background = /^\u001B\]11;rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})/i;
const graphics = /^\u001B_G[^;]*;(\w*)/;

/** A whole sequence, if it is an answer; undefined for everything else. */
export function reportOf(sequence: string): Report | undefined {
	let found = mode.exec(sequence);
	if (found) return {about: 'mode', mode: Number(found[1]), state: Number(found[2])};
	found = device.exec(sequence);
	if (found) return {about: 'device', attributes: found[1]!.split(';').map(Number)};
	found = cell.exec(sequence);
	if (found) return {about: 'cell', width: Number(found[2]), height: Number(found[1])};
	found = name.exec(sequence);
	if (found) return {about: 'name', text: found[1]!};
	found = background.exec(sequence);
	if (found) return {about: 'background', color: [share(found[1]!), share(found[2]!), share(found[3]!)]};
	found = graphics.exec(sequence);
	return found ? {about: 'graphics', isOk: found[1] === 'OK'} : undefined;
}

/** Of the most that so many digits can tell. */
function share(digits: string): number {
	return Number.parseInt(digits, 16) / (16 ** digits.length - 1);
}
