export type Place = {readonly offset: number; readonly length: number};

const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket, comma] = [
	0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d, 0x2c,
];

/** Where the elements of a list at the top of a document lie. The document is known to be JSON. */
export function elementPlaces(bytes: Buffer, list: string): Place[] {
	const places: Place[] = [];
	let depth = 0;
	let name = '';
	let isInList = false;
	let start = -1;
	const close = (end: number) => {
		if (start !== -1) places.push({offset: start, length: end - start});
		start = -1;
	};
	for (let at = 0; at < bytes.length; at++) {
		const byte = bytes[at]!;
		if (byte <= 0x20) continue;
		if (isInList && depth === 2) {
			if (byte === comma) {
				close(at);
				continue;
			}
			if (byte === closeBracket) {
				close(at);
				isInList = false;
				depth--;
				continue;
			}
			if (start === -1) start = at;
		}
		if (byte === quote) {
			const end = endOfString(bytes, at);
			if (depth === 1) name = bytes.toString('utf8', at + 1, Math.min(end, at + 64));
			at = end;
		} else if (byte === openBrace || byte === openBracket) {
			if (depth === 1 && byte === openBracket && name === list) {
				// Of a name that stands there twice JSON takes the last.
				isInList = true;
				places.length = 0;
			}
			depth++;
		} else if (byte === closeBrace || byte === closeBracket) depth--;
	}
	return places.map(({offset, length}) => ({offset, length: trimmed(bytes, offset, length)}));
}

function endOfString(bytes: Buffer, from: number): number {
	for (let end = bytes.indexOf(quote, from + 1); end !== -1; end = bytes.indexOf(quote, end + 1)) {
		let slashes = 0;
		while (bytes[end - 1 - slashes] === backslash) slashes++;
		if (slashes % 2 === 0) return end;
	}
	return bytes.length;
}

function trimmed(bytes: Buffer, offset: number, length: number): number {
	let end = offset + length;
	while (end > offset && bytes[end - 1]! <= 0x20) end--;
	return end - offset;
}
