/** The entry: reads the flags, runs a command or opens the explorer. No logic of its own. */
import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline/promises';
import meow from 'meow';
import {type Command, commandHelp, commands, generalHelp} from './actions/commands.ts';
import type {Context, Output} from './actions/context.ts';
import {emptyMachine, newestSessions} from './actions/newest-sessions.ts';
import {UserError} from './actions/user-error.ts';
import {describeFileError} from './adapters/files.ts';
import {agentIds} from './adapters/registry.ts';
import {Library} from './catalog/library.ts';
import type {AgentId} from './model/agent.ts';
import {describeWarning} from './model/warning.ts';
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
		demo: {type: 'boolean'},
		version: {type: 'boolean'},
		help: {type: 'boolean', shortFlag: 'h'},
		limit: {type: 'number'},
		all: {type: 'boolean'},
		branch: {type: 'number'},
		raw: {type: 'boolean'},
		full: {type: 'boolean'},
	},
});
const {flags, input} = cli;
const {stdin, stdout, stderr} = process;

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
		return print(topic ? commandHelp(topic) : generalHelp());
	}
	if (name === undefined) return explore();
	if (!command) throw new UserError(`There is no command ${name}. \`recollect --help\` lists them.`, 2);
	return runCommand(command, rest);
}

async function runCommand(command: Command, rest: readonly string[]): Promise<number> {
	const most = command.argument === undefined ? 0 : 1;
	if (rest.length > most)
		throw new UserError(
			`\`recollect ${command.name}\` can't use ${rest[most]}. \`recollect ${command.name} --help\` tells more.`,
			2,
		);
	if (rest.length < most) throw new UserError(`Say which session: recollect ${command.name} ${command.argument}`, 2);
	return write(command.run(contextFor(openLibrary()), rest[0] ?? ''));
}

/** A bare `recollect`: the explorer, or the newest sessions where there is no terminal for it. */
async function explore(): Promise<number> {
	const library = openLibrary();
	const isScreen = Boolean(stdin.isTTY && stdout.isTTY) && process.env.TERM !== 'dumb' && !flags.json;
	if (!isScreen) {
		const isEmpty = (await library.scan()).sessions.length === 0;
		if (!isEmpty || flags.json) return write(newestSessions(contextFor(library)));
		await print(emptyMachine(library.places));
		return write(newestSessions(contextFor(new Library({homes: [demoHome]})), true));
	}
	const shown = (await isSurelyEmpty(library)) && !flags.demo ? await offerDemo(library) : library;
	if (!shown) return 0;
	const {runApp} = await import('./app.tsx');
	const code = await runApp({
		library: shown,
		isDemo: shown !== library || flags.demo === true,
		color: hasColor(),
		stdin,
		stdout,
	});
	// A disk that never answered must not keep the program alive.
	process.exit(code);
}

/** The screen opens at once where the search takes longer than a blink: a machine with that much is not empty. */
async function isSurelyEmpty(library: Library): Promise<boolean> {
	const blink = new Promise<undefined>(resolve => setTimeout(() => resolve(undefined), 150));
	const scan = await Promise.race([library.scan(), blink]);
	return scan?.sessions.length === 0;
}

async function offerDemo(library: Library): Promise<Library | undefined> {
	const prompt = readline.createInterface({input: stdin, output: stdout});
	try {
		const places = library.places.join(', ');
		const answer = await prompt.question(
			`No sessions were found below ${places}.\nOpen the demo sessions that come with recollect? [Y/n] `,
		);
		return /^n/i.test(answer.trim()) ? undefined : new Library({homes: [demoHome]});
	} finally {
		prompt.close();
	}
}

function openLibrary(): Library {
	const homes = flags.demo ? [demoHome] : (flags.home ?? []).map(home => path.resolve(home));
	for (const home of homes)
		if (!fs.existsSync(home)) throw new UserError(`--home ${home}: there is no such directory.`, 2);
	return new Library({homes, agents: readAgents(flags.agent)});
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
	const isWatched = Boolean(stderr.isTTY);
	let hasStatus = false;
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
		},
		warn(warning) {
			if (hasStatus) stderr.write('\r\u001B[K');
			stderr.write(`recollect: ${sanitizeLine(describeWarning(warning))}\n`);
		},
		progress(message) {
			// Only where somebody watches, and never between lines that go to the same screen.
			if (!isWatched || stdout.isTTY) return;
			hasStatus = true;
			stderr.write(`\r\u001B[K${message}`);
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
	if (stderr.isTTY && !stdout.isTTY) stderr.write('\r\u001B[K');
	return 0;
}
