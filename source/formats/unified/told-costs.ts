/**
 * What an answer took is told by all of its blocks, which may lie in several messages: whoever adds it up should find it
 * once. It is written with the first of them, and again only where it differs.
 */
import type {EntryFacts} from '../../model/entry.ts';
import {sameTokens} from './facts-fields.ts';

export type Costs = Pick<EntryFacts, 'tokens' | 'cost'>;

export class ToldCosts {
	private readonly byMessage = new Map<string, Costs>();

	/** What a reader knows of a message by what it says itself, and by what was said of its answer before. */
	known(message: string | undefined, {tokens, cost}: Costs): Costs {
		const told = this.before(message);
		const known = {tokens: tokens ?? told.tokens, cost: cost ?? told.cost};
		if (message !== undefined && (known.tokens || known.cost !== undefined)) this.byMessage.set(message, known);
		return known;
	}

	/** What of it was not told before. */
	news(message: string | undefined, {tokens, cost}: Costs): Costs {
		const told = this.before(message);
		return {
			tokens: tokens && told.tokens && sameTokens(tokens, told.tokens) ? undefined : tokens,
			cost: cost === told.cost ? undefined : cost,
		};
	}

	private before(message: string | undefined): Costs {
		return (message === undefined ? undefined : this.byMessage.get(message)) ?? {};
	}
}
