import stringWidth from 'string-width';

/** What a reader takes for one character, and the columns it needs on the screen. */
export type Cluster = {readonly text: string; readonly width: number};

/** Made when the first text needs it: that takes as long as to draw a screen. */
let segmenter: Intl.Segmenter | undefined;

// Texts made of these need no segmenter, which is slow: each code unit is a cluster. Combining marks, surrogates,
// emoji and scripts whose letters join are left to it.
const narrow =
	'\\u0020-\\u007E\\u00A0-\\u00AC\\u00AE-\\u02FF\\u0370-\\u0482\\u048A-\\u052F\\u2010-\\u2027\\u2030-\\u205E\\u2442\\u2500-\\u25A9\\u25AC-\\u25B5\\u25B7-\\u25BF\\u25C1-\\u25FA\\u2605\\u2717';
const wide =
	'\\u3001-\\u3029\\u3041-\\u3096\\u30A1-\\u30FF\\u3400-\\u4DBF\\u4E00-\\u9FFF\\uAC00-\\uD7A3\\uFF01-\\uFF5E';
const asciiOnly = /^[\u0020-\u007E]*$/;
const simpleOnly = new RegExp(`^[${narrow}${wide}]*$`);
const simpleWide = new RegExp(`[${wide}]`);
// What needs the segmenter, with the letter before it and the one behind it, which it may join.
const simple = `[${narrow}${wide}]`;
const other = `[^${narrow}${wide}]+`;
const intricate = new RegExp(`${simple}?${other}(?:${simple}${other})*${simple}?`, 'g');

/** Whether the text is nothing but printable ASCII: then its length is its width. */
export function isAscii(text: string): boolean {
	return asciiOnly.test(text);
}

/** The columns of a text of such letters; undefined for any other. */
export function simpleWidth(text: string): number | undefined {
	if (!simpleOnly.test(text)) return undefined;
	let width = text.length;
	if (simpleWide.test(text)) for (const letter of text) if (letter > '\u02FF' && simpleWide.test(letter)) width++;
	return width;
}

/**
 * The clusters of one line of sanitized text. What takes no column of its own (a mark without its letter, a lone
 * joiner) is left out: terminals do not agree on where it would go.
 */
export function clustersOf(line: string): Cluster[] {
	if (simpleOnly.test(line)) {
		return Array.from(line, simpleCluster);
	}

	const clusters: Cluster[] = [];
	let end = 0;
	for (const {0: piece, index} of line.matchAll(intricate)) {
		for (const letter of line.slice(end, index)) clusters.push(simpleCluster(letter));
		addSegments(clusters, piece);
		end = index + piece.length;
	}
	for (const letter of line.slice(end)) clusters.push(simpleCluster(letter));
	return clusters;
}

function simpleCluster(text: string): Cluster {
	return {text, width: text > '\u02FF' && simpleWide.test(text) ? 2 : 1};
}

function addSegments(clusters: Cluster[], piece: string): void {
	segmenter ??= new Intl.Segmenter();
	for (const {segment} of segmenter.segment(piece)) {
		const width = stringWidth(segment);
		if (width > 0) clusters.push({text: segment, width});
	}
}

// Where all terminals agree on the width: single characters below the emoji, CJK, and letters with common accents.
const agreed =
	/^(?:[\u0020-\u007E\u00A0-\u02FF\u0370-\u0482\u048A-\u052F][\u0300-\u036F]*|[\u2010-\u2027\u2030-\u205E\u20A0-\u20CF\u2190-\u2199\u2200-\u2311\u2500-\u25FC\u2713-\u2717\u276F])$/u;
const agreedWide =
	/^(?:[\u2E80-\u3029\u3030-\u303E\u3041-\u3096\u309B-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6]|[\u{20000}-\u{3FFFD}])$/u;

/** Whether terminals might draw the cluster in more or fewer columns than we count: emoji, joined letters, new scripts. */
export function isWidthDisputed({text, width}: Cluster): boolean {
	return !(width === 1 ? agreed : agreedWide).test(text);
}
