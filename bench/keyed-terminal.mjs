// A program in a terminal without a window, with the time of every byte it sends.
import path from 'node:path';
import {performance} from 'node:perf_hooks';
import pty from '@lydell/node-pty';
import xterm from '@xterm/headless';
import {build} from 'esbuild';

/** Nothing of this machine may change what is drawn. */
const cleanEnv = {TERM: 'xterm-256color', PATH: process.env.PATH, HOME: '/nonexistent', TZ: 'UTC', LANG: 'C.UTF-8'};

/** Bytes that come closer together than this belong to one frame. */
const withinFrame = 25;

export const sleep = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));

/** How the tests see a screen, cell by cell. */
export const {seenCells} = await importTypeScript('test/helpers/cells.ts');

async function importTypeScript(file) {
	const outfile = path.join(import.meta.dirname, '.work', `${path.basename(file, '.ts')}.mjs`);
	await build({
		entryPoints: [path.join(import.meta.dirname, '..', file)],
		outfile,
		bundle: true,
		format: 'esm',
		platform: 'node',
		packages: 'external',
		logLevel: 'error',
	});
	return import(outfile);
}

export class KeyedTerminal {
	/** What came, and when. */
	chunks = [];
	/** Called when the terminal has made sense of what came. */
	onDrawn = () => {};
	#drawn = Promise.resolve();
	#child;
	#ended;

	constructor(command, args, {columns = 120, rows = 40, env = {}} = {}) {
		this.terminal = newTerminal(columns, rows);
		this.#child = pty.spawn(command, args, {cols: columns, rows, env: {...cleanEnv, ...env}});
		// It answers what it is asked, as terminals do.
		this.terminal.onData(answer => this.#child.write(answer));
		this.#ended = new Promise(resolve => this.#child.onExit(resolve));
		this.#child.onData(data => {
			this.chunks.push({at: performance.now(), bytes: Buffer.byteLength(data), data});
			this.#drawn = new Promise(resolve =>
				this.terminal.write(data, () => {
					resolve();
					this.onDrawn();
				}),
			);
		});
	}

	get lines() {
		const {active} = this.terminal.buffer;
		return Array.from({length: this.terminal.rows}, (_, row) =>
			active.getLine(active.baseY + row).translateToString(true),
		);
	}

	get bytes() {
		return this.chunks.reduce((sum, {bytes}) => sum + bytes, 0);
	}

	send(keys) {
		this.#child.write(keys);
	}

	async shows(wanted, limit = 30_000) {
		const end = performance.now() + limit;
		while (!wanted.test(this.lines.join('\n'))) {
			if (performance.now() > end) throw new Error(`never showed ${wanted}:\n${this.lines.join('\n').trimEnd()}`);
			await sleep(10);
			await this.#drawn;
		}
	}

	/** Waits until nothing was sent for a while. */
	async settles(quiet) {
		for (let count = -1; count !== this.chunks.length; ) {
			count = this.chunks.length;
			await sleep(quiet);
		}
		await this.#drawn;
	}

	/**
	 * Presses keys and waits until all is quiet. Tells the frames that came for them: their bytes, and how many milliseconds
	 * after the key their last byte came.
	 */
	async press(keys, quiet) {
		const before = this.chunks.length;
		const begun = performance.now();
		this.send(keys);
		await this.settles(quiet);
		const frames = [];
		for (const {at, bytes} of this.chunks.slice(before)) {
			const last = frames.at(-1);
			if (last && at - begun - last.last < withinFrame)
				Object.assign(last, {bytes: last.bytes + bytes, last: at - begun});
			else frames.push({bytes, last: at - begun});
		}
		return frames;
	}

	/** How many cells are not as the program draws them when it draws everything anew. */
	async wrongCells(quiet) {
		await this.settles(quiet);
		const seen = seenCells(this.terminal);
		const before = this.chunks.length;
		// Whoever continues a program may have written on its screen, so it draws all of it.
		process.kill(this.#child.pid, 'SIGCONT');
		while (this.chunks.length === before) await sleep(5);
		await this.settles(quiet);
		const fresh = newTerminal(this.terminal.cols, this.terminal.rows);
		const redrawn = this.chunks
			.slice(before)
			.map(({data}) => data)
			.join('');
		await new Promise(resolve => fresh.write(`\u001B[?1049h\u001B[?7l${redrawn}`, resolve));
		const wanted = seenCells(fresh).flat();
		fresh.dispose();
		return seen.flat().filter((cell, at) => cell !== wanted[at]).length;
	}

	/** What is on the screen as lines that any program can print. */
	styledLines(rows = this.terminal.rows) {
		const {active} = this.terminal.buffer;
		return Array.from({length: rows}, (_, row) => styled(active.getLine(active.baseY + row), this.terminal.cols));
	}

	async quit(key = 'q') {
		this.send(key);
		const timer = setTimeout(() => process.kill(this.#child.pid, 'SIGKILL'), 3000);
		await this.#ended;
		clearTimeout(timer);
		this.terminal.dispose();
	}
}

function newTerminal(cols, rows) {
	return new xterm.Terminal({cols, rows, allowProposedApi: true, scrollback: 0});
}

function styled(line, columns) {
	let text = '';
	let style = '';
	for (let column = 0; column < columns; column++) {
		const cell = line.getCell(column);
		if (cell.getWidth() === 0) continue;
		const codes = [
			cell.isBold() && 1,
			cell.isDim() && 2,
			cell.isItalic() && 3,
			cell.isUnderline() && 4,
			cell.isInverse() && 7,
			!cell.isFgDefault() && `38;5;${cell.getFgColor()}`,
			!cell.isBgDefault() && `48;5;${cell.getBgColor()}`,
		];
		const wanted = codes.filter(Boolean).join(';');
		if (wanted !== style) text += `\u001B[0${wanted && `;${wanted}`}m`;
		style = wanted;
		text += cell.getChars() || ' ';
	}
	return style === '' ? text.trimEnd() : `${text}\u001B[0m`;
}
