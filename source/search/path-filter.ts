/** `file:` asks for the files that a session's tools worked on. */
import {anyOf} from './fts-expression.ts';
import type {Filter} from './query/query.ts';
import {Prepared, TermMatcher} from './term-matcher.ts';
import {type Term, termOf} from './terms.ts';

export type PathFilter = {
	/** Words that stand next to each other in a path, for each of the values; the last may be the beginning of one. */
	readonly terms: readonly Term[];
	readonly isNegated: boolean;
};

export function pathFilters(filters: readonly Filter[]): PathFilter[] {
	return filters.flatMap(filter => {
		if (filter.name !== 'file') return [];
		const terms = filter.values.map(value => termOf(value, 1)).filter(({tokens}) => tokens.length > 0);
		return [{terms, isNegated: filter.isNegated}];
	});
}

/** undefined: the filter asks for nothing that a path could hold. */
export function pathExpression({terms}: PathFilter): string | undefined {
	return terms.length === 0 ? undefined : anyOf(terms, ['files']);
}

/** The same question to a single path. */
export function isInPath(path: string, {terms}: PathFilter): boolean {
	const prepared = new Prepared(path);
	return terms.some(term => new TermMatcher(term).isIn(prepared));
}
