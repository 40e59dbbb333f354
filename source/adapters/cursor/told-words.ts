/**
 * What was given already. The turns as they were shown and the transcript say again what the messages say; only what
 * they have of their own is given once more. Of a text a short print is kept.
 */
import type {Draft} from './draft.ts';

export class ToldWords {
	private readonly prompts = new Set<number>();
	private readonly others = new Set<number>();
	/** Whether the turn at hand is one that was given: it began with a prompt that was. */
	private isToldTurn = true;

	add(drafts: readonly Draft[]): void {
		for (const {kind, text} of drafts) {
			if (kind === 'user') this.prompts.add(printOf(text));
			else if (isSaid(kind) && text !== '') this.others.add(printOf(text));
		}
	}

	isPrompt(text: string): boolean {
		return this.prompts.has(printOf(text));
	}

	/** Of what was said and thought: there is nothing in it, or it was given. */
	isSaid(text: string): boolean {
		return text.trim() === '' || this.others.has(printOf(text));
	}

	/** Whether a record of the transcript says nothing but what was given. They come in their order. */
	areTold(drafts: readonly Draft[]): boolean {
		let areTold = true;
		for (const {kind, text} of drafts) {
			if (kind === 'user') this.isToldTurn = this.isPrompt(text);
			areTold &&= isSaid(kind) ? this.isSaid(text) : this.isToldTurn;
		}
		return areTold;
	}
}

function isSaid(kind: Draft['kind']): boolean {
	return kind === 'assistant' || kind === 'thinking' || kind === 'compaction';
}

/** Two hashes in one number: all text of a chat passes here. White space differs between tellings. */
function printOf(text: string): number {
	let [low, high] = [1, 0x811c9dc5];
	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (code <= 0x20) continue;
		low = (Math.imul(low, 31) + code) | 0;
		high = Math.imul(high ^ code, 0x01000193);
	}
	return (low >>> 0) + (high & 0xfffff) * 2 ** 32;
}
