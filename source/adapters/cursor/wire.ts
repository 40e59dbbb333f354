/**
 * The wire form of Protocol Buffers, read without a schema: numbered fields that are a number or bytes. Cursor's own
 * messages are not published, so what bytes mean is decided by whoever looks at them.
 */
import {isUtf8} from 'node:buffer';

export type WireField = {readonly number: number; readonly value?: number; readonly bytes?: Buffer};

/** The fields of a message in their order; undefined if the bytes are not one. */
export function readWire(message: Buffer): WireField[] | undefined {
	const fields: WireField[] = [];
	const cursor = {at: 0};
	while (cursor.at < message.length) {
		const tag = readVarint(message, cursor);
		if (tag === undefined) return undefined;
		const field = readField(message, cursor, Math.floor(tag / 8), tag % 8);
		if (!field) return undefined;
		fields.push(field);
	}
	return fields;
}

function readField(message: Buffer, cursor: {at: number}, number: number, wireType: number): WireField | undefined {
	if (number < 1) return undefined;
	if (wireType === 0) {
		const value = readVarint(message, cursor);
		return value === undefined ? undefined : {number, value};
	}
	const length = wireType === 2 ? readVarint(message, cursor) : fixedLengths.get(wireType);
	if (length === undefined || cursor.at + length > message.length) return undefined;
	const bytes = message.subarray(cursor.at, cursor.at + length);
	cursor.at += length;
	return wireType === 2 ? {number, bytes} : {number};
}

/** Numbers of a fixed size; none that we read is one. */
const fixedLengths = new Map([
	[1, 8],
	[5, 4],
]);

/** Beyond 2^53 the last digits are wrong, which only matters for numbers we do not use. */
function readVarint(message: Buffer, cursor: {at: number}): number | undefined {
	let value = 0;
	for (let scale = 1; scale < 2 ** 70; scale *= 128) {
		const byte = message[cursor.at++];
		if (byte === undefined) return undefined;
		value += (byte & 0x7f) * scale;
		if (byte < 0x80) return value;
	}
	return undefined;
}

export function allBytes(fields: readonly WireField[] | undefined, number: number): Buffer[] {
	return (fields ?? []).filter(field => field.number === number).flatMap(({bytes}) => (bytes ? [bytes] : []));
}

export function firstBytes(fields: readonly WireField[] | undefined, number: number): Buffer | undefined {
	return fields?.find(field => field.number === number)?.bytes;
}

export function firstValue(fields: readonly WireField[] | undefined, number: number): number | undefined {
	return fields?.find(field => field.number === number)?.value;
}

/** A string field; undefined where the bytes are no text. */
export function firstString(fields: readonly WireField[] | undefined, number: number): string | undefined {
	const bytes = firstBytes(fields, number);
	return bytes && isUtf8(bytes) ? bytes.toString('utf8') : undefined;
}

/** A field of milliseconds since 1970, if it can be one. */
export function firstTime(fields: readonly WireField[] | undefined, ...numbers: number[]): string | undefined {
	for (const number of numbers) {
		const value = firstValue(fields, number);
		if (value !== undefined && value > 1e12 && value < 1e13) return new Date(value).toISOString();
	}
	return undefined;
}
