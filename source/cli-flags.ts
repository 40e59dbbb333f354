/** The command line: which flags there are, and what they say where the config file might say something else. */
import path from 'node:path';
import meow from 'meow';
import type {CommandFlags} from './actions/context.ts';
import {UserError} from './actions/user-error.ts';
import {agentIds} from './adapters/agents.ts';
import type {Config} from './config/config.ts';
import type {AgentId} from './model/agent.ts';

declare const RECOLLECT_VERSION: string;

export const {flags, input} = meow('', {
	importMeta: import.meta,
	argv: withDash(process.argv.slice(2)),
	pkg: {name: 'recollect', version: RECOLLECT_VERSION},
	autoHelp: false,
	autoVersion: false,
	allowUnknownFlags: false,
	// What nobody said is not said: then the config file is asked.
	booleanDefault: undefined,
	flags: {
		home: {type: 'string', isMultiple: true},
		agent: {type: 'string'},
		json: {type: 'boolean'},
		color: {type: 'boolean', default: true},
		cache: {type: 'string'},
		demo: {type: 'boolean'},
		version: {type: 'boolean'},
		help: {type: 'boolean', shortFlag: 'h'},
		limit: {type: 'number'},
		all: {type: 'boolean'},
		branch: {type: 'string'},
		raw: {type: 'boolean'},
		full: {type: 'boolean'},
		rebuild: {type: 'boolean'},
		status: {type: 'boolean'},
		deep: {type: 'boolean'},
		stat: {type: 'boolean'},
		files: {type: 'boolean'},
		family: {type: 'boolean'},
		format: {type: 'string'},
		output: {type: 'string', shortFlag: 'o'},
		force: {type: 'boolean'},
		redact: {type: 'boolean'},
		hideHome: {type: 'boolean'},
		query: {type: 'string'},
		subAgents: {type: 'boolean'},
		config: {type: 'string'},
		example: {type: 'boolean'},
		fresh: {type: 'boolean'},
		mouse: {type: 'boolean', default: true},
		theme: {type: 'string'},
	},
});

/** `--output -` is a flag and what it says, not a flag and an argument. */
function withDash(given: readonly string[]): string[] {
	const isDash = (at: number) => given[at] === '-' && ['--output', '-o'].includes(given[at - 1] ?? '');
	return given.flatMap((each, at) => (isDash(at + 1) ? ['--output=-'] : isDash(at) ? [] : [each]));
}

/** What the commands get of it. */
export function commandFlags({settings: {export: usual}}: Config): CommandFlags {
	checkWhole('limit', flags.limit);
	const branches = flags.branch === 'all' || flags.branch === 'active' ? flags.branch : undefined;
	const branch = flags.branch === undefined || branches ? undefined : Number(flags.branch);
	checkWhole('branch', branch, ', `active` or `all`');
	if (flags.output === '')
		throw new UserError('--output is empty: it takes a file, a folder (`DIR/`), or - to print.', 2);
	return {
		limit: flags.limit,
		all: flags.all === true,
		branch,
		branches,
		raw: flags.raw === true,
		full: flags.full === true,
		rebuild: flags.rebuild === true,
		status: flags.status === true,
		deep: flags.deep === true,
		stat: flags.stat === true,
		files: flags.files === true,
		family: flags.family === true,
		format: flags.format,
		usualFormat: usual?.format,
		output: flags.output,
		force: flags.force === true,
		redact: flags.redact ?? usual?.redact ?? true,
		hideHome: flags.hideHome ?? usual?.hideHome ?? false,
		query: flags.query,
		subAgents: flags.subAgents === true,
		example: flags.example === true,
	};
}

function checkWhole(name: string, value: number | undefined, others = ''): void {
	if (value !== undefined && (!Number.isInteger(value) || value < 1))
		throw new UserError(`--${name} takes a whole number from 1 on${others}.`, 2);
}

export function readAgents(list: string | undefined): AgentId[] | undefined {
	return list
		?.split(',')
		.map(part => part.trim())
		.filter(Boolean)
		.map(name => {
			const agent = agentIds.find(each => each === name.toLowerCase());
			if (!agent) throw new UserError(`--agent ${name}: not an agent we know. Known are ${agentIds.join(', ')}.`, 2);
			return agent;
		});
}

/** How the explorer looks and feels: as the flags say, else as the config file does. */
export function looksFrom({settings}: Config) {
	return {
		theme: readTheme() ?? settings.theme,
		mouse: flags.mouse && settings.mouse !== false,
		colors: settings.colors,
	};
}

function readTheme(): 'auto' | 'dark' | 'light' | undefined {
	const {theme} = flags;
	if (theme === undefined || theme === 'auto' || theme === 'dark' || theme === 'light') return theme;
	throw new UserError(`--theme ${theme}: not a theme. There are auto, dark and light.`, 2);
}

/** What flags say of what could stand in the config file. */
export function givenByFlags(): Map<string, unknown> {
	return new Map<string, unknown>([
		...(flags.fresh ? [['restore', false] as const] : []),
		...(flags.theme === undefined ? [] : [['theme', readTheme()] as const]),
		...(flags.mouse ? [] : [['mouse', false] as const]),
		...(flags.format === undefined ? [] : [['export.format', flags.format] as const]),
		...(flags.redact === undefined ? [] : [['export.redact', flags.redact] as const]),
		...(flags.hideHome === undefined ? [] : [['export.hideHome', flags.hideHome] as const]),
		...(flags.agent === undefined ? [] : [['defaults.agents', readAgents(flags.agent)] as const]),
		...(flags.home?.length ? [['defaults.homes', flags.home.map(home => path.resolve(home))] as const] : []),
	]);
}
