import {typeBitOf, typeBits} from './notation.ts';
import type {Shape} from './shape.ts';

/** Told of each difference. `key` is the field, or the name of the type. */
export type Report = {
	unknownType(shape: Shape, name: string, value: object): void;
	newField(shape: Shape, key: string, value: unknown): void;
	typeMismatch(shape: Shape, value: unknown): void;
	missingField(shape: Shape, key: string): void;
};

/** Compares a value with a shape. Makes nothing while all is well: it runs for every record of every file. */
export function walk(shape: Shape, value: unknown, report: Report): void {
	const known = shape.ready;
	const type = typeBitOf(value);
	if ((known.types & type) === 0) report.typeMismatch(known, value);
	else if (type === typeBits.object) walkObject(known, value as Record<string, unknown>, report);
	else if (type === typeBits.array && known.items) {
		const list = value as readonly unknown[];
		for (let at = 0; at < list.length; at++) walk(known.items, list[at], report);
	}
}

function walkObject(shape: Shape, value: Record<string, unknown>, report: Report): void {
	let known = shape;
	while (known.variants) {
		const name = variantName(value[known.by]);
		const variant = known.variants.get(name) ?? known.variants.get('*');
		if (!variant) {
			report.unknownType(known, name, value);
			return;
		}
		known = variant.ready;
	}
	const {fields, rest} = known;
	if (!fields) return;
	let required = 0;
	for (const key in value) {
		const field = fields.get(key);
		if (field) {
			if (field.isRequired) required++;
			walk(field.shape, value[key], report);
		} else if (rest) walk(rest, value[key], report);
		else report.newField(known, key, value[key]);
	}
	if (required === known.required) return;
	for (const [key, {isRequired}] of fields) if (isRequired && !(key in value)) report.missingField(known, key);
}

function variantName(value: unknown): string {
	if (typeof value === 'string') return value;
	return value === undefined || value === null ? '' : `(${typeof value})`;
}
