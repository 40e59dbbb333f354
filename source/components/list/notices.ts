import {keyFor} from '../../keymap/key-help.ts';
import {count} from '../../text/figures.ts';
import {sanitizeLine} from '../../text/sanitize.ts';
import {wrap} from '../../text/wrap.ts';
import type {SearchAnswer, SearchRequest} from '../search-source.ts';
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
		[`${keyFor('list', 'quit')} quits; \`recollect list\` may tell more.`, 'dim'],
	]);
}

export type NothingFound = {
	readonly request: SearchRequest;
	readonly answer: SearchAnswer;
	/** Words that stand nowhere. */
	readonly missing: readonly string[];
};

/** Said where nothing was found: what was looked for where, and what else one could do. */
export function nothingFoundNotice({request, answer, missing}: NothingFound, columns: number): Line[] {
	const {text, mode, scope} = request;
	const {isComplete, scanning} = answer;
	const where = {all: '', here: ' in this directory', repository: ' in this repository'}[scope];
	if (!isComplete) {
		const reading = scanning ? `: reading ${count(scanning.done)} of ${count(scanning.of)} sessions` : '';
		return paragraphs(columns, [[`Nothing found yet${where}${reading} …`, 'dim']]);
	}
	const hasWords = text.trim() !== '';
	const advice: Array<[string, Role?] | undefined> = [
		missing.length > 0 ? [`Nowhere${where}: ${missing.map(sanitizeLine).join(', ')}`] : undefined,
		scope === 'all'
			? undefined
			: [`${keyFor('list', 'cycle-scope')} looks elsewhere: in all sessions, or in this repository.`, 'dim'],
		hasWords && mode !== 'fuzzy'
			? [`${keyFor('list', 'cycle-mode')} looks for the words in another way.`, 'dim']
			: undefined,
		hasWords
			? ['Fewer words, or parts of them, find more; a filter such as agent: leaves sessions out.', 'dim']
			: undefined,
		hasWords
			? ['Very long outputs are not in the index: recollect search --deep QUERY reads them too.', 'dim']
			: undefined,
	];
	return paragraphs(columns, [
		[hasWords ? `No session${where} matches` : `No session${where}`, 'title'],
		...advice.filter(line => line !== undefined),
	]);
}

function paragraphs(columns: number, texts: ReadonlyArray<readonly [string, Role?]>): Line[] {
	return texts.flatMap(([text, role]) => [
		[],
		...wrap(text, Math.max(8, columns - 4)).map((line): Line => [{text: `  ${line}`, role}]),
	]);
}
