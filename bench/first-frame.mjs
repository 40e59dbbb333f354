// How long a program needs until its first frame is on the screen.
// `node bench/first-frame.mjs [--runs N] [--home DIR …]`: recollect beside the Ink hello world.
import path from 'node:path';
import {performance} from 'node:perf_hooks';
import {fileURLToPath} from 'node:url';
import pty from '@lydell/node-pty';
import xterm from '@xterm/headless';

/** Nothing of this machine may change what is drawn. */
const cleanEnv = {TERM: 'xterm-256color', PATH: process.env.PATH, HOME: '/nonexistent', TZ: 'UTC', LANG: 'C.UTF-8'};

/**
 * Starts a program in a terminal and tells the milliseconds until `isReady` (a regular expression, or a function of the
 * screen's lines) finds its frame there, and how many bytes it had sent by then. Ends the program with `q`.
 */
export async function firstFrame(
	command,
	args,
	{columns = 120, rows = 40, isReady = /\S/, env = {}, cwd, quitKey = 'q', limit = 30_000} = {},
) {
	const terminal = new xterm.Terminal({cols: columns, rows, allowProposedApi: true, scrollback: 0});
	const linesOf = () =>
		Array.from({length: rows}, (_, row) =>
			terminal.buffer.active.getLine(terminal.buffer.active.baseY + row).translateToString(true, 0, columns),
		);
	const isThere = typeof isReady === 'function' ? isReady : lines => isReady.test(lines.join('\n'));
	const begun = performance.now();
	const child = pty.spawn(command, args, {cols: columns, rows, cwd, env: {...cleanEnv, ...env}});
	const ended = new Promise(resolve => child.onExit(resolve));
	let bytes = 0;
	let output = '';
	let timer;
	try {
		return await new Promise((resolve, reject) => {
			const fail = why => reject(new Error(`${command} ${args.join(' ')}: ${why}\n${linesOf().join('\n').trimEnd()}`));
			timer = setTimeout(() => fail(`no frame after ${limit} ms`), limit);
			child.onData(data => {
				// What counts is when it came, not when the terminal has made sense of it.
				const milliseconds = performance.now() - begun;
				bytes += Buffer.byteLength(data);
				output += data;
				const sent = bytes;
				terminal.write(data, () => {
					if (isThere(linesOf())) resolve({milliseconds, bytes: sent, lines: linesOf()});
				});
			});
			ended.then(({exitCode}) => terminal.write('', () => fail(`ended with ${exitCode}: ${output.slice(0, 500)}`)));
		});
	} finally {
		clearTimeout(timer);
		await end(child, ended, quitKey);
		terminal.dispose();
	}
}

async function end(child, ended, quitKey) {
	const isOver = milliseconds =>
		Promise.race([
			ended.then(() => true),
			new Promise(resolve => setTimeout(() => resolve(false), milliseconds).unref()),
		]);
	if (await isOver(0)) return;
	child.write(quitKey);
	if (await isOver(3000)) return;
	try {
		process.kill(child.pid, 'SIGKILL');
	} catch {
		// It ended meanwhile.
	}
	await ended;
}

/** The times of several runs, sorted. */
export async function firstFrames(runs, command, args, options) {
	const times = [];
	for (let run = 0; run < runs; run++) times.push((await firstFrame(command, args, options)).milliseconds);
	return times.sort((a, b) => a - b);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const {parseArgs} = await import('node:util');
	const {values} = parseArgs({
		options: {runs: {type: 'string'}, home: {type: 'string', multiple: true}, cli: {type: 'string'}},
	});
	const {buildHello} = await import('./peers/build-hello.mjs');
	const runs = Number(values.runs ?? 7);
	const report = (what, times) =>
		console.log(
			`${what}: best ${times[0].toFixed(0)} ms, median ${times[times.length >> 1].toFixed(0)} ms, worst ${times.at(-1).toFixed(0)} ms`,
		);
	report('Ink hello world', await firstFrames(runs, process.execPath, [await buildHello()], {isReady: /Hello, world/}));
	const cli = values.cli ?? path.join(import.meta.dirname, '..', 'dist', 'cli.js');
	// The first row of the list: an agent's name and an id.
	const isReady = /^\W*(?:claude|codex|gemini|opencode|cursor|pi|copilot)\s+\S/m;
	for (const home of values.home ?? [])
		report(`recollect, ${home}`, await firstFrames(runs, process.execPath, [cli, '--home', home], {isReady}));
}
