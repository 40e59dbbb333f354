import type {Role} from '../../model/entry.ts';
import {sanitize} from '../../text/sanitize.ts';
import type {Match} from '../search-source.ts';
import type {Span} from '../theme.ts';
import {markedSpans, type RangesIn} from './ranges.ts';

/** Who said it, in a word. */
export const roleNames: Readonly<Record<Role, string>> = {
	user: 'you',
	assistant: 'answer',
	system: 'note',
	tool: 'tool',
};

/**
 * The snippet of a match on one line. It comes from a file: piece by piece it is made safe to draw. `marks` finds the
 * words anew where the snippet was made for an older query.
 */
export function snippetSpans({snippet, ranges}: Match, marks?: RangesIn): Span[] {
	return markedSpans(snippet, marks ? marks(snippet) : ranges, 'dim', clean).filter(({text}) => text !== '');
}

function clean(piece: string): string {
	return sanitize(piece).replace(/\s+/gu, ' ');
}
