import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {agentIds} from '../../source/adapters/agents.ts';
import {groupings, sorts} from '../../source/components/list/arrangement.ts';
import {levels} from '../../source/components/reader/layout/layout-block.ts';
import {roleNames as themeRoles} from '../../source/components/theme.ts';
import {loadConfig} from '../../source/config/config.ts';
import {configFile} from '../../source/config/config-file.ts';
import {exampleConfig} from '../../source/config/example.ts';
import {agentNames, options, roleNames} from '../../source/config/options.ts';
import {describeProblem, summarizeProblems} from '../../source/config/problem.ts';
import {readConfig} from '../../source/config/read-config.ts';
import {configReport} from '../../source/config/report.ts';
import {formatIds} from '../../source/formats/format.ts';
import {redactGroups} from '../../source/redact/rule.ts';
import {modes} from '../../source/search/query/query.ts';
import {scopes} from '../../source/search/scope.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';

const read = (text: string) => readConfig('config.json', text);
const told = (text: string) => read(text).problems.map(describeProblem);

describe('a config file', () => {
	it('says what it says, with comments and trailing commas', () => {
		const {settings, problems, bindings} = read(`\uFEFF{
			// a comment
			"theme": "light", /* another */
			"mouse": false,
			"colors": {"prompt": "blue", "agent:claude": "bright-red"},
			"defaults": {"agents": ["codex"], "scope": "here", "mode": "words"},
		}`);
		expect(problems).toEqual([]);
		expect(bindings).toBeUndefined();
		expect(settings).toEqual({
			theme: 'light',
			mouse: false,
			colors: {prompt: 'blue', 'agent:claude': 'bright-red'},
			defaults: {agents: ['codex'], scope: 'here', mode: 'words'},
		});
	});

	it.each(['', '{}', '// nothing yet\n', '  \n'])('may be empty (%j)', text => {
		expect(read(text)).toEqual({settings: {}, bindings: undefined, problems: []});
	});

	it('takes homes that are there, and one value for a list of one', () => {
		const home = temporaryDirectory();
		fs.mkdirSync(path.join(home, 'other'));
		const text = JSON.stringify({
			defaults: {homes: ['~', '~/other', path.join(home, 'gone'), 'relative', 3], agents: 'pi'},
		});
		const {settings, problems} = readConfig('c', text, home);
		expect(settings.defaults).toEqual({homes: [home, path.join(home, 'other')], agents: ['pi']});
		expect(problems.map(({message}) => message)).toEqual([
			expect.stringMatching(/^defaults\.homes: there is no directory ".*gone"\.$/),
			expect.stringContaining('"relative" is no directory. It takes whole paths'),
			expect.stringContaining('defaults.homes: 3 is no directory'),
		]);
	});
});

describe('what is wrong in it', () => {
	it('is told with its place, and the rest holds', () => {
		const {settings, problems} = read(
			'{\n\t"theme": "drak",\n\t"colour": {},\n\t"mouse": "no",\n\t"defaults": {"mode": "words", "scop": "all"}\n}',
		);
		expect(settings).toEqual({defaults: {mode: 'words'}});
		expect(problems.map(describeProblem)).toEqual([
			'config.json:2:11: theme can not be "drak". Did you mean "dark"? It takes auto, dark, light.',
			expect.stringMatching(/^config\.json:3:2: There is no colour\. Did you mean colors\? There are theme, colors, /),
			'config.json:4:11: mouse can not be "no". It takes true or false.',
			expect.stringMatching(/^config\.json:5:32: There is no defaults\.scop\. Did you mean scope\? There are agents, /),
		]);
	});

	it.each([
		['[]', 'config.json:1:1: The file is a list; it takes an object: {…}.'],
		[
			'{"colors": {"prompt": "pink"}}',
			/^config\.json:1:23: colors\.prompt can not be "pink"\. It takes black, .*bright-white\.$/,
		],
		['{"colors": {"promt": "red"}}', /1:13: There is no colors\.promt\. Did you mean prompt\?/],
		['{"defaults": 3}', 'config.json:1:14: defaults is 3; it takes an object: {…}.'],
		['{"defaults": {"agents": {}}}', /agents is an object; it takes a list of claude, /],
		[
			'{"defaults": {"agents": ["claud", "codex"]}}',
			/1:26: defaults\.agents can not be "claud"\. Did you mean "claude"\?/,
		],
		['{"mouse": true,\n"mouse": false}', 'config.json:2:1: mouse stands here a second time; the first one holds.'],
		['{"theme": "\\u001b[2J"}', /theme can not be "\\u001b\[2J"\./],
	])('%s', (text, wanted) => {
		expect(told(text)).toEqual([typeof wanted === 'string' ? wanted : expect.stringMatching(wanted)]);
	});

	it('a list of mistakes is not an empty list', () => {
		expect(read('{"defaults": {"agents": ["nobody"]}}').settings).toEqual({defaults: {}});
		expect(read('{"defaults": {"agents": []}}').settings).toEqual({defaults: {agents: []}});
	});

	it.each([
		['{"theme" "dark", "mouse": false}', '1:10: Not JSON: a colon is missing here.', {mouse: false}],
		['{"theme": "dark"\r\n"mouse": false}', '2:1: Not JSON: a comma is missing here.', {theme: 'dark', mouse: false}],
		[
			'{"theme": dark, "mouse": false}',
			'1:11: Not JSON: this is no JSON value; text stands in "quotes".',
			{mouse: false},
		],
		['{"mouse": false, "theme": "dark', '1:27: Not JSON: this text has no closing quote.', {mouse: false}],
		['{"mouse": false', '1:16: Not JSON: a closing } is missing here.', {mouse: false}],
	])('no JSON: %s', (text, wanted, settings) => {
		expect(told(text)[0]).toBe(`config.json:${wanted}`);
		expect(read(text).settings).toMatchObject(settings);
	});

	it('is told in one line: the first, and how many more', () => {
		expect(summarizeProblems([])).toBeUndefined();
		expect(summarizeProblems(read('{"a": 1}').problems)).toMatch(
			/^config\.json:1:2: There is no a\. .* `recollect config` tells all\.$/,
		);
		expect(summarizeProblems(read('{"a": 1, "b": 2, "c": 3}').problems)).toMatch(
			/^config\.json:1:2 \(and 2 more\): There is no a\. /,
		);
	});
});

describe('the file', () => {
	it('lies where the system wants it, or where the user says', () => {
		expect(configFile(undefined, {XDG_CONFIG_HOME: '/some/where'})).toBe('/some/where/recollect/config.json');
		expect(configFile('/a/b.json', {RECOLLECT_CONFIG: '/c'})).toBe('/a/b.json');
		expect(configFile('', {RECOLLECT_CONFIG: '/c', XDG_CONFIG_HOME: '/x'})).toBe('/c');
		for (const XDG_CONFIG_HOME of ['relative', '', undefined])
			expect(configFile(undefined, {XDG_CONFIG_HOME})).toBe(
				path.join(os.homedir(), '.config', 'recollect', 'config.json'),
			);
	});

	it('need not be there, unless it was named; and may be something else', async () => {
		const folder = temporaryDirectory();
		const file = path.join(folder, 'config.json');
		expect(await loadConfig(file, false)).toEqual({file, exists: false, settings: {}, problems: []});
		expect((await loadConfig(file, true)).problems).toEqual([{file, message: 'There is no such file.'}]);
		expect((await loadConfig(folder, false)).problems).toEqual([{file: folder, message: 'It is a directory.'}]);
		fs.writeFileSync(file, '{"mouse": false, "x": 1}');
		const {exists, settings, problems} = await loadConfig(file, false);
		expect({exists, settings}).toEqual({exists: true, settings: {mouse: false}});
		expect(problems).toMatchObject([{file, line: 1, column: 18}]);
	});
});

describe('the table', () => {
	const choicesOf = (name: string) => {
		const kind = options.find(each => each.name === name)!.kind;
		return 'of' in kind ? kind.of : [];
	};

	it('has the names that the rest of the program has', () => {
		expect(agentNames).toEqual(agentIds);
		expect(choicesOf('defaults.mode')).toEqual(modes);
		expect(choicesOf('defaults.scope')).toEqual(scopes);
		expect(choicesOf('defaults.group')).toEqual(groupings);
		expect(choicesOf('defaults.sort')).toEqual(sorts);
		expect(choicesOf('defaults.level')).toEqual(levels);
		expect(choicesOf('export.format')).toEqual(formatIds);
		expect([...choicesOf('redact.off')!, 'home', 'own']).toEqual(redactGroups);
		expect([...roleNames].sort()).toEqual([...themeRoles, ...agentIds.map(id => `agent:${id}`)].sort());
	});

	it('makes an example that can be read, as it is and with everything in force', () => {
		const example = exampleConfig();
		expect(read(example)).toMatchObject({problems: []});
		const whole = example.replace(/^(\s*)\/\/ (?=")/gm, '$1');
		const {problems, settings} = read(whole);
		expect(problems).toEqual([]);
		for (const {name} of options)
			expect(
				name.split('.').reduce((value: any, part) => value?.[part], settings),
				name,
			).toBeDefined();
		// It says what holds anyway.
		expect(settings.keys).toEqual({});
	});

	it('makes the report: what holds, and who says so', () => {
		const config = {file: 'f', exists: true, ...read('{"theme": "dark", "mouse": false, "x": 1}')};
		const {values, problems} = configReport(config, new Map([['mouse', true]]));
		const of = (name: string) => values.find(each => each.name === name);
		expect(of('theme')).toMatchObject({value: 'dark', from: 'file'});
		expect(of('mouse')).toMatchObject({value: true, from: 'flag'});
		expect(of('defaults.scope')).toMatchObject({value: 'all', from: 'default'});
		expect(problems).toMatchObject([{line: 1, described: expect.stringMatching(/^config\.json:1:35: There is no x/)}]);
	});
});
