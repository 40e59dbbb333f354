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
import type {AgentId} from './model/agent.ts';
import {describeWarning} from './model/warning.ts';
import {StatusLine} from './terminal/status-line.ts';
import {painter} from './text/paint.ts';
import {sanitizeLine} from './text/sanitize.ts';

declare const RECOLLECT_VERSION: string;

const cli = meow('', {
	importMeta: import.meta,
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
		branch: {type: 'number'},
		raw: {type: 'boolean'},
		full: {type: 'boolean'},
		rebuild: {type: 'boolean'},
		status: {type: 'boolean'},
		deep: {type: 'boolean'},
	},
});
const {flags, input} = cli;
const {stdin, stdout, stderr} = process;
const status = new StatusLine(stderr);

/** The sessions that come with the program lie beside it, in the checkout as in the package. */
const demoHome = path.join(import.meta.dirname, '..', 'fixtures', 'demo');

// A reader that closes early (`| head`) is no error.
stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

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
		return print(topic ? await commandHelp(topic) : generalHelp());
	}
	if (name === undefined) return explore();
	if (!command) throw new UserError(`There is no command ${name}. \`recollect --help\` lists them.`, 2);
	return runCommand(command, rest);
}

async function runCommand(command: Command, given: readonly string[]): Promise<number> {
	const most = command.argument === undefined ? 0 : 1;
	const rest = command.takesWords && given.length > 0 ? [given.join(' ')] : given;
	if (rest.length > most)
		throw new UserError(
			`\`recollect ${command.name}\` can't use ${rest[most]}. \`recollect ${command.name} --help\` tells more.`,
			2,
		);
	if (rest.length < most) throw new UserError(`Something is missing: recollect ${command.name} ${command.argument}`, 2);
	const library = openLibrary();
	try {
		return await write(command.run(contextFor(library), rest[0] ?? ''));
	} finally {
		library.close();
		tellOf(library);
	}
}

/** What ails the catalogue is worth a line, and never more: everything works without it. */
function tellOf({catalog}: Library): void {
	if (catalog?.note !== undefined) stderr.write(`recollect: ${sanitizeLine(catalog.note)}\n`);
}

/** A bare `recollect`: the explorer, or the newest sessions where there is no terminal for it. */
async function explore(): Promise<number> {
	const library = openLibrary();
	const isScreen = Boolean(stdin.isTTY && stdout.isTTY) && process.env.TERM !== 'dumb' && !flags.json;
	if (!isScreen) {
		const {emptyMachine, newestSessions} = await import('./actions/newest-sessions.ts');
		const isEmpty = (await library.scan()).sessions.length === 0;
		if (!isEmpty || flags.json) return write(newestSessions(contextFor(library)));
		await print(emptyMachine(library.places));
		return write(newestSessions(contextFor(demoLibrary()), true));
	}
	const isDemo = flags.demo === true || (await isEmpty(library));
	const shown = isDemo && !flags.demo ? await offerDemo(library) : library;
	if (!shown) return 0;
	const [{runApp}, {ExploredSessions}] = await Promise.all([
		import('./app.tsx'),
		import('./actions/explored-sessions.ts'),
	]);
	const sessions = new ExploredSessions(shown);
	const code = await runApp({library: sessions, isDemo, color: hasColor(), stdin, stdout});
	sessions.close();
	// A disk that never answered must not keep the program alive.
	process.exit(code);
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

function openLibrary(): Library {
	const homes = flags.demo ? [demoHome] : (flags.home ?? []).map(home => path.resolve(home));
	for (const home of homes)
		if (!fs.existsSync(home)) throw new UserError(`--home ${home}: there is no such directory.`, 2);
	return new Library({homes, agents: readAgents(flags.agent), cache: cacheFolder(flags.cache)});
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

function contextFor(library: Library): Context {
	for (const [name, value] of [
		['limit', flags.limit],
		['branch', flags.branch],
	] as const) {
		if (value !== undefined && (!Number.isInteger(value) || value < 1))
			throw new UserError(`--${name} takes a whole number from 1 on.`, 2);
	}
	return {
		library,
		json: flags.json === true,
		paint: painter(hasColor()),
		columns: stdout.columns ?? 120,
		flags: {
			limit: flags.limit,
			all: flags.all === true,
			branch: flags.branch,
			raw: flags.raw === true,
			full: flags.full === true,
			rebuild: flags.rebuild === true,
			status: flags.status === true,
			deep: flags.deep === true,
		},
		warn(warning) {
			status.clear();
			stderr.write(`recollect: ${sanitizeLine(describeWarning(warning))}\n`);
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
