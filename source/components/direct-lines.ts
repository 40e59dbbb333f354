/**
 * Lines of a screen go past Ink. Ink would take each of them apart, letter by letter and style by style, only to put it
 * together again: half the time of a frame. So it gets one letter for each line, lays that out, and the line is put in its
 * place afterwards. Whoever draws with Ink alone, as tests do, sees the lines themselves.
 */
import {lineWidth} from './line-tools.ts';
import {type Line, paint} from './theme.ts';

/** Letters that no text of ours has: lines hold others', but those do not pass through Ink. */
const firstLetter = 0xe000;
const letters = /[\uE000-\uF8FF]/g;

type Placed = {readonly text: string; readonly width: number};

let placed: Placed[] | undefined;

/** From now on frames hold letters; `withLines` puts the lines in. */
export function drawDirectly(): void {
	placed ??= [];
}

/** What Ink is given for a line. */
export function forInk(line: Line): string {
	const text = line.map(paint).join('');
	if (!placed) return text;
	placed.push({text, width: lineWidth(line)});
	return String.fromCharCode(firstLetter + placed.length - 1);
}

/** A frame as Ink made it, with the lines in their places. */
export function withLines(frame: string): string {
	if (!placed) return frame;
	const lines = placed;
	placed = [];
	return frame
		.split('\n')
		.map(row => rowWith(row, lines))
		.join('\n');
}

function rowWith(row: string, lines: readonly Placed[]): string {
	let made = '';
	/** Columns that are there, and how far into Ink's row that is. */
	let columns = 0;
	let taken = 0;
	for (const {0: letter, index} of row.matchAll(letters)) {
		const line = lines[letter.charCodeAt(0) - firstLetter];
		if (!line) continue;
		// What stands between two lines is blank, or Ink's own.
		const between = row.slice(Math.max(taken, columns), index);
		made += between.padStart(index - columns) + line.text;
		columns = index + line.width;
		taken = index + 1;
	}
	return made + row.slice(Math.max(taken, columns));
}
