/** Reading fields of records whose shape nobody promises. */
export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function fieldsOf(value: unknown): Fields {
	return isFields(value) ? value : {};
}

export function stringOf(value: unknown): string | undefined {
	return typeof value === 'string' ? value : undefined;
}

/** A string with something in it. */
export function textOf(value: unknown): string | undefined {
	if (typeof value !== 'string') return undefined;
	// Nearly all begin with a letter, which tells it sooner.
	const first = value.charCodeAt(0);
	return (first > 0x20 && first < 0x7f) || value.trim() !== '' ? value : undefined;
}

export function numberOf(value: unknown): number | undefined {
	return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

export function listOf(value: unknown): readonly unknown[] {
	return Array.isArray(value) ? value : [];
}

/** The first of the named fields that is a string with something in it. */
export function firstText(fields: Fields, ...names: string[]): string | undefined {
	for (const name of names) {
		const text = textOf(fields[name]);
		if (text !== undefined) return text;
	}
	return undefined;
}

const isoShape = /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})?$/;

/**
 * An ISO time from whatever an agent wrote: a string, seconds or milliseconds since 1970.
 * JavaScript takes much for a date, escape sequences in brackets included; what is not in its proper form is written anew.
 */
export function isoTime(value: unknown): string | undefined {
	if (typeof value === 'string') {
		if (isUsualTime(value)) return value;
		const time = Date.parse(value);
		if (Number.isNaN(time)) return undefined;
		return isoShape.test(value) ? value : new Date(time).toISOString();
	}
	if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0) return undefined;
	const milliseconds = value < 1e11 ? value * 1000 : value;
	const date = new Date(milliseconds);
	return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** As `toISOString` writes it, on a day that every month has: nearly all times are, and need not be read to be believed. */
function isUsualTime(text: string): boolean {
	if (text.length !== 24 || text.charCodeAt(23) !== 0x5a) return false;
	for (let at = 0; at < 23; at++) {
		const code = text.charCodeAt(at);
		const mark = marks[at];
		if (mark === undefined ? code < 0x30 || code > 0x39 : code !== mark) return false;
	}
	const month = pairAt(text, 5);
	const day = pairAt(text, 8);
	return (
		month >= 1 &&
		month <= 12 &&
		day >= 1 &&
		day <= 28 &&
		pairAt(text, 11) <= 23 &&
		pairAt(text, 14) <= 59 &&
		pairAt(text, 17) <= 59
	);
}

/** What stands between the digits of a time. */
const marks: ReadonlyArray<number | undefined> = Array.from('####-##-##T##:##:##.###', mark =>
	mark === '#' ? undefined : mark.charCodeAt(0),
);

function pairAt(text: string, at: number): number {
	return 10 * (text.charCodeAt(at) - 0x30) + text.charCodeAt(at + 1) - 0x30;
}

/** Decoded size of base64 text. */
export function base64Bytes(text: string): number {
	const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
	return Math.max(0, Math.floor((text.length * 3) / 4) - padding);
}

/** Enough of a value to see what it is. */
export function shortJson(value: unknown): string {
	return shorten(JSON.stringify(value) ?? String(value));
}

/** A record that nobody knows, as much of it as anybody would read. */
export function recordJson(value: unknown): string {
	return shorten(JSON.stringify(value) ?? String(value), 16_000);
}

/** The same, a text without quotes around it. */
export function shortText(value: unknown): string {
	return typeof value === 'string' ? shorten(value) : shortJson(value);
}

let isShortening = true;

/** Nothing that is decoded meanwhile is shortened: for whoever writes it down. Decoding never waits for anything. */
export function unshortened<T>(decode: () => T): T {
	const before = isShortening;
	isShortening = false;
	try {
		return decode();
	} finally {
		isShortening = before;
	}
}

function shorten(text: string, most = 2000): string {
	return isShortening && text.length > most ? `${text.slice(0, most)}…` : text;
}
