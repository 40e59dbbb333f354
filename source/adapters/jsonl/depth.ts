/** Deeper than any real record by far, and well within what functions that call themselves can do. */
export const deepest = 500;

const leftOut = '[nested too deeply]';

/** Leaves out, in place, what is nested more deeply: `JSON.stringify` would run out of stack. True if anything was. */
export function cutDepths(value: unknown, levels = deepest): boolean {
	if (typeof value !== 'object' || value === null) return false;
	let isCut = false;
	if (Array.isArray(value) && levels > 0) {
		for (const part of value) if (typeof part === 'object' && cutDepths(part, levels - 1)) isCut = true;
		return isCut;
	}
	const parts = value as Record<string, unknown>;
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
