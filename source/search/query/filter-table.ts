import type {FilterName} from './query.ts';

type FilterRow = {
	readonly name: FilterName;
	/** The form of its value, as help shows it. */
	readonly value: string;
	readonly help: string;
	/** The only values it takes; without them it takes any text. */
	readonly choices?: readonly string[];
	/** What people call it elsewhere: never understood, but answered with a suggestion. */
	readonly synonyms?: readonly string[];
};

export const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

const things = ['error', 'image', 'thinking', 'fork', 'subagent'] as const;
const states = ['fork', 'subagent', 'live', 'starred'] as const;

/** The one table of filters: the parser, the completion, the help, the README and the messages are made from it. */
const table: readonly FilterRow[] = [
	{name: 'agent', value: 'NAME', help: 'of this agent', synonyms: ['harness', 'client']},
	{
		name: 'project',
		value: 'PATH',
		help: 'whose folder has this in its path, or begins with it: shop-api, ~/work, /srv/shop',
		synonyms: ['repo', 'repository', 'cwd', 'dir', 'folder', 'path', 'in'],
	},
	{name: 'branch', value: 'TEXT', help: 'whose git branch has this in its name', synonyms: ['ref', 'git']},
	{name: 'model', value: 'TEXT', help: 'answered by a model with this in its name', synonyms: ['llm']},
	{
		name: 'tool',
		value: 'NAME',
		help: "that used this tool, by the agent's name for it or the common one (bash, edit); NAME* for a beginning",
	},
	{name: 'file', value: 'PATH', help: 'that worked on a file with this in its path', synonyms: ['filename']},
	{name: 'title', value: 'TEXT', help: 'with this in their title', synonyms: ['name', 'subject']},
	{
		name: 'after',
		value: 'DATE',
		help: 'from the beginning of this day, month or year on; 2d: in the last two days',
		synonyms: ['since', 'from', 'newer'],
	},
	{
		name: 'before',
		value: 'DATE',
		help: 'before the beginning of this day, month or year; 2d: more than two days ago',
		synonyms: ['until', 'till', 'to', 'older'],
	},
	{
		name: 'date',
		value: 'DATE',
		help: 'in this time: 2026, 2026-10, 2026-10-15, today, monday; <2d: younger than two days, >2w: older (h d w m y)',
		synonyms: ['time', 'day', 'on', 'when', 'month', 'year', 'week', 'age'],
	},
	{name: 'has', value: things.join('|'), help: 'that hold such a thing', choices: things, synonyms: ['with']},
	{name: 'is', value: states.join('|'), help: 'that are such a session', choices: states, synonyms: ['state']},
];

export const filterNames: readonly FilterName[] = table.map(({name}) => name);

const rows: ReadonlyMap<string, FilterRow> = new Map(table.map(row => [row.name, row]));

const synonyms: ReadonlyMap<string, FilterName> = new Map(
	table.flatMap(({name, synonyms = []}) => synonyms.map(synonym => [synonym, name] as const)),
);

export type FilterHelp = {readonly name: FilterName; readonly value: string; readonly help: string};

/** Each filter's name, the form of its value, and a line that ends the sentence "Sessions ...". */
export function describeFilters(): FilterHelp[] {
	return table.map(({name, value, help}) => ({name, value, help}));
}

export function isFilterName(name: string): name is FilterName {
	return rows.has(name);
}

export function isTimeFilterName(name: FilterName): name is 'after' | 'before' | 'date' {
	return valueForm(name) === 'DATE';
}

export function valueForm(name: FilterName): string {
	return rows.get(name)!.value;
}

/** The only values that a filter takes, if they are few and known beforehand. */
export function choicesOf(name: FilterName): readonly string[] | undefined {
	return rows.get(name)!.choices;
}

/** What a filter is called here that other programs call so. */
export function filterForSynonym(name: string): FilterName | undefined {
	return synonyms.get(name);
}
