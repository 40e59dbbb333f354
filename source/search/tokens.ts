/** A text cut into words exactly as the index cuts it. */
import {cjkParts, hasCjk} from '../catalog/fulltext/cjk.ts';
import {fold, originalRange} from './fold.ts';
import {isSeparator} from './separators.ts';

/** A word of the index, and where it stands in the text. Those of CJK characters overlap. */
export type Token = {readonly text: string; readonly start: number; readonly end: number};

export function tokensIn(text: string): Token[] {
	return [...eachToken(text)];
}

/** The same one by one: whoever looks for something need not cut the rest. */
export function* eachToken(text: string): Generator<Token> {
	let at = 0;
	for (const {text: part, isCjk} of cjkParts(text)) {
		yield* isCjk ? pairsIn(part, at) : wordsIn(part, at);
		at += part.length;
	}
}

/** As `pairsOf` makes them. Some characters in such a run are gaps to the index: a middle dot, an enclosed letter. */
function* pairsIn(run: string, offset: number): Generator<Token> {
	for (let at = 0; at < run.length; ) {
		const first = sizeAt(run, at);
		const second = at + first < run.length ? sizeAt(run, at + first) : 0;
		const start = isSeparator(run.codePointAt(at)!) ? at + first : at;
		const isSecondGap = second > 0 && isSeparator(run.codePointAt(at + first)!);
		const end = isSecondGap ? at + first : at + first + second;
		if (end > start) yield {text: fold(run.slice(start, end)).text, start: start + offset, end: end + offset};
		at += first;
	}
}

function sizeAt(text: string, at: number): number {
	return text.codePointAt(at)! > 0xffff ? 2 : 1;
}

function* wordsIn(text: string, offset: number): Generator<Token> {
	const folded = fold(text);
	let at = skipGap(folded.text, 0);
	while (at < folded.text.length) {
		const end = skipWord(folded.text, at);
		const [start, stop] = originalRange(folded, at, end);
		yield {text: folded.text.slice(at, end), start: start + offset, end: stop + offset};
		at = skipGap(folded.text, end);
	}
}

/** Where the next word begins. */
export function skipGap(folded: string, from: number): number {
	let at = from;
	while (at < folded.length) {
		const code = folded.codePointAt(at)!;
		if (!isSeparator(code)) break;
		at += code > 0xffff ? 2 : 1;
	}
	return at;
}

function skipWord(folded: string, from: number): number {
	let at = from;
	while (at < folded.length) {
		const code = folded.codePointAt(at)!;
		if (isSeparator(code)) break;
		at += code > 0xffff ? 2 : 1;
	}
	return at;
}

/** Whether no word goes on across this place. A word of other letters ends where a CJK character stands. */
export function isBoundary(folded: string, at: number): boolean {
	return endsBefore(folded, at) || beginsAt(folded, at);
}

function endsBefore(folded: string, at: number): boolean {
	return at === 0 || isOutside(codeBefore(folded, at));
}

function beginsAt(folded: string, at: number): boolean {
	return at >= folded.length || isOutside(folded.codePointAt(at)!);
}

function codeBefore(text: string, at: number): number {
	const unit = text.charCodeAt(at - 1);
	const isLow = unit >= 0xdc00 && unit <= 0xdfff && at > 1;
	const code = isLow ? text.codePointAt(at - 2)! : unit;
	// Two units that are no pair.
	return isLow && code <= 0xffff ? unit : code;
}

function isOutside(code: number): boolean {
	return isSeparator(code) || (code >= 0x2e80 && hasCjk(String.fromCodePoint(code)));
}
