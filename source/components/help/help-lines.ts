import {type Place, placeNames} from '../../keymap/binding.ts';
import {type KeyHelp, keysOf} from '../../keymap/key-help.ts';
import {describeFilters} from '../../search/query/filter-table.ts';
import {fit, widthOf} from '../../text/width.ts';
import {wrap} from '../../text/wrap.ts';
import {cutLine} from '../line-tools.ts';
import type {Line} from '../theme.ts';

type Section = {readonly name?: string; readonly rows: readonly KeyHelp[]};

/** Longer ones stand on a line of their own. */
const widestKeys = 24;

/** All keys of a screen, those of the line one types into on it, and what may be typed there; those with the words wanted. */
export function helpLines(about: Place, columns: number, wanted = ''): Line[] {
	const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
	const isWanted = ({keys, help}: KeyHelp) => words.every(word => `${keys} ${help}`.toLowerCase().includes(word));
	const sections = sectionsFor(about).map(({name, rows}) => ({name, rows: rows.filter(isWanted)}));
	const found = sections.filter(({rows}) => rows.length > 0);
	if (found.length === 0) return [[], [{text: '  No key does that here', role: 'dim'}]];
	return found.flatMap(({name, rows}) => {
		const heading: Line[] = name === undefined ? [] : [[], [{text: `  ${name}`, role: 'dim'}]];
		const widest = Math.max(...rows.map(({keys}) => widthOf(keys)));
		return [...heading, ...rows.flatMap(row => rowLines(row, Math.min(widest, widestKeys) + 4, columns))];
	});
}

function rowLines({keys, help}: KeyHelp, width: number, columns: number): Line[] {
	const isLong = widthOf(keys) + 2 > width;
	const texts = wrap(help, Math.max(16, columns - width - 4));
	const lines = texts.map(
		(text, row): Line => [{text: '  '}, {text: fit(row === 0 && !isLong ? keys : '', width), role: 'key'}, {text}],
	);
	const alone: Line[] = isLong ? [[{text: `  ${keys}`, role: 'key'}]] : [];
	return [...alone, ...lines].map(line => cutLine(line, columns));
}

function sectionsFor(about: Place): Section[] {
	const own = {rows: keysOf(about)};
	if (about === 'list') return [own, sectionOf('search'), queries];
	if (about === 'reader') return [own, ...(['find', 'outline', 'pages'] as const).map(sectionOf)];
	if (about === 'tree') return [own, sectionOf('label')];
	return [own];
}

function sectionOf(place: Place): Section {
	return {name: placeNames[place], rows: keysOf(place)};
}

const queries: Section = {
	name: 'What a query may hold',
	rows: [
		{keys: 'word', help: 'sessions with a word that begins so; several words: all of them'},
		{keys: '"two words"', help: 'as they stand'},
		{keys: '-word', help: 'without it; filters can be turned round in the same way'},
		{keys: '/expression/', help: 'a regular expression'},
		...describeFilters().map(({name, value, help}) => ({keys: `${name}:${value}`, help})),
	],
};
