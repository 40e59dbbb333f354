/** Deeper than any real record by far, and well within what functions that call themselves can do. */
export const deepest = 500;

const leftOut = '[nested too deeply]';

/** Leaves out, in place, what is nested more deeply: `JSON.stringify` would run out of stack. True if anything was. */
export function cutDepths(value: unknown, levels = deepest): boolean {
	if (typeof value !== 'object' || value === null) return false;
	const parts = value as Record<string, unknown>;
	let isCut = false;
	for (const key in parts) {
		const part = parts[key];
		if (typeof part !== 'object' || part === null) continue;
		if (levels > 0) isCut = cutDepths(part, levels - 1) || isCut;
		else {
			parts[key] = leftOut;
			isCut = true;
		}
	}
	return isCut;
}
