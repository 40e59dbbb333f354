// A session of 300 MB in the reader: how soon a key shows what it asks for, and how much memory that takes.
// `node bench/large-session.mjs [--small] [--only claude,codex] [--cold] [--cli FILE]`
import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {performance} from 'node:perf_hooks';
import {parseArgs} from 'node:util';
import pty from '@lydell/node-pty';
import xterm from '@xterm/headless';
import {endMark, makeLarge, turnMark} from './corpus/make-large.mjs';

const {values: options} = parseArgs({
	options: {
		small: {type: 'boolean'},
		only: {type: 'string'},
		/** Nothing is indexed: the threads that do it work beside the reader. */
		cold: {type: 'boolean'},
		cli: {type: 'string'},
		/** Shows the screen after each key. */
		look: {type: 'boolean'},
	},
});
const here = import.meta.dirname;
const cli = options.cli ?? path.join(here, '..', 'dist', 'cli.js');
const bytes = options.small ? 30e6 : 300e6;
const limits = {first: 300, move: 500, memory: 300};
const [columns, screenRows] = [120, 40];
const kinds = (options.only ?? 'claude,claude-small,codex').split(',');
const keys = {enter: '\r', end: 'G', start: '\u001B[H', half: '50%', quit: 'qq'};
const pause = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));

/** The explorer in a terminal, with a watch. */
class Watched {
	constructor(home, cache) {
		this.terminal = new xterm.Terminal({cols: columns, rows: screenRows, allowProposedApi: true, scrollback: 0});
		const env = {TERM: 'xterm-256color', PATH: process.env.PATH, HOME: '/nonexistent', TZ: 'UTC', LANG: 'C.UTF-8'};
		this.child = pty.spawn(process.execPath, [cli, '--fresh', '--home', home], {
			cols: columns,
			rows: screenRows,
			env: {...env, RECOLLECT_CACHE: cache, XDG_STATE_HOME: path.join(cache, 'state')},
		});
		this.ended = new Promise(resolve => this.child.onExit(resolve));
		this.changes = new Set();
		this.child.onData(data => {
			// What counts is when it came, not when the terminal has made sense of it.
			const at = performance.now();
			this.terminal.write(data, () => {
				for (const hear of this.changes) hear(at);
			});
		});
		this.largest = 0;
		this.timer = setInterval(() => this.weigh(), 20);
	}

	get text() {
		const {active} = this.terminal.buffer;
		const line = row => active.getLine(active.baseY + row).translateToString(true, 0, columns);
		return Array.from({length: screenRows}, (_, row) => line(row)).join('\n');
	}

	/** The whole process with all its threads, in MB. */
	weigh() {
		try {
			const status = fs.readFileSync(`/proc/${this.child.pid}/status`, 'utf8');
			this.resident = Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
			this.largest = Math.max(this.largest, Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024);
		} catch {
			// It has ended, or the system does not tell.
		}
		return this.resident;
	}

	/** Milliseconds from a key to the frame in which `isThere`. */
	async press(key, isThere, limit = 60_000) {
		const begun = performance.now();
		this.child.write(key);
		const at = await this.until(isThere, limit);
		if (options.look) console.log(this.text);
		return at === undefined ? Number.POSITIVE_INFINITY : Math.max(0, at - begun);
	}

	/** undefined: it never came. */
	until(isThere, limit = 60_000) {
		return new Promise(resolve => {
			const look = at => {
				if (!isThere(this.text)) return;
				finish(at);
			};
			const finish = at => {
				clearTimeout(timer);
				this.changes.delete(look);
				resolve(at);
			};
			const timer = setTimeout(() => finish(undefined), limit);
			this.changes.add(look);
			look(performance.now());
		});
	}

	async end() {
		clearInterval(this.timer);
		this.child.write(keys.quit);
		const isOver = await Promise.race([this.ended.then(() => true), pause(3000).then(() => false)]);
		if (!isOver) process.kill(this.child.pid, 'SIGKILL');
		await this.ended;
		this.terminal.dispose();
	}
}

const rows = [];
function report(what, value, unit, limit) {
	const verdict = limit === undefined ? '' : value <= limit ? `≤ ${limit}` : `OVER ${limit}`;
	rows.push([what, value === Number.POSITIVE_INFINITY ? 'never' : `${value.toFixed(0)} ${unit}`, verdict]);
	console.log(rows.at(-1).filter(Boolean).join('  ·  '));
}

/** The header has the title, which is the first prompt. */
const bodyOf = text => text.split('\n').slice(2).join('\n');

function turnOn(text) {
	const found = /Turn (\d{6})/.exec(bodyOf(text));
	return found ? Number(found[1]) : undefined;
}

async function measure(kind) {
	const home = path.join(here, '.work', `large-${kind}${options.small ? '-30' : ''}`);
	const {turns} = makeLarge(home, kind, bytes);
	const cache = path.join(
		here,
		'.work',
		`large-cache-${kind}${options.small ? '-30' : ''}${options.cold ? '-cold' : ''}`,
	);
	if (options.cold) fs.rmSync(cache, {recursive: true, force: true});
	else {
		const env = {...process.env, RECOLLECT_CACHE: cache, XDG_STATE_HOME: path.join(cache, 'state')};
		execFileSync(process.execPath, [cli, 'index', '--home', home], {env, stdio: 'ignore'});
	}
	const isStart = text => bodyOf(text).includes(`${turnMark(1)}:`);
	const isEnd = text => text.includes(endMark);
	const isHalf = text => {
		const turn = turnOn(text);
		return turn !== undefined && turn > 0.4 * turns && turn < 0.6 * turns;
	};
	const isReading = text => /reading \d+%/.test(text.split('\n')[0]);
	const watched = new Watched(home, cache);
	try {
		await watched.until(text => /^\W*(?:claude|codex)\s+\S/m.test(text));
		await pause(1500);
		report(`${kind}: the list, memory`, watched.weigh(), 'MB');
		const opened = performance.now();
		const isOpen = text => isStart(text) && /prompt 1\//.test(text.split('\n')[0]);
		report(`${kind}: Enter to first content`, await watched.press(keys.enter, isOpen), 'ms', limits.first);
		const moves = async when => {
			// From the start, so that each of them changes the screen.
			report(`${kind}: jump to 50 %, ${when}`, await watched.press(keys.half, isHalf, 10_000), 'ms', limits.move);
			report(`${kind}: G, ${when}`, await watched.press(keys.end, isEnd), 'ms', limits.move);
			report(`${kind}: gg, ${when}`, await watched.press(keys.start, isStart), 'ms', limits.move);
		};
		for (const wait of [0, 600, 1500]) {
			await pause(wait);
			if (isReading(watched.text)) await moves(`${((performance.now() - opened) / 1000).toFixed(1)} s after Enter`);
		}
		await watched.until(text => !isReading(text));
		report(`${kind}: read to the end after`, (performance.now() - opened) / 1000, 's');
		report(`${kind}: memory then`, watched.weigh(), 'MB', limits.memory);
		await moves('all read');
		const isCounted = text => /hit [\d,]+\/[\d,]+(?!\+)\s/.test(text) && !/\d\+/.test(text.split('\n').at(-1));
		watched.child.write('\u001B[H/');
		await pause(300);
		report(`${kind}: find “very end”, counted`, await watched.press('"very end"', isCounted, 120_000), 'ms');
		await watched.press('\r\u001B[H', isStart);
		await moves('with hits');
		await pause(1000);
		const atLast = watched.weigh();
		report(`${kind}: memory, the most`, watched.largest, 'MB', limits.memory);
		report(`${kind}: memory, at last`, atLast, 'MB', limits.memory);
	} finally {
		await watched.end();
	}
}

for (const kind of kinds) await measure(kind);
const widths = [0, 1, 2].map(column => Math.max(...rows.map(row => row[column].length)));
const isCold = options.cold ? ', nothing indexed yet' : '';
console.log(`\nNode ${process.version}, ${os.cpus().length} cores, sessions of ${bytes / 1e6} MB${isCold}\n`);
for (const [what, value, verdict] of rows)
	console.log(`${what.padEnd(widths[0])}  ${value.padStart(widths[1])}  ${verdict}`);
process.exitCode = rows.some(([, , verdict]) => verdict.startsWith('OVER')) ? 1 : 0;
