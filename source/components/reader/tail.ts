import type {Entry} from '../../model/entry.ts';

/** The end of what was read: enough to tell whether what is written next goes on from there. */
export class Tail {
	last: Entry | undefined;
	/** The records since the last prompt, that one included. */
	private turn = new Set<string>();

	add(entry: Entry): void {
		this.last = entry;
		if (isPrompt(entry)) this.turn = new Set();
		this.turn.add(recordOf(entry.id));
	}

	/**
	 * Whether an entry belongs behind what was read. A prompt that follows something older takes back what came after
	 * that: another branch begins.
	 */
	isContinuedBy(entry: Entry, isKnown: (id: string) => boolean): boolean {
		if (!isPrompt(entry) || entry.parent === undefined || this.last === undefined) return true;
		const parent = recordOf(entry.parent);
		return this.turn.has(parent) || !isKnown(parent);
	}
}

function isPrompt({kind, isSidechain}: Entry): boolean {
	return kind === 'user' && !isSidechain;
}

/** A record of several blocks yields `id`, `id#1`, `id#2`. */
export function recordOf(id: string): string {
	return id.replace(/#\d+$/, '');
}
