/** Colours of a terminal stand between a name and its value, and within a value: without them the rules see both. */
import type {Span} from './rule.ts';

/** As the terminal gets it, and as JSON, JavaScript, C and shells write it; `tput sgr0` resets the letters, too. */
const colour = /(?:\u001B|\\{1,8}(?:u001b|x1b|033|e))(?:\[[\d;:]{0,30}[mK]|\(B)/gi;

const beginnings = ['\u001B[', 'u001b[', 'u001B[', 'x1b[', 'x1B[', '\\033[', '\\e['];

/** A text without its colours. `join` is what was found with and without them, as places of the text itself. */
export type Uncoloured = {readonly text: string; join(coloured: readonly Span[], plain: readonly Span[]): Span[]};

/** Undefined where a text has no colours: nearly everywhere. */
export function uncoloured(text: string): Uncoloured | undefined {
	// To look for a letter takes a fraction of the time that a word takes.
	if (!text.includes('\u001B') && !text.includes('\\')) return undefined;
	if (!beginnings.some(beginning => text.includes(beginning))) return undefined;
	/** Where each piece between two colours begins: in the text, and without them. */
	const starts: number[] = [];
	const plainStarts: number[] = [];
	const pieces: string[] = [];
	let from = 0;
	let length = 0;
	const add = (until: number) => {
		if (until === from) return;
		starts.push(from);
		plainStarts.push(length);
		pieces.push(text.slice(from, until));
		length += until - from;
	};
	for (const match of text.matchAll(colour)) {
		add(match.index);
		from = match.index + match[0].length;
	}
	if (from === 0) return undefined;
	add(text.length);
	const plain = pieces.join('');

	/** Of the last character, so that a colour behind it stays. */
	const placeOf = (index: number) => {
		const piece = lastUpTo(plainStarts, index);
		return starts[piece]! + index - plainStarts[piece]!;
	};
	const toOriginal = (span: Span): Span => ({
		...span,
		start: placeOf(span.start),
		end: placeOf(span.end - 1) + 1,
		secret: span.secret ?? plain.slice(span.start, span.end),
	});
	return {
		text: plain,
		join(coloured, others) {
			const found = others.map(toOriginal);
			// What has a colour in it was found without it as well, and is the secret itself there.
			const apart = coloured.filter(({start, end}) => text.slice(start, end).search(colour) < 0);
			return [...found, ...apart];
		},
	};
}

/** Which of some rising numbers is the last that is not above a limit. */
function lastUpTo(numbers: readonly number[], limit: number): number {
	let low = 0;
	let high = numbers.length - 1;
	while (low < high) {
		const middle = (low + high + 1) >> 1;
		if (numbers[middle]! <= limit) low = middle;
		else high = middle - 1;
	}
	return low;
}
