/** Titles are one line, of a length that fits any list. */
const longestTitle = 200;

/** White space folded, cut at 200 characters with an ellipsis; undefined when nothing is left. */
export function titleFrom(text: string | undefined): string | undefined {
	if (text === undefined) return undefined;
	const line = text.slice(0, 4000).replace(/\s+/gu, ' ').trim();
	if (line === '') return undefined;
	const characters = [...line];
	return characters.length > longestTitle ? `${characters.slice(0, longestTitle).join('').trimEnd()}…` : line;
}
