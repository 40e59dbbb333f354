/** Tells what a machine rolled from what a person named. */

/** Bits per character. */
export function entropy(text: string): number {
	const counts = new Map<number, number>();
	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at);
		counts.set(code, (counts.get(code) ?? 0) + 1);
	}
	let sum = 0;
	for (const count of counts.values()) sum -= (count / text.length) * Math.log2(count / text.length);
	return sum;
}

/** Which letters commonly follow a letter in English and in names of code: nine in ten pairs of words, a third of random ones. */
const followers =
	'a:bcdeghiklmnprstuvwxy b:aeijlorstuy c:acehiklortu d:abdeiorsuy e:abcdefghiklmnpqrstvwxy f:aefilorstuy g:aeghilorsuy h:aeiortuy i:abcdefgklmnopqrstvz j:aeosu k:einsy l:abcdefiklmopstuvy m:abeimnopsuy n:acdefgiklopstuvy o:abcdefghiklmnoprstuvwy p:aehilmoprstuy q:lu r:abcdefgiklmnoprstvy s:abcehiklmopqstuwy t:acehilmorstuwy u:abcdegilmnprst v:aeio w:aehilnors x:acepty y:emnopst z:aei';

const isCommon = new Set(followers.split(' ').flatMap(row => [...row.slice(2)].map(letter => `${row[0]}${letter}`)));

function commonPairs(text: string): number {
	const word = text.toLowerCase();
	let common = 0;
	for (let at = 1; at < word.length; at++) if (isCommon.has(word.slice(at - 1, at + 1))) common++;
	return common;
}

const letterRun = /[A-Z]?[a-z]{3,}|[A-Z]{4,}/g;

/** What parts words, and dates: `tool-use-2025-11-20` is made of words. */
const notCounted = /(?:19|20)\d\d-?[01]\d-?[0-3]\d(?!\d)|[-_./:]/g;

/** Which part of a text reads like words: `getUserById2` does, `x9KqLm2vT` does not. */
export function wordShare(text: string): number {
	let inWords = 0;
	for (const [run] of text.matchAll(letterRun)) {
		if (run.length < 4) continue;
		if (commonPairs(run) >= 0.75 * (run.length - 1)) inWords += run.length;
	}
	return inWords / Math.max(1, text.replace(notCounted, '').length);
}

/** How many sorts of characters: small, capital, digit, anything else. */
export function sorts(text: string): number {
	return [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter(sort => sort.test(text)).length;
}

const date = /^(?:19|20)\d\d-?[01]\d-?[0-3]\d(?:[T _-]?\d\d[:-]?\d\d[\d:.Z+-]{0,20})?$/;
const version = /^[v^~]?\d+\.\d+(?:\.\d+)?(?:[-+.][\w.+-]*)?$/;
const onlyNumber = /^[\d.,_:+%-]+$/;

/** Whether a string of at least `least` characters was rolled by a machine. */
export function isRandom(text: string, least = 16): boolean {
	if (text.length < least || !/\d/.test(text) || !/[A-Za-z]/.test(text)) return isScrambled(text, least);
	if (date.test(text) || version.test(text) || onlyNumber.test(text)) return false;
	return entropy(text) >= (text.length < 24 ? 2.8 : 3) && wordShare(text) < 0.45;
}

/** Letters only, and nothing that reads like a word. */
function isScrambled(text: string, least: number): boolean {
	const hasBothCases = /[a-z]/.test(text) && /[A-Z]/.test(text);
	return (
		text.length >= Math.max(least, hasBothCases ? 16 : 20) &&
		/^[A-Za-z+/=_-]+$/.test(text) &&
		entropy(text) >= 3.3 &&
		wordShare(text) < 0.25
	);
}

/** Parts a name into the words that its capitals begin: `get`, `XML`, `Http`. */
const humps = /(?=[A-Z][a-z])|(?<=[a-z])(?=[A-Z])/;
const word = /^(?:[A-Z]?[a-z]{2,}|[A-Z]{2,4})$/;
const shortWord = /^[A-Z][a-z]$/;

/**
 * Letters of both cases that nobody would call anything by: no words between their capitals, and letters that seldom follow
 * each other. That is so of about half of those that a machine rolls, and of hardly any name: of `libcZpZpZa`.
 */
export function isJumbled(text: string): boolean {
	if (!/^(?=.*[a-z])(?=.*[A-Z])[A-Za-z]{8,100}$/.test(text)) return false;
	const pairs = text.length - 1;
	const changes = (text.match(/[a-z](?=[A-Z])|[A-Z](?=[a-z])/g) ?? []).length;
	if (changes < 3 || new Set(text.toLowerCase()).size < Math.min(10, 0.6 * text.length)) return false;
	const odd = text.split(humps).filter(hump => !word.test(hump));
	const common = commonPairs(text) / pairs;
	if (odd.length >= 2 && changes >= 0.3 * pairs && common <= 0.6) return true;
	return odd.some(hump => !shortWord.test(hump)) && changes >= 0.25 * pairs && common <= 0.45;
}
