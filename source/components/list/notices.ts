import {sanitizeLine} from '../../text/sanitize.ts';
import {wrap} from '../../text/wrap.ts';
import type {Line, Role} from '../theme.ts';

/** Said where the list would be, when there is none. */
export function emptyNotice(places: readonly string[], columns: number): Line[] {
	return paragraphs(columns, [
		['No sessions found', 'title'],
		[`Looked below ${places.map(sanitizeLine).join(', ')}, where AI coding agents keep their histories.`],
		['Another place: recollect --home DIRECTORY', 'dim'],
		['Sessions to try it with: recollect --demo', 'dim'],
	]);
}

export function failureNotice(message: string, columns: number): Line[] {
	return paragraphs(columns, [
		['The sessions could not be listed', 'error'],
		[message],
		['q quits; `recollect list` may tell more.', 'dim'],
	]);
}

function paragraphs(columns: number, texts: ReadonlyArray<readonly [string, Role?]>): Line[] {
	return texts.flatMap(([text, role]) => [
		[],
		...wrap(text, Math.max(8, columns - 4)).map((line): Line => [{text: `  ${line}`, role}]),
	]);
}
