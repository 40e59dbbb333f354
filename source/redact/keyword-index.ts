import type {Rule} from './rule.ts';

type Keyword = {readonly text: string; readonly codes: Uint16Array; readonly isCaseless: boolean; readonly rule: Rule};

type Visitor = (rule: Rule, at: number) => void;

const bits = 5;
const places = 1 << (3 * bits);

/** The low bits of a letter are the same in both cases. What else they mix up, the comparison sorts out. */
const low = (1 << bits) - 1;

/** Long texts are copied here, piece by piece: to walk over numbers takes a fraction of the time. */
const size = 32 * 1024;
/** In front of a piece stand the last letters of the one before it, behind it the first one of the next. */
const before = 2;
const units = new Uint16Array(before + size + 1);
const bytes = Buffer.from(units.buffer);
const longEnough = 256;

const lowerCase = (code: number) => (code >= 65 && code <= 90 ? code | 32 : code);

/**
 * Finds the keywords of all rules in one walk over the text, whatever their number: each three characters are looked up in
 * a table that fits into the fastest memory, and nearly none of them are in it.
 */
export class KeywordIndex {
	private readonly marks = new Uint16Array(places);
	/**
	 * What the fourth letter of a bucket's keywords may be, a bit for each: most places that have the three have another. Two
	 * numbers a bucket, by the case of the first letter: `NDE` is the beginning of a token, and `render` is none.
	 */
	private fourths = new Int32Array(1024);
	private readonly buckets: Keyword[][] = [[]];

	constructor(rules: Iterable<Rule>) {
		for (const rule of rules) for (const keyword of rule.keywords) this.add(keyword, rule);
	}

	add(text: string, rule: Rule): void {
		if (text.length < 3) throw new RangeError(`the keyword "${text}" is too short`);
		const isCaseless = rule.isCaseless ?? false;
		const codes = Uint16Array.from(text, (_, at) => text.charCodeAt(at)).map(code =>
			isCaseless ? lowerCase(code) : code,
		);
		const place = ((codes[0]! & low) << (2 * bits)) | ((codes[1]! & low) << bits) | (codes[2]! & low);
		const bucket = this.marks[place] || this.buckets.push([]) - 1;
		this.marks[place] = bucket;
		this.buckets[bucket]!.push({text, codes, isCaseless, rule});
		if (2 * bucket + 1 >= this.fourths.length) this.fourths = doubled(this.fourths);
		const fourth = codes.length > 3 ? 1 << (codes[3]! & low) : -1;
		for (const side of isCaseless ? [0, 1] : [caseOf(codes[0]!)]) this.fourths[2 * bucket + side]! |= fourth;
	}

	visit(text: string, visitor: Visitor): void {
		if (text.length >= longEnough) {
			this.visitPieces(text, visitor);
			return;
		}
		const {marks, fourths} = this;
		let place = 0;
		for (let at = 0; at < text.length; at++) {
			place = ((place << bits) | (text.charCodeAt(at) & low)) & (places - 1);
			const bucket = marks[place]!;
			if (bucket === 0 || at < 2) continue;
			const fourth = fourths[2 * bucket + caseOf(text.charCodeAt(at - 2))]!;
			if (((fourth >>> (text.charCodeAt(at + 1) & low)) & 1) !== 0) this.visitBucket(bucket, text, at - 2, visitor);
		}
	}

	/** The same, piece by piece. What is found is looked at behind each, when nobody needs the numbers any more. */
	private visitPieces(text: string, visitor: Visitor): void {
		// The engine is quicker with names of this function than with those of the file.
		const [{marks, fourths}, numbers] = [this, units];
		let place = 0;
		for (let from = 0; from < text.length; from += size) {
			const piece = text.length <= size ? text : text.slice(from, from + size);
			for (let at = 0; at < before; at++) numbers[at] = from === 0 ? 0 : text.charCodeAt(from - before + at);
			const end = before + (bytes.write(piece, 2 * before, 'utf16le') >> 1);
			numbers[end] = text.charCodeAt(from + end - before);
			const hits: number[] = [];
			for (let at = before; at < end; at++) {
				place = ((place << bits) | (numbers[at]! & low)) & (places - 1);
				const bucket = marks[place]!;
				if (bucket === 0) continue;
				const fourth = fourths[2 * bucket + ((numbers[at - 2]! >> bits) & 1)]!;
				if (((fourth >>> (numbers[at + 1]! & low)) & 1) !== 0) hits.push(at, bucket);
			}
			for (let hit = 0; hit < hits.length; hit += 2) {
				const start = from - before + hits[hit]! - 2;
				if (start >= 0) this.visitBucket(hits[hit + 1]!, text, start, visitor);
			}
		}
	}

	private visitBucket(bucket: number, text: string, at: number, visitor: Visitor): void {
		for (const keyword of this.buckets[bucket]!) if (stands(keyword, text, at)) visitor(keyword.rule, at);
	}
}

/** The bit in which capitals and small letters differ. */
function caseOf(code: number): number {
	return (code >> bits) & 1;
}

function doubled(numbers: Int32Array): Int32Array<ArrayBuffer> {
	const larger = new Int32Array(2 * numbers.length);
	larger.set(numbers);
	return larger;
}

function stands({codes, isCaseless}: Keyword, text: string, at: number): boolean {
	if (at + codes.length > text.length) return false;
	for (let index = 0; index < codes.length; index++) {
		const code = text.charCodeAt(at + index);
		if (code !== codes[index] && !(isCaseless && lowerCase(code) === codes[index])) return false;
	}
	return true;
}
