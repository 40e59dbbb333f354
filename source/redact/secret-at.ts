/** Where the group `secret` of a sticky pattern lies in a text, and what it holds; undefined: the pattern does not match there. */
export function secretAt(
	pattern: RegExp,
	text: string,
	at: number,
): {start: number; end: number; secret: string} | undefined {
	pattern.lastIndex = at;
	const match = pattern.exec(text);
	const place = match?.indices?.groups?.secret;
	return place && {start: place[0], end: place[1], secret: match.groups!.secret!};
}
