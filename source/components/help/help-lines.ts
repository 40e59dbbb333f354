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

/** All keys of a screen, those of the line one types into on it, and what may be typed there. */
export function helpLines(about: Place, columns: number): Line[] {
	return sectionsFor(about).flatMap(({name, rows}) => {
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
	if (about === 'list') return [own, {name: placeNames.search, rows: keysOf('search')}, queries];
	if (about === 'reader') return [own, {name: placeNames.find, rows: keysOf('find')}];
	return [own];
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
