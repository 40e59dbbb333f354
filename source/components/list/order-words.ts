import type {Grouping, Order, Sort} from './arrangement.ts';

const groupingWords: Readonly<Record<Grouping, string>> = {day: 'by day', project: 'by project', none: 'no headings'};

const sortWords: Readonly<Record<Sort, string>> = {
	newest: 'newest first',
	oldest: 'oldest first',
	largest: 'largest first',
	prompts: 'most prompts first',
	tokens: 'most tokens first',
	title: 'by title',
};

/** How the list stands, in full. */
export function orderWords({grouping, sort}: Order): string {
	// Days are headings of what stands by time, and of nothing else.
	const hasHeadings = grouping !== 'day' || sort === 'newest' || sort === 'oldest';
	const words = `${hasHeadings ? `${groupingWords[grouping]}, ` : ''}${sortWords[sort]}`;
	return words.replace(/^./, first => first.toUpperCase());
}

/** What is not as usual about how the list stands; empty where nothing is. */
export function unusualOrder({grouping, sort}: Order): string {
	const words = [grouping === 'day' ? '' : groupingWords[grouping], sort === 'newest' ? '' : sortWords[sort]];
	return words.filter(Boolean).join(', ');
}
