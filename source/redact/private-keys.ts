import type {Rule} from './rule.ts';

const head = /-----BEGIN [A-Z\d ]{0,40}PRIVATE KEY(?: BLOCK)?-----|---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----/y;
const tail = /-----END [A-Z\d ]{0,40}PRIVATE KEY(?: BLOCK)?-----|---- END SSH2 ENCRYPTED PRIVATE KEY ----/y;

/** A key has runs like this in it; a text that only speaks of keys has not. */
const content = /[A-Za-z\d+/]{20}/;

/** Lines of a key whose end is missing: what is base64, and whatever breaks or numbers the lines. */
const openPiece =
	/[A-Za-z\d+/]{16,200}={0,2}|[ \t\r\n]{1,40}|\\{1,8}[nrt]|[A-Z][A-Za-z-]{3,20}: [\w,.()@+-]{1,80}|\d{1,6}[→:|\t]|[+|>]|-(?=[A-Za-z\d+/]{16})|["'][ \t]{0,4}\+?,?(?=[ \t\r\n]{1,40}["'][A-Za-z\d+/]{16})|["'](?=[A-Za-z\d+/]{16})/y;

/** Something was left out, and lines of the key go on behind it. */
const gap = /[.…[<(*][^\r\n\\]{0,100}(?:\r?\n|\\{1,8}n)(?=[- \t]{0,8}[A-Za-z\d+/]{40,200}={0,2}(?:[\s\\]|$))/y;

/** Far more than the longest key. */
const mostLength = 40_000;

function endOf(text: string, from: number): number {
	const reach = text.slice(from, from + mostLength);
	const next = reach.search(/---- ?-?BEGIN /);
	const mark = (next < 0 ? reach : reach.slice(0, next)).search(/---- ?-?END /);
	if (mark >= 0) {
		tail.lastIndex = from + mark;
		if (tail.test(text)) return tail.lastIndex;
	}
	let end = from;
	for (let piece = from; piece >= end && end - from < mostLength; piece = endOfPiece(text, end)) end = piece;
	return end;
}

/** -1 where nothing of a key follows. */
function endOfPiece(text: string, at: number): number {
	for (const pattern of [openPiece, gap]) {
		pattern.lastIndex = at;
		if (pattern.test(text)) return pattern.lastIndex;
	}
	return -1;
}

export const privateKeys: Rule = {
	id: 'private-key',
	name: 'private key',
	group: 'private-key',
	keywords: ['-----BEGIN ', '---- BEGIN SSH2 '],
	find(text, at, found) {
		head.lastIndex = at;
		if (!head.test(text)) return undefined;
		const from = head.lastIndex;
		const end = endOf(text, from);
		if (content.test(text.slice(from, end))) found.push({start: at, end, rule: privateKeys});
		return end;
	},
};

/** A file with a key in base64, as kubeconfigs and secrets of builds have it: on one line, or on many of the same length. */
const encoded =
	/LS0tLS1CRUdJTi(?:[A-Za-z\d+/]{200,40000}={0,2}|[A-Za-z\d+/]{1,199}(?:(?:\r?\n[ ]{0,20}|\\{1,8}n)[A-Za-z\d+/]{40,199}){0,400}(?:(?:\r?\n[ ]{0,20}|\\{1,8}n)[A-Za-z\d+/]{1,39}(?=={0,2}(?:[\s"'\\]|$)))?={0,2})/y;

export const encodedKeys: Rule = {
	id: 'private-key',
	name: 'private key',
	group: 'private-key',
	// `-----BEGIN `
	keywords: ['LS0tLS1CRUdJTi'],
	find(text, at, found) {
		if (
			!Buffer.from(text.slice(at, at + 60), 'base64')
				.toString('latin1')
				.includes('PRIVATE KEY')
		)
			return undefined;
		encoded.lastIndex = at;
		if (!encoded.test(text)) return undefined;
		found.push({start: at, end: encoded.lastIndex, rule: encodedKeys});
		return encoded.lastIndex;
	},
};

const puttyLines =
	/Private-Lines: \d{1,4}(?:[ \t\r\n]|\\{1,8}[nr]){1,8}(?<secret>(?:[A-Za-z\d+/=]{1,64}(?:[\r\n]{1,2}|\\{1,8}[nr]){0,3}){1,200})/dy;

export const puttyKeys: Rule = {
	id: 'private-key',
	name: 'private key',
	group: 'private-key',
	keywords: ['Private-Lines: '],
	find(text, at, found) {
		puttyLines.lastIndex = at;
		const place = puttyLines.exec(text)?.indices?.groups?.secret;
		if (place && content.test(text.slice(...place))) found.push({start: place[0], end: place[1], rule: puttyKeys});
		return place?.[1];
	},
};
