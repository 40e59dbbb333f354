/**
 * Finds the records that tell of the same thing from two sides, to the model and to the person, so that each is shown
 * once. What the person was told is shown; what only the model was told is so too.
 */
type Side = 'model' | 'person';

type Sighting = {node: number; readonly side: Side; readonly keys: readonly string[]};

/** Twins stand a few records apart; further away an equal text is said again. */
const reach = 64;

export class Twins {
	/** Those that have no twin yet. */
	private single: Sighting[] = [];

	/** The node that is not to be shown: this one, or the earlier one that it replaces. undefined: it has no twin yet. */
	see(node: number, side: Side, keys: readonly string[]): number | undefined {
		// In the order of their nodes: the oldest is the first to be out of reach.
		if (this.single.length > 0 && node - this.single[0]!.node > reach)
			this.single = this.single.filter(each => node - each.node <= reach);
		const twin = this.single.find(each => each.side !== side && each.keys.some(key => keys.includes(key)));
		if (!twin) {
			this.single.push({node, side, keys});
			return undefined;
		}
		this.single = this.single.filter(each => each !== twin);
		return side === 'model' ? node : twin.node;
	}
}

/** Enough of a text to know it again, without keeping it. */
export function textKey(text: string): string {
	const trimmed = text.trim();
	return `${trimmed.length}:${trimmed.slice(0, 64)}:${trimmed.slice(-32)}`;
}
