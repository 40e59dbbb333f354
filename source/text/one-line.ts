/** White space that is not one blank already: most lines have none. */
const unfolded = / \s+|[^\S ]\s*/g;

/** White space folded, and none around it. */
export function oneLine(text: string): string {
	return text.replace(unfolded, ' ').trim();
}
