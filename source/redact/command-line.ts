/** As far as one looks back for the program of a flag. */
const reach = 400;

/** A command that goes on in the next line, in a shell and as an escape. */
const continued = /\\\r?\n|\\\\\\n/g;

const parting = /\n|\\n|[;|&]/;

/** To the same quote, with as many backslashes as the first. */
const quoted = /(?<!\\)(?<quote>\\{0,8}["']).*?(?<!\\)\k<quote>/g;

/** The command up to here: from what parts it from the one before. Between quotes nothing does: `"https://x?a=1&b=2"`. */
export function commandBefore(text: string, at: number): string {
	return text
		.slice(Math.max(0, at - reach), at)
		.replace(continued, ' ')
		.replace(quoted, within => within.replace(/[;|&]/g, ' '))
		.split(parting)
		.at(-1)!;
}
