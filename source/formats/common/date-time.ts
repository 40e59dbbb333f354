/** Stands where a format demands a time and nobody knows it. */
export const unknownTime = '1970-01-01T00:00:00Z';

const shape =
	/^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

const hasZone = /(?:Z|[+-]\d{2}:?\d{2}|[A-Za-z]{2,})$/;

/**
 * A time as JSON Schema's `date-time` wants it. One that is in that form already stays as it is, others are written
 * anew; without a zone it is taken for UTC, so that no machine's own zone gets into a file.
 */
export function dateTime(text: string | undefined): string | undefined {
	if (text === undefined) return undefined;
	if (isDateTime(text)) return text;
	const time = Date.parse(hasZone.test(text) ? text : `${text}Z`);
	if (Number.isNaN(time)) return undefined;
	const written = new Date(time).toISOString();
	return isDateTime(written) ? written : undefined;
}

export function isDateTime(text: string): boolean {
	const parts = shape.exec(text);
	if (!parts) return false;
	const [year, month, day] = parts.slice(1, 4).map(Number) as [number, number, number];
	return day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** The later of two; of two equal ones always the same, whatever the order. */
export function laterOf(one: string | undefined, other: string | undefined): string | undefined {
	if (one === undefined || other === undefined) return one ?? other;
	const [a, b] = [Date.parse(one), Date.parse(other)];
	return a === b ? (one > other ? one : other) : a > b ? one : other;
}
