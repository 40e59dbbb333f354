/** Finds the records that tell of the same thing from two sides, so that each is shown once. */
import {type Source, sources} from './draft.ts';

type Sighting = {node: number; source: Source; readonly keys: string[]; readonly seen: Set<Source>};

/** Twins stand a few records apart; further away an equal text is said again. */
const reach = 64;

export class Twins {
	private recent: Sighting[] = [];

	/** The node that is not to be shown: this one, or the earlier one that it replaces. undefined: it has no twin yet. */
	see(node: number, source: Source, keys: string[]): number | undefined {
		this.recent = this.recent.filter(each => node - each.node <= reach);
		const twin = this.recent.find(each => !each.seen.has(source) && each.keys.some(key => keys.includes(key)));
		if (!twin) {
			this.recent.push({node, source, keys, seen: new Set([source])});
			return undefined;
		}

		twin.seen.add(source);
		for (const key of keys) if (!twin.keys.includes(key)) twin.keys.push(key);
		if (sources.indexOf(source) < sources.indexOf(twin.source)) return node;
		const replaced = twin.node;
		twin.node = node;
		twin.source = source;
		return replaced;
	}
}

/** Enough of a text to know it again, without keeping it. */
export function textKey(text: string): string {
	const trimmed = text.trim();
	return `${trimmed.length}:${trimmed.slice(0, 64)}:${trimmed.slice(-32)}`;
}
