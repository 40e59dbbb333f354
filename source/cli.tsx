/** The entry: reads the flags, runs a command or opens the explorer. No logic of its own. */
import fs from 'node:fs';
import path from 'node:path';
import meow from 'meow';
import {type Command, commandHelp, commands, generalHelp} from './actions/commands.ts';
import type {Context, Output} from './actions/context.ts';
import {UserError} from './actions/user-error.ts';
import {agentIds} from './adapters/agents.ts';
import {describeFileError} from './adapters/files.ts';
import {cacheFolder} from './catalog/cache-folder.ts';
import {Library, oneScreen} from './catalog/library.ts';
import {stateFolder} from './catalog/stars.ts';
import {type Config, loadConfig} from './config/config.ts';
import {configFile} from './config/config-file.ts';
import {summarizeProblems} from './config/problem.ts';
import type {AgentId} from './model/agent.ts';
import {describeWarning} from './model/warning.ts';
import {StatusLine} from './terminal/status-line.ts';
import {painter} from './text/paint.ts';
import {sanitizeLine} from './text/sanitize.ts';

declare const RECOLLECT_VERSION: string;

const cli = meow('', {
	importMeta: import.meta,
	argv: withDash(process.argv.slice(2)),
	pkg: {name: 'recollect', version: RECOLLECT_VERSION},
	autoHelp: false,
	autoVersion: false,
	allowUnknownFlags: false,
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
		redact: {type: 'boolean', default: true},
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
const {flags, input} = cli;
const {stdin, stdout, stderr} = process;
const status = new StatusLine(stderr);

/** The sessions that come with the program lie beside it, in the checkout as in the package. */
const demoHome = path.join(import.meta.dirname, '..', 'fixtures', 'demo');

// A reader that closes early (`| head`) is no error.
stdout.on('error', (error: NodeJS.ErrnoException) => {
	if (error.code === 'EPIPE') process.exit(0);
	stderr.write(`recollect: the output can't be written: ${describeFileError(error)}.\n`);
	process.exit(1);
});

try {
	process.exitCode = await main();
} catch (error) {
	const told = error instanceof UserError ? error : fileTrouble(error);
	if (!told) throw error;
	stderr.write(`recollect: ${told.message}\n`);
	process.exitCode = told.exitCode;
}

/** `--output -` is a flag and what it says, not a flag and an argument. */
function withDash(given: readonly string[]): string[] {
	const isDash = (at: number) => given[at] === '-' && ['--output', '-o'].includes(given[at - 1] ?? '');
	return given.flatMap((each, at) => (isDash(at + 1) ? ['--output=-'] : isDash(at) ? [] : [each]));
}

/** A file that went away, or can't be read, is no reason to show a stack of calls. */
function fileTrouble(error: unknown): UserError | undefined {
	const {syscall, path: file = ''} = error as NodeJS.ErrnoException;
	return syscall === undefined ? undefined : new UserError(`${sanitizeLine(file)}: ${describeFileError(error)}.`);
}

async function main(): Promise<number> {
	const [name, ...rest] = input;
	const command = commands.find(each => each.name === name);
	if (flags.version) return print(`${RECOLLECT_VERSION}\n`);
	if (flags.help || name === 'help') {
		const topic = name === 'help' ? commands.find(each => each.name === rest[0]) : command;
		const more = topic?.name === 'config' ? (await import('./config/option-table.ts')).optionHelp() : '';
		return print(topic ? await commandHelp(topic, more) : generalHelp());
	}
	const file = command || name === undefined || !isFile(name) ? undefined : name;
	if (name !== undefined && !command && file === undefined)
		throw new UserError(`There is no command ${name}, and no file. \`recollect --help\` lists the commands.`, 2);
	if (file !== undefined && rest.length > 0) throw new UserError(`One file can be opened, not ${rest[0]} as well.`, 2);
	const config = await readConfig();
	if (file !== undefined && !isScreen())
		return runCommand(commands.find(each => each.name === 'show')!, [file], config);
	return command ? runCommand(command, rest, config) : explore(config, file);
}

/** A file that may be a session; `FILE#ID` is one of several in it. */
function isFile(name: string): boolean {
	return [name, name.replace(/#.*$/, '')].some(each => fs.statSync(each, {throwIfNoEntry: false})?.isFile());
}

function isScreen(): boolean {
	return Boolean(stdin.isTTY && stdout.isTTY) && process.env.TERM !== 'dumb' && !flags.json;
}

/** A file named on the command line must be there; what is wrong in one is told, and the rest of it holds. */
function readConfig(): Promise<Config> {
	const file = configFile(flags.config);
	if (flags.config && !fs.existsSync(file)) throw new UserError(`--config ${file}: there is no such file.`, 2);
	return loadConfig(file, Boolean(flags.config || process.env.RECOLLECT_CONFIG));
}

async function runCommand(command: Command, given: readonly string[], config: Config): Promise<number> {
	const takesMany = command.argument?.endsWith('…') === true;
	const most = takesMany ? given.length : (command.argument?.split(' ').length ?? 0);
	const rest = command.takesWords && given.length > 0 ? [given.join(' ')] : given;
	if (rest.length > most)
		throw new UserError(
			`\`recollect ${command.name}\` can't use ${rest[most]}. \`recollect ${command.name} --help\` tells more.`,
			2,
		);
	if (rest.length < most) throw new UserError(`Something is missing: recollect ${command.name} ${command.argument}`, 2);
	if (command.name !== 'config') tellProblem(config);
	const library = openLibrary(config);
	try {
		let code = 0;
		const ends = (wanted: number) => {
			code = wanted;
		};
		await write(command.run({...contextFor(library, config), ends}, rest[0] ?? '', rest[1] ?? '', rest));
		return code;
	} finally {
		library.close();
		tellOf(library);
	}
}

/** What is wrong in the config file; a command that prints something else has a line for it. */
function tellProblem({problems}: Config): void {
	const problem = summarizeProblems(problems);
	if (problem !== undefined) stderr.write(`recollect: ${sanitizeLine(problem)}\n`);
}

/** What ails the catalogue is worth a line, and never more: everything works without it. */
function tellOf({catalog}: Library): void {
	if (catalog?.note !== undefined) stderr.write(`recollect: ${sanitizeLine(catalog.note)}\n`);
}

/** A bare `recollect`: the explorer, or the newest sessions where there is no terminal for it. */
async function explore(config: Config, file?: string): Promise<number> {
	const looks = looksFrom(config);
	const library = openLibrary(config);
	if (!isScreen()) {
		tellProblem(config);
		const {emptyMachine, newestSessions} = await import('./actions/newest-sessions.ts');
		const isEmpty = (await library.scan()).sessions.length === 0;
		if (!isEmpty || flags.json) return write(newestSessions(contextFor(library, config)));
		await print(emptyMachine(library.places));
		return write(newestSessions(contextFor(demoLibrary(), config), true));
	}
	const first = file === undefined ? undefined : await findFile(file, library);
	const isDemo = flags.demo === true || (!first && (await isEmpty(library)));
	const shown = isDemo && !flags.demo ? await offerDemo(library) : library;
	if (!shown) return 0;
	const [{runApp}, {ExploredSessions}, own] = await Promise.all([
		import('./app.tsx'),
		import('./actions/explored-sessions.ts'),
		ownSettings(config, shown, isDemo || first !== undefined),
	]);
	const sessions = new ExploredSessions(shown);
	sessions.redaction = config.settings.redact;
	if (config.settings.copy?.redact === false) sessions.redact = undefined;
	const code = await runApp({library: sessions, isDemo, first, color: hasColor(), stdin, stdout, ...looks, ...own});
	sessions.close();
	// A disk that never answered must not keep the program alive.
	process.exit(code);
}

/** Keys, what was open the last time, where errors are written down. */
async function ownSettings(config: Config, {places}: Library, isVisit: boolean) {
	const {personal} = await import('./config/personal.ts');
	const size = () => `${stdout.columns}x${stdout.rows}`;
	return personal(config, {
		folder: stateFolder(),
		// Whoever looks at something else comes back to where they were.
		homes: isVisit ? undefined : places,
		isFresh: flags.fresh === true,
		facts: () => [`recollect ${RECOLLECT_VERSION}`, `Node ${process.version}`, process.platform, process.arch, size()],
	});
}

async function findFile(file: string, library: Library) {
	return (await import('./actions/find-session.ts')).findSession(file, library);
}

/** By what the catalogue knows, or a glance at the stores: the screen must not wait for more. */
async function isEmpty(library: Library): Promise<boolean> {
	if ((library.recall(oneScreen)?.totals(true).listed ?? 0) > 0) return false;
	return (await library.glance()).sessions.length === 0;
}

async function offerDemo(library: Library): Promise<Library | undefined> {
	const {default: readline} = await import('node:readline/promises');
	const prompt = readline.createInterface({input: stdin, output: stdout});
	try {
		const places = library.places.join(', ');
		const answer = await prompt.question(
			`No sessions were found below ${places}.\nOpen the demo sessions that come with recollect? [Y/n] `,
		);
		return /^n/i.test(answer.trim()) ? undefined : demoLibrary();
	} finally {
		prompt.close();
	}
}

function openLibrary({settings: {defaults}}: Config): Library {
	const given = (flags.home ?? []).map(home => path.resolve(home));
	const homes = flags.demo ? [demoHome] : given.length > 0 ? given : (defaults?.homes ?? []);
	for (const home of homes)
		if (!fs.existsSync(home)) throw new UserError(`--home ${home}: there is no such directory.`, 2);
	// None named is all of them.
	const wanted = defaults?.agents?.length ? [...defaults.agents] : undefined;
	return new Library({homes, agents: readAgents(flags.agent) ?? wanted, cache: cacheFolder(flags.cache)});
}

function demoLibrary(): Library {
	return new Library({homes: [demoHome], cache: cacheFolder(flags.cache)});
}

function readAgents(list: string | undefined): AgentId[] | undefined {
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

function contextFor(library: Library, config: Config): Context {
	checkWhole('limit', flags.limit);
	const branches = flags.branch === 'all' || flags.branch === 'active' ? flags.branch : undefined;
	const branch = flags.branch === undefined || branches ? undefined : Number(flags.branch);
	checkWhole('branch', branch);
	return {
		library,
		json: flags.json === true,
		redaction: config.settings.redact,
		paint: painter(hasColor()),
		columns: stdout.columns ?? 120,
		flags: {
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
			usualFormat: config.settings.export?.format,
			output: flags.output,
			force: flags.force === true,
			redact: flags.redact && config.settings.export?.redact !== false,
			hideHome: flags.hideHome || config.settings.export?.hideHome === true,
			query: flags.query,
			subAgents: flags.subAgents === true,
			example: flags.example === true,
		},
		config: async () => (await import('./config/report.ts')).configReport(config, givenByFlags()),
		warn(warning) {
			status.clear();
			stderr.write(`recollect: ${sanitizeLine(describeWarning(warning))}\n`);
		},
		note(message) {
			status.clear();
			stderr.write(`recollect: ${sanitizeLine(message)}\n`);
		},
		progress(message, isAlone = false) {
			// Only where somebody watches, and never between lines that go to the same screen.
			if (isAlone || !stdout.isTTY) status.show(message);
		},
	};
}

function checkWhole(name: string, value: number | undefined): void {
	if (value !== undefined && (!Number.isInteger(value) || value < 1))
		throw new UserError(`--${name} takes a whole number from 1 on.`, 2);
}

/** How the explorer looks and feels: as the flags say, else as the config file does. */
function looksFrom({settings}: Config) {
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
function givenByFlags(): Map<string, unknown> {
	return new Map<string, unknown>([
		...(flags.fresh ? [['restore', false] as const] : []),
		...(flags.theme === undefined ? [] : [['theme', readTheme()] as const]),
		...(flags.mouse ? [] : [['mouse', false] as const]),
		...(flags.format === undefined ? [] : [['export.format', flags.format] as const]),
		...(flags.redact ? [] : [['export.redact', false] as const]),
		...(flags.hideHome ? [['export.hideHome', true] as const] : []),
		...(flags.agent === undefined ? [] : [['defaults.agents', readAgents(flags.agent)] as const]),
		...(flags.home?.length ? [['defaults.homes', flags.home.map(home => path.resolve(home))] as const] : []),
	]);
}

function hasColor(): boolean {
	if (!flags.color || process.env.NO_COLOR) return false;
	return Boolean(stdout.isTTY) || Boolean(process.env.FORCE_COLOR);
}

async function print(text: string): Promise<number> {
	stdout.write(text);
	return 0;
}

/** Writes what a command yields as fast as the reader takes it, small pieces joined. */
async function write(output: Output): Promise<number> {
	const batchBytes = 64 * 1024;
	let batch = '';
	let isFirst = true;
	const send = async (piece: string | Buffer) => {
		if (stdout.isTTY) status.clear();
		if (piece.length > 0 && !stdout.write(piece)) await new Promise(resolve => stdout.once('drain', resolve));
	};
	for await (const piece of output) {
		if (typeof piece !== 'string') {
			await send(batch);
			batch = '';
			await send(piece);
			continue;
		}
		batch += piece;
		// The first line goes out at once: a large file takes its time, and somebody is waiting.
		if (batch.length < batchBytes && !isFirst) continue;
		isFirst = false;
		await send(batch);
		batch = '';
	}
	await send(batch);
	status.clear();
	return 0;
}
