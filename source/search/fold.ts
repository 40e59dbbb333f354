/** Text as the index sees it: without case and accents, each character still knowing where it came from. */

export type Folded = {
	readonly text: string;
	/** Where a character of `text` stands in the original; absent where all stand at the same place. */
	readonly origin?: Int32Array;
};

const ascii = /^[\u0000-\u007F]*$/;

/** Marks that the index leaves out of words; all others are gaps to it. */
const dropped = /[\u0300-\u0304\u0306-\u030C\u030F\u0311\u031B\u0323-\u0328\u032D\u032E\u0330\u0331]/;

/** Only Latin letters lose their accents there: `й` and `ά` are letters of their own. */
const accented = /^[A-Za-z]\p{Mn}*$/u;

/** Letters whose case the index does not know: they are younger than its tables. */
const caseless =
	/[\u037F\u0528-\u052F\u13A0-\u13FF\u1C80-\u1CBF\u2C2F\u2C5F\uA698-\uA69B\uA796-\uA79F\uA7AB-\uA7F6\uAB70-\uABBF]/;

/** What it takes for the same letter beyond that. */
const alike = new Map([
	['µ', 'μ'],
	['ſ', 's'],
	['ẛ', 's'],
	['ς', 'σ'],
	['ϐ', 'β'],
	['ϑ', 'θ'],
	['ϕ', 'φ'],
	['ϖ', 'π'],
	['ϰ', 'κ'],
	['ϱ', 'ρ'],
	['ϵ', 'ε'],
	['\u1FBE', 'ι'],
	['Ǡ', 'ǡ'],
	['ǡ', 'ǡ'],
]);

/** What became of each character of the basic plane so far. */
const known: Array<string | undefined> = [];

/** All letters beyond ASCII but those of scripts that know neither case nor accents: ideographs, kana, Hangul. */
const peculiar = /[\u0080-\u2FFF\uA640-\uABFF\uD800-\uDFFF\uF900-\uFFFF]+/g;

export function fold(text: string): Folded {
	if (ascii.test(text)) return {text: text.toLowerCase()};
	let folded = '';
	let origin: Int32Array | undefined;
	let at = 0;
	peculiar.lastIndex = 0;
	while (at < text.length) {
		// Between letters that need to be looked at, the engine does it in one go.
		const run = peculiar.exec(text);
		const start = run?.index ?? text.length;
		if (origin) for (let place = at; place < start; place++) origin[folded.length + place - at] = place;
		if (start > at) folded += text.slice(at, start).toLowerCase();
		const end = run ? start + run[0].length : text.length;
		[folded, origin] = foldRun(text, start, end, folded, origin);
		at = end;
	}
	if (origin) origin[folded.length] = text.length;
	return {text: folded, origin: origin?.subarray(0, folded.length + 1)};
}

function foldRun(
	text: string,
	start: number,
	end: number,
	before: string,
	places: Int32Array | undefined,
): [string, Int32Array | undefined] {
	let [folded, origin] = [before, places];
	for (let at = start; at < end; at++) {
		const code = text.charCodeAt(at);
		let letter = known[code];
		if (letter === undefined) {
			letter = foldLetter(text.charAt(at));
			known[code] = letter;
		}
		// The only letters beyond the basic plane that the index knows in two cases.
		if (code >= 0xdc00 && code <= 0xdc27 && text.charCodeAt(at - 1) === 0xd801) letter = String.fromCharCode(code + 40);
		if (letter === '') origin ??= identity(text.length, at);
		else {
			if (origin) origin[folded.length] = at;
			folded += letter;
		}
	}
	return [folded, origin];
}

export function foldText(text: string): string {
	return fold(text).text;
}

function identity(length: number, until: number): Int32Array {
	const origin = new Int32Array(length + 1);
	for (let at = 0; at < until; at++) origin[at] = at;
	return origin;
}

function foldLetter(letter: string): string {
	if (dropped.test(letter)) return '';
	if (caseless.test(letter)) return letter;
	const same = alike.get(letter);
	if (same !== undefined) return same;
	const apart = letter.normalize('NFD');
	if (accented.test(apart)) return apart.charAt(0).toLowerCase();
	const lower = letter.toLowerCase();
	return lower.length === 1 ? lower : letter;
}

/** A range of the folded text as one of the original; marks that were left out belong to the letter before them. */
export function originalRange({origin}: Folded, start: number, end: number): readonly [number, number] {
	return origin ? [origin[start]!, origin[end]!] : [start, end];
}
