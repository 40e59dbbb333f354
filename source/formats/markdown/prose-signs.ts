/** What both ways of changing prose look for. */

/** What may be the beginning of HTML: behind a backslash it is text already, unless that one stands behind another. */
export const tag = /(?<=(?:^|[^\\])(?:\\\\)*)<(?=[A-Za-z/!?])/;

/** The address of a link, under its name: `[name]: address`. A name may go over several lines. */
export const definition = /^[ \t>*+\d.)-]*\[(?=[^[\]]+\]:)/m;

const deepest = 6;

/** What makes a heading two levels deeper, as far as there are levels. */
export function deeper(level: number): string {
	return '#'.repeat(Math.min(deepest, level + 2) - level);
}
