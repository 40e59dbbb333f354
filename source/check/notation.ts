/**
 * How the shape of a record is written down in `known/*.json`:
 *
 * - `"string"`, `"string|null"`, `"any"`: JSON types; `"object"` and `"array"` are free inside, as `"any"` is everywhere
 * - `{"uuid": …, "isMeta?": …}`: an object with these fields; a question mark says that it may be missing
 * - `{"*": …}`: the other keys are data (paths, ids), and this is what stands below each
 * - `[…]`: a list of these
 * - `{"@by": "type", "@of": {"user": …, "": …}}`: told apart by a field; `""` is the one without it, `"*"` any other
 * - `"@with": "envelope"` beside `@by`: all of them have the fields of this named shape, too
 * - `{"@or": ["string", […]]}`: one of these, of different JSON types
 * - `{"@use": "usage"}`: one of the named shapes of the file
 */
export type Notation = string | readonly [Notation] | NotedObject;

export type NotedObject = {readonly [key: string]: Notation | readonly Notation[] | Readonly<Record<string, Notation>>};

export type KnownSchema = {
	readonly agent: string;
	/** The versions of the agent it was learned from. */
	readonly versions: readonly string[];
	/** Shapes that stand in more than one place. */
	readonly shapes: Readonly<Record<string, Notation>>;
	/** By the kind of record: a line of a file, a row of a table, a document. */
	readonly records: Readonly<Record<string, Notation>>;
};

export type NotedChoice = {
	readonly '@by': string;
	readonly '@with'?: string;
	readonly '@of': Readonly<Record<string, Notation>>;
};

export function isChoice(notation: Notation): notation is NotedChoice {
	return isObject(notation) && '@by' in notation;
}

export function isUnion(notation: Notation): notation is {readonly '@or': readonly Notation[]} {
	return isObject(notation) && '@or' in notation;
}

export function isUse(notation: Notation): notation is {readonly '@use': string} {
	return isObject(notation) && '@use' in notation;
}

function isObject(notation: Notation): notation is NotedObject {
	return typeof notation === 'object' && !Array.isArray(notation);
}

/** JSON types as bits, so that a set of them is one number. */
export const typeBits = {null: 1, boolean: 2, number: 4, string: 8, array: 16, object: 32} as const;

export type TypeName = keyof typeof typeBits;

export const typeNames = Object.keys(typeBits) as TypeName[];

export const everyType = 63;

export function typeBitOf(value: unknown): number {
	switch (typeof value) {
		case 'string':
			return typeBits.string;
		case 'number':
			return typeBits.number;
		case 'boolean':
			return typeBits.boolean;
		default:
			return value === null || value === undefined
				? typeBits.null
				: Array.isArray(value)
					? typeBits.array
					: typeBits.object;
	}
}

export function namesOfTypes(types: number): string {
	return types === everyType ? 'any' : typeNames.filter(name => types & typeBits[name]).join('|');
}

export function fieldName(key: string): {readonly name: string; readonly isOptional: boolean} {
	return key.endsWith('?') ? {name: key.slice(0, -1), isOptional: true} : {name: key, isOptional: false};
}
