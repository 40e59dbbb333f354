/** The entry: reads the flags, runs a command or opens the explorer. No logic of its own. */
import fs from 'node:fs';
import path from 'node:path';
import {type Command, commandHelp, commands, generalHelp} from './actions/commands.ts';
import type {Context, Output} from './actions/context.ts';
import {UserError} from './actions/user-error.ts';
import {describeFileError} from './adapters/files.ts';
import {cacheFolder} from './catalog/cache-folder.ts';
import {Library, oneScreen} from './catalog/library.ts';
import {stateFolder} from './catalog/stars.ts';
import {commandFlags, flags, givenByFlags, input, looksFrom, readAgents} from './cli-flags.ts';
import {type Config, loadConfig} from './config/config.ts';
import {configFile} from './config/config-file.ts';
import {summarizeProblems} from './config/problem.ts';
import {describeWarning} from './model/warning.ts';
import {StatusLine} from './terminal/status-line.ts';
import {writeOutput} from './terminal/write-output.ts';
import {painter} from './text/paint.ts';
import {sanitizeLine} from './text/sanitize.ts';

declare const RECOLLECT_VERSION: string;

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
	if (name !== undefined && !command && file === undefined) throw new UserError(whatItIsNot(name), 2);
	if (file !== undefined && rest.length > 0) throw new UserError(`One file can be opened, not ${rest[0]} as well.`, 2);
	const config = await readConfig();
	if (file !== undefined && !isScreen())
		return runCommand(commands.find(each => each.name === 'show')!, [file], config);
	return command ? runCommand(command, rest, config) : explore(config, file);
}

function whatItIsNot(name: string): string {
	if (fs.statSync(name, {throwIfNoEntry: false})?.isDirectory())
		return `${name} is a folder: \`recollect --home ${name}\` reads the agents' stores below it.`;
	return `There is no command ${name}, and no file. \`recollect --help\` lists the commands.`;
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
		if (!isEmpty || flags.json) return write(newestSessions(contextFor(library, config), flags.demo));
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

function contextFor(library: Library, config: Config): Context {
	return {
		library,
		json: flags.json === true,
		redaction: config.settings.redact,
		paint: painter(hasColor()),
		columns: stdout.columns ?? 120,
		flags: commandFlags(config),
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

function hasColor(): boolean {
	if (!flags.color || process.env.NO_COLOR) return false;
	return Boolean(stdout.isTTY) || Boolean(process.env.FORCE_COLOR);
}

async function print(text: string): Promise<number> {
	stdout.write(text);
	return 0;
}

async function write(output: Output): Promise<number> {
	await writeOutput(output, stdout, status);
	return 0;
}
