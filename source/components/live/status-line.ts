import {bytes, count} from '../../text/figures.ts';
import {sanitizeLine} from '../../text/sanitize.ts';
import type {CatalogueStatus} from '../search-source.ts';
import type {Span} from '../theme.ts';

/** How far the catalogue is, in as few words as will do; what matters most comes first. */
export function statusSpans(status: CatalogueStatus | undefined): Span[] {
	if (!status) return [];
	const {polling, note} = status;
	const spans = phaseSpans(status);
	if (polling !== undefined) spans.push({text: 'polling', role: 'dim'});
	if (note !== undefined) spans.push({text: sanitizeLine(note), role: 'tool'});
	return spans.filter(({text}) => text !== '');
}

function phaseSpans(status: CatalogueStatus): Span[] {
	const {phase, indexed, sessions, secondsLeft} = status;
	if (phase === 'looking') return [{text: 'looking …', role: 'dim'}];
	if (phase === 'ready') return [{text: `indexed ${count(indexed)}`, role: 'dim'}];
	if (phase === 'off') return [{text: 'not indexed', role: 'dim'}];
	return [
		{text: `indexing ${count(indexed)}/${count(sessions)}`, role: 'tool'},
		{text: sizes(status), role: 'dim'},
		{text: secondsLeft === undefined ? '' : `${duration(secondsLeft)} left`, role: 'dim'},
	];
}

/** `1.2/2 GB`, both in the unit of the whole. */
function sizes({indexedBytes, bytes: whole}: CatalogueStatus): string {
	const [wholeNumber, unit] = bytes(whole).split(' ') as [string, string];
	const step = {B: 1, KB: 1e3, MB: 1e6, GB: 1e9}[unit] ?? 1;
	const done = indexedBytes / step;
	const shown = done < 9.95 ? done.toFixed(1).replace(/\.0$/, '') : String(Math.round(done));
	return `${shown}/${wholeNumber} ${unit}`;
}

function duration(seconds: number): string {
	if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
	return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}
