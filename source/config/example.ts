/** A config file to begin with: every option and every action with what holds without it, all of it commented out. */
import {placeNames, places} from '../keymap/binding.ts';
import {defaultBindings} from '../keymap/effective-keymap.ts';
import {wrap} from '../text/wrap.ts';
import {takes} from './describe-option.ts';
import {type Option, options, roleNames} from './options.ts';

const width = 100;

export function exampleConfig(): string {
	const sections = [...new Set(options.map(sectionOf))];
	const parts = sections.flatMap(section => {
		const own = options.filter(option => sectionOf(option) === section && option.kind.is !== 'keys');
		return section === '' ? own.map(lines) : [block(section, apart(own.map(lines)))];
	});
	const intro = '// What is commented out here is what holds without a config file, or an example.';
	return [intro, '{', ...apart([...parts, keys()]).map(indented), '}', ''].join('\n');
}

function sectionOf({name}: Option): string {
	return name.split('.').slice(0, -1).join('.');
}

function keys(): string[] {
	const {help} = options.find(({kind}) => kind.is === 'keys')!;
	return [...comment(help), ...comment(chordHelp), ...block('keys', apart(places.map(placeLines)))];
}

const chordHelp = 'Keys are single characters, ctrl-x, alt-x, names such as enter or pagedown, and two in turn: "g g".';

function lines(option: Option): string[] {
	const {name, help, flag, preset, example, kind} = option;
	const more = [
		kind.is === 'choice' || kind.is === 'choices' || kind.is === 'colors' ? `It takes ${takes(option)}.` : '',
		kind.is === 'colors' ? `Roles: ${roleNames.join(', ')}.` : '',
		flag === undefined ? '' : `${flag} wins over it.`,
	];
	const said = [help, ...more].filter(text => text !== '').join(' ');
	return [...comment(said), entry(name.split('.').at(-1)!, example ?? preset)];
}

function placeLines(place: (typeof places)[number]): string[] {
	const own = defaultBindings.filter(({when, isFixed}) => when.includes(place) && !isFixed);
	const actions = [...new Set(own.map(({action}) => action))];
	const rows = actions.flatMap(name => {
		const rowsOfAction = own.filter(({action}) => action === name);
		return [
			`// ${rowsOfAction[0]!.help}`,
			entry(
				name,
				rowsOfAction.flatMap(({keys}) => keys),
			),
		];
	});
	return rows.length === 0 ? [] : [`// ${placeNames[place]}`, ...block(place, rows)];
}

function entry(name: string, value: unknown): string {
	return `// ${JSON.stringify(name)}: ${inOneLine(value)},`;
}

/** As people write it: with a space after commas and colons. */
function inOneLine(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(inOneLine).join(', ')}]`;
	if (typeof value !== 'object' || value === null) return JSON.stringify(value);
	return `{${Object.entries(value)
		.map(([name, each]) => `${JSON.stringify(name)}: ${inOneLine(each)}`)
		.join(', ')}}`;
}

function block(name: string, inner: readonly string[]): string[] {
	return [`${JSON.stringify(name)}: {`, ...inner.map(indented), '},'];
}

/** With an empty line between them. */
function apart(parts: ReadonlyArray<readonly string[]>): string[] {
	return parts.filter(({length}) => length > 0).flatMap((part, at) => (at === 0 ? part : ['', ...part]));
}

function comment(text: string): string[] {
	return wrap(text, width).map(line => `// ${line}`);
}

function indented(text: string): string {
	return text === '' ? '' : `\t${text}`;
}
