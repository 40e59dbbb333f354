/** The notation made ready for walking: each shape knows its own path, so that nothing is put together while all is well. */
import {
	everyType,
	fieldName,
	isChoice,
	isUnion,
	isUse,
	type KnownSchema,
	type Notation,
	type NotedChoice,
	typeBits,
	typeNames,
} from './notation.ts';

export type Field = {readonly shape: Shape; readonly isRequired: boolean};

export class Shape {
	/** The JSON types it may have, as bits. */
	types = 0;
	/** Of an object; undefined where everything is allowed. */
	fields: ReadonlyMap<string, Field> | undefined;
	required = 0;
	/** What stands below keys that are data. */
	rest: Shape | undefined;
	items: Shape | undefined;
	/** The field that tells the variants apart. */
	by = '';
	variants: ReadonlyMap<string, Shape> | undefined;
	private untouched: Notation | undefined;

	constructor(
		/** Which record it is a part of: `system/turn_duration`. */
		readonly record: string,
		/** `$.message.content[]<text>.citations` */
		readonly path: string,
		notation: Notation,
		private readonly shapes: KnownSchema['shapes'],
		/** Shapes whose fields it has, too. */
		private readonly common: readonly string[] = [],
	) {
		this.untouched = notation;
	}

	/** Made when it is first met: most records are of few types, and a shape may hold itself. */
	get ready(): this {
		if (this.untouched === undefined) return this;
		const notation = this.untouched;
		this.untouched = undefined;
		this.take(notation);
		return this;
	}

	private take(notation: Notation): void {
		if (typeof notation === 'string') {
			for (const name of notation.split('|')) this.types |= bitsNamed(name);
		} else if (Array.isArray(notation)) {
			this.types |= typeBits.array;
			this.items = this.below('[]', notation[0] as Notation);
		} else if (isUse(notation)) {
			const named = this.shapes[notation['@use']];
			if (named === undefined) throw new Error(`no shape is called ${notation['@use']}`);
			this.take(named);
		} else if (isUnion(notation)) for (const each of notation['@or']) this.take(each);
		else if (isChoice(notation)) this.takeChoice(notation);
		else this.takeFields(notation as Readonly<Record<string, Notation>>);
	}

	private takeChoice({'@by': by, '@with': shared, '@of': of}: NotedChoice): void {
		const common = shared === undefined ? this.common : [...this.common, shared];
		this.types |= typeBits.object;
		this.by = by;
		const isRecord = this.path === '$';
		this.variants = new Map(
			Object.entries(of).map(([name, notation]) => {
				const record = isRecord && name !== '' ? [this.record, name].filter(Boolean).join('/') : this.record;
				const path = isRecord || name === '' ? this.path : `${this.path}<${name}>`;
				return [name, new Shape(record, path, notation, this.shapes, common)];
			}),
		);
	}

	private takeFields(notation: Readonly<Record<string, Notation>>): void {
		this.types |= typeBits.object;
		const fields = new Map<string, Field>();
		for (const noted of [...this.common.map(shared => this.shapes[shared]), notation])
			for (const [key, below] of Object.entries(noted as Readonly<Record<string, Notation>>)) {
				if (key === '*') {
					this.rest = this.below('.*', below);
					continue;
				}
				const {name, isOptional} = fieldName(key);
				fields.set(name, {shape: this.below(`.${name}`, below), isRequired: !isOptional});
			}
		this.fields = fields;
		this.required = [...fields.values()].filter(({isRequired}) => isRequired).length;
	}

	private below(step: string, notation: Notation): Shape {
		return new Shape(this.record, this.path + step, notation, this.shapes);
	}
}

function bitsNamed(name: string): number {
	if (name === 'any') return everyType;
	const known = typeNames.find(each => each === name);
	if (!known) throw new Error(`${name} is no JSON type`);
	return typeBits[known];
}

/** The kinds of records of an agent, by name. */
export function shapesOf({records, shapes}: KnownSchema): ReadonlyMap<string, Shape> {
	return new Map(Object.entries(records).map(([kind, notation]) => [kind, new Shape('', '$', notation, shapes)]));
}
