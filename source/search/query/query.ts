/** How the words of a query are looked for. */
export const modes = ['fuzzy', 'words', 'regex'] as const;

export type Mode = (typeof modes)[number];

/** The mode that a key switches to; after the last comes the first. */
export function nextMode(mode: Mode): Mode {
	return modes[(modes.indexOf(mode) + 1) % modes.length]!;
}

/** What is wrong with a part of the text: offsets into it, and a message for its writer. */
export type Problem = {readonly start: number; readonly end: number; readonly message: string};

export type TextFilterName = 'agent' | 'project' | 'branch' | 'model' | 'tool' | 'file' | 'title' | 'has' | 'is';

export type TimeFilterName = 'after' | 'before' | 'date';

export type FilterName = TextFilterName | TimeFilterName;

/** One of the values must hold; none of them may where the filter is negated. */
export type TextFilter = {
	readonly name: TextFilterName;
	readonly values: readonly string[];
	readonly isNegated: boolean;
};

/** Milliseconds; `from` belongs to the period, `to` does not, and an absent one is no limit. */
export type TimeFilter = {
	readonly name: 'time';
	readonly from?: number;
	readonly to?: number;
	readonly isNegated: boolean;
};

export type Filter = TextFilter | TimeFilter;

export type Query = {
	readonly text: string;
	readonly mode: Mode;
	readonly words: readonly string[];
	readonly phrases: readonly string[];
	/** Words and phrases that must not occur; a phrase has a space in it. */
	readonly excluded: readonly string[];
	readonly patterns: readonly RegExp[];
	/** All of them must hold. What has a problem is not among them. */
	readonly filters: readonly Filter[];
	readonly problems: readonly Problem[];
	/** The last of `words` is still being typed: the text ends with it. */
	readonly isOpen: boolean;
};
