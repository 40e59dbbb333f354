import type {Spent} from '../model/tree-usage.ts';
import {compact, dollars} from '../text/figures.ts';

/** `41k tokens · $0.31`; empty where nothing is known. */
export function spentText({tokens = 0, cost}: Spent): string {
	const facts = [tokens > 0 ? `${compact(tokens)} tokens` : '', cost === undefined || cost <= 0 ? '' : dollars(cost)];
	return facts.filter(Boolean).join(' · ');
}
