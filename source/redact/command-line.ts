/** As far as one looks back for the program of a flag. */
const reach = 400;

/** A command that goes on in the next line, in a shell and as an escape. */
const continued = /\\\r?\n|\\\\\\n/g;

const parting = /\n|\\n|[;|&]/;

/** The command up to here: from what parts it from the one before. */
export function commandBefore(text: string, at: number): string {
	return text
		.slice(Math.max(0, at - reach), at)
		.replace(continued, ' ')
		.split(parting)
		.at(-1)!;
}
