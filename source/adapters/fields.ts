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
	return typeof value === 'string' && value.trim() !== '' ? value : undefined;
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

/** An ISO time from whatever an agent wrote: a string, seconds or milliseconds since 1970. */
export function isoTime(value: unknown): string | undefined {
	if (typeof value === 'string') {
		const time = Date.parse(value);
		return Number.isNaN(time) ? undefined : value;
	}
	if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0) return undefined;
	const milliseconds = value < 1e11 ? value * 1000 : value;
	const date = new Date(milliseconds);
	return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** Decoded size of base64 text. */
export function base64Bytes(text: string): number {
	const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
	return Math.max(0, Math.floor((text.length * 3) / 4) - padding);
}
