const deepest = 500;

/** JSON of anything: what is nested too deeply for any program to read is cut there. */
export function jsonText(value: object): string {
	try {
		return JSON.stringify(value);
	} catch (error) {
		if (!(error instanceof RangeError)) throw error;
		return JSON.stringify(cutDeep(value, 0));
	}
}

function cutDeep(value: unknown, depth: number): unknown {
	if (typeof value !== 'object' || value === null) return value;
	if (depth === deepest) return '…';
	if (Array.isArray(value)) return value.map(each => cutDeep(each, depth + 1));
	return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, cutDeep(each, depth + 1)]));
}
