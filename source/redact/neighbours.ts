/** What stands around a string of JSON, and which of it names the string: its key, or the string before it. */

export type Neighbours = {
	/** What it is the value of; strings in a list have the key of the list. */
	readonly key?: string;
	/** The key of the object that it is in. */
	readonly parent?: string;
	/** The string before it in the same object or list. */
	readonly previous?: {readonly key?: string; readonly text: string};
	readonly isInList?: boolean;
};

/** Keys that say nothing: the name is another field, or the key of the object. */
const plain = /^(?:value|default|defaultvalue|secretvalue|secret_value)$/i;
const naming = /^(?:name|key|variable|selector|field)$/i;

const longestName = 100;

/** A flag that has its value already takes no other, and `--no-password` takes none. */
const takesNext = /^--(?!no-)[\w-]+$/;

/** Names that a string may have besides its key: `{"name": "DB_PASSWORD", "value": …}`, `["--password", …]`. */
export function nameBeside({key, parent, previous, isInList}: Neighbours): string | undefined {
	if (isInList) {
		const text = previous?.text ?? '';
		return text.length <= longestName && takesNext.test(text) ? text.slice(2) : undefined;
	}
	if (key === undefined || !plain.test(key)) return undefined;
	if (previous?.key === undefined || !naming.test(previous.key)) return parent;
	return previous.text.length <= longestName ? previous.text : undefined;
}

/** Keys whose values have a form of their own, which only the key tells: a header without its name is any text. */
export function isHeader(key: string | undefined): key is string {
	return key !== undefined && /^(?:proxy-)?authorization$|^(?:set-)?cookie$/i.test(key);
}
