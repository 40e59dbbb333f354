import * as parsers from './prose-parsed.ts';

/** Nearly no text needs them, and to load them takes as long as to find a session: the bundle does it when one does. */
export function loadParsers(): typeof parsers {
	return parsers;
}
