/** What a secret looks like, and where one was found. */

/** Families of kinds, to turn off together. */
export const redactGroups = [
	'token', // keys and tokens that a vendor's form gives away
	'private-key',
	'header', // Authorization, cookies
	'url', // passwords inside addresses
	'assignment', // random strings next to words like `secret`
	'email',
	'home', // home folders; off unless wanted
	'own', // the user's patterns
] as const;

export type RedactGroup = (typeof redactGroups)[number];

export type Span = {
	readonly start: number;
	readonly end: number;
	readonly rule: Rule;
	/** The secret itself, where the text between `start` and `end` has something in between: a line break, an escape. */
	readonly secret?: string;
	/** What stands there afterwards, where that is no numbered placeholder. */
	readonly replacement?: string;
};

/**
 * Looks at one place where a keyword of its begins, and notes what it finds. It must not look far into the rest of the
 * text. The answer, if any, is how far it need not be asked again: a text that is all keywords is not read for each.
 */
export type Find = (text: string, at: number, found: Span[]) => number | undefined;

export type Rule = {
	/** Part of the placeholder and of the report: `github-token`. */
	readonly id: string;
	/** For people. */
	readonly name: string;
	readonly group: RedactGroup;
	/** Of three characters at least. Nothing of the rule runs where none of them stands. */
	readonly keywords: readonly string[];
	/** Keywords in capitals or not. */
	readonly isCaseless?: boolean;
	readonly find: Find;
};

/** A rule that is nothing but data. */
export type TokenRule = {
	readonly id: string;
	readonly name: string;
	readonly keywords: readonly string[];
	readonly isCaseless?: boolean;
	/**
	 * Sticky: tried where a keyword begins. The secret is its group `secret` (then it has the flag `d`), else all of it, and
	 * what a group `head` in a lookbehind saw before the keyword.
	 */
	readonly pattern: RegExp;
	/** Bits per character that the secret must have at least; 3 if not said. */
	readonly entropy?: number;
};
