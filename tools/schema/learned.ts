/** A shape that grows with what is seen, and can be written down again. */
import {
	everyType,
	fieldName,
	isChoice,
	isUnion,
	isUse,
	type Notation,
	namesOfTypes,
	typeBitOf,
	typeBits,
	typeNames,
} from '../../source/check/notation.ts';

/** A name of a field. Other keys are data: paths, ids, names of models. */
const plainName = /^[$_]?[A-Za-z_][A-Za-z0-9_]{0,47}$/;
/** A name of a type, which is kept; anything else might be something somebody wrote. */
const typeName = /^[A-Za-z][\w.:/ -]{0,47}$/;
const mostFields = 80;

/** What is new may be missing elsewhere: only people make a field required. */
type LearnedField = {readonly shape: Learned; isOptional: boolean};

export type NamedShapes = ReadonlyMap<string, Learned>;

export class Learned {
	/** Scalars, and lists and objects that are free inside. */
	private types = 0;
	private fields: Map<string, LearnedField> | undefined;
	private rest: Learned | undefined;
	private items: Learned | undefined;
	private by = '';
	private ownCommon: string | undefined;
	private variants: Map<string, Learned> | undefined;
	private use: string | undefined;
	private readonly isKnown: boolean;

	constructor(
		private readonly named: NamedShapes,
		notation?: Notation,
		/** The names of shapes whose fields it has as well. */
		private common: readonly string[] = [],
	) {
		this.isKnown = notation !== undefined;
		if (notation !== undefined) this.take(notation);
	}

	private take(notation: Notation): void {
		if (typeof notation === 'string') {
			for (const name of notation.split('|').filter(Boolean))
				this.types |= name === 'any' ? everyType : typeBits[typeNames.find(each => each === name)!];
		} else if (Array.isArray(notation)) this.items = this.below(notation[0] as Notation);
		else if (isUse(notation)) this.use = notation['@use'];
		else if (isUnion(notation)) for (const each of notation['@or']) this.take(each);
		else if (isChoice(notation)) {
			this.by = notation['@by'];
			this.ownCommon = notation['@with'];
			const common = this.commonBelow;
			this.variants = new Map(
				Object.entries(notation['@of']).map(([name, each]) => [name, new Learned(this.named, each, common)]),
			);
		} else {
			this.fields = new Map();
			for (const [key, each] of Object.entries(notation as Record<string, Notation>)) {
				if (key === '*') this.rest = this.below(each);
				else {
					const {name, isOptional} = fieldName(key);
					this.fields.set(name, {shape: this.below(each), isOptional});
				}
			}
		}
	}

	private below(notation: Notation): Learned {
		return new Learned(this.named, notation);
	}

	private fresh(): Learned {
		return new Learned(this.named);
	}

	private get commonBelow(): readonly string[] {
		return this.ownCommon === undefined ? this.common : [...this.common, this.ownCommon];
	}

	learn(value: unknown): void {
		const type = typeBitOf(value);
		const isOnlyUse = this.types === 0 && !this.items;
		// Beside other forms, a named shape is an object.
		if (this.use !== undefined && (isOnlyUse || type === typeBits.object)) this.named.get(this.use)!.learn(value);
		else if (this.types & type) return;
		else if (Array.isArray(value)) {
			this.items ??= this.fresh();
			for (const each of value) this.items.learn(each);
		} else if (typeof value === 'object' && value !== null) this.learnObject(value as Record<string, unknown>);
		else this.types |= type;
	}

	private learnObject(value: Record<string, unknown>): void {
		if (this.types & typeBits.object) return;
		if (this.variants) {
			this.variantOf(value[this.by])?.learnObject(value);
			return;
		}
		this.fields ??= new Map();
		for (const [key, each] of Object.entries(value)) this.fieldOf(key).learn(each);
		for (const fields of [this.fields, ...this.common.map(name => this.named.get(name)!.fields)])
			for (const [key, field] of fields ?? []) if (!(key in value)) field.isOptional = true;
	}

	private fieldOf(key: string): Learned {
		const fields = this.fields!;
		const own = fields.get(key);
		if (own) return own.shape;
		for (const name of this.common) {
			const shared = this.named.get(name)!.fields?.get(key);
			if (shared) return shared.shape;
		}
		if (this.rest || !plainName.test(key) || /\d{4}/.test(key) || fields.size >= mostFields) return this.becomeMap();
		const shape = this.fresh();
		fields.set(key, {shape, isOptional: true});
		return shape;
	}

	private variantOf(name: unknown): Learned | undefined {
		const key = typeof name === 'string' ? name : '';
		const known = this.variants!.get(key) ?? this.variants!.get('*');
		if (known || (key !== '' && !typeName.test(key))) return known;
		const variant = new Learned(this.named, undefined, this.commonBelow);
		this.variants!.set(key, variant);
		return variant;
	}

	/** Its keys are data: what stood below each stands below all of them. */
	private becomeMap(): Learned {
		if (this.rest) return this.rest;
		this.rest = this.fresh();
		if (this.isKnown) return this.rest;
		for (const {shape} of this.fields!.values()) this.rest.add(shape);
		this.fields!.clear();
		return this.rest;
	}

	private add(other: Learned): void {
		this.types |= other.types;
		this.use ??= other.use;
		if (other.items) {
			this.items ??= this.fresh();
			this.items.add(other.items);
		}
		if (other.rest) {
			this.rest ??= this.fresh();
			this.rest.add(other.rest);
		}
		for (const [key, field] of other.fields ?? []) {
			this.fields ??= new Map();
			const own = this.fields.get(key);
			if (own) own.shape.add(field.shape);
			else this.fields.set(key, field);
		}
	}

	write(): Notation {
		const forms: Notation[] = this.use === undefined ? [] : [{'@use': this.use}];
		// Nothing but nulls tells nothing of what it may be.
		if (this.types === typeBits.null && !this.items && !this.fields && this.use === undefined) return 'any';
		if (this.types !== 0) forms.push(namesOfTypes(this.types));
		if (this.items) forms.push([this.items.write()]);
		if (this.variants) {
			const of = sorted([...this.variants].map(([name, shape]) => [name, shape.write()]));
			forms.push({'@by': this.by, ...(this.ownCommon === undefined ? {} : {'@with': this.ownCommon}), '@of': of});
		} else if (this.fields) {
			// The same holds for objects that were always empty.
			const isEmpty = this.fields.size === 0 && !this.rest && this.common.length === 0;
			forms.push(isEmpty ? 'object' : this.writeFields());
		}
		return forms.length === 1 ? forms[0]! : forms.length === 0 ? 'any' : {'@or': forms};
	}

	private writeFields(): Notation {
		const noted = [...this.fields!].map(([name, {shape, isOptional}]): [string, Notation] => [
			isOptional ? `${name}?` : name,
			shape.write(),
		]);
		return {...sorted(noted), ...(this.rest ? {'*': this.rest.write()} : {})};
	}
}

function sorted(entries: ReadonlyArray<readonly [string, Notation]>): Record<string, Notation> {
	return Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}
