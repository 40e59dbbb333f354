/** A key as the terminal tells it; a paste brings its text along, the mouse its place: from 0, from the upper left. */
export type TypedKey = {
	readonly name: string;
	readonly text?: string;
	readonly column?: number;
	readonly row?: number;
};

/** What a key writes into a line; undefined for keys that do something else. */
export function typedText(key: string | TypedKey): string | undefined {
	const {name, text} = typeof key === 'string' ? {name: key, text: undefined} : key;
	if (name === 'paste') return text ?? '';
	if (name === 'space') return ' ';
	return Array.from(name).length === 1 ? name : undefined;
}
