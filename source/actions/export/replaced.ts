import {homePaths} from '../../redact/home-paths.ts';
import type {Finding} from '../../redact/redactor.ts';
import {plural} from '../../text/figures.ts';
import {sanitizeLine} from '../../text/sanitize.ts';

/** What was replaced, by its kind: how often, and where at first. Never what it was. */
export type Replaced = Map<string, {readonly name: string; number: number; readonly places: string[]}>;

const mostPlaces = 5;

export function addReplaced(all: Replaced, {kind, name, count, places}: Finding): void {
	const known = all.get(kind) ?? {name, number: 0, places: []};
	known.number += count;
	known.places.push(...places.slice(0, mostPlaces - known.places.length));
	all.set(kind, known);
}

/** Of several sessions, which of them: a record's id alone would lead nowhere. */
export function placedIn(finding: Finding, session: string): Finding {
	return {...finding, places: finding.places.map(place => `${session}: ${place}`)};
}

/** `replaced: 2 GitHub tokens, 1 e-mail address`; undefined: nothing. */
export function describeReplaced(all: Replaced): string | undefined {
	if (all.size === 0) return undefined;
	return `replaced: ${[...all.values()].map(kindWords).join(', ')}`;
}

/** A line for each kind, with the places where it was met at first, in order. */
export function placesReplaced(all: Replaced): string[] {
	return [...all.values()]
		.filter(({places}) => places.length > 0)
		.map(kind => `  ${kindWords(kind)} first in ${sanitizeLine([...new Set(kind.places)].join(', '))}`);
}

function kindWords({name, number}: {readonly name: string; readonly number: number}): string {
	return plural(number, sanitizeLine(name)).replace(/sss$/, 'sses');
}

/** For whoever gave a command: how to keep them. Home folders are replaced only for those who ask for it. */
export function adviseReplaced(all: Replaced): string | undefined {
	const words = describeReplaced(all);
	const hasHome = all.has(homePaths.id);
	if (words === undefined || (hasHome && all.size === 1)) return words;
	return `${words} (--no-redact keeps ${hasHome ? 'all but the home folders' : 'them'})`;
}
