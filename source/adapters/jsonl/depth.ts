/** Deeper than any real record by far, and well within what `JSON.stringify` can do before its stack ends. */
const deepest = 500;

/** Whether a value is nested so deeply that functions which call themselves can't be trusted with it. */
export function isDeep(value: unknown): boolean {
	let level: unknown[] = [value];
	for (let depth = 0; depth <= deepest; depth++) {
		level = level.flatMap(each => (typeof each === 'object' && each !== null ? Object.values(each) : []));
		if (level.length === 0) return false;
	}
	return true;
}
