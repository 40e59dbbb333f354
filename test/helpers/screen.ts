/** A program in a real terminal without a window: what it draws can be read cell by cell, and what it sends counted. */
import pty from '@lydell/node-pty';
import xterm from '@xterm/headless';
import {differences, emulator, seenCells, write} from './cells.ts';
import {ownFolders} from './run-cli.ts';

export type ScreenOptions = {
	readonly columns?: number;
	readonly rows?: number;
	readonly env?: Record<string, string | undefined>;
	readonly cwd?: string;
	/** How many milliseconds the terminal takes to answer what it is asked; undefined for one that never does. */
	readonly answersAfter?: number | undefined;
};

/** Nothing of the machine the tests run on may change what is drawn. */
const cleanEnv = {TERM: 'xterm-256color', PATH: process.env.PATH, HOME: '/nonexistent', TZ: 'UTC', LANG: 'C.UTF-8'};

const endOfFrame = '\u001B[?2026l';

/** On a machine that has much else to do a program takes several times as long. */
const patience = 30_000;

export class Screen {
	readonly terminal: InstanceType<typeof xterm.Terminal>;
	/** Everything the program sent. */
	output = '';
	exit: {exitCode: number; signal?: number} | undefined;
	/** What the terminal was told to do beside drawing: titles, bells, the clipboard, links and notifications. */
	readonly deeds: string[] = [];
	private readonly process: pty.IPty;
	private drawn: Promise<void> = Promise.resolve();

	constructor(file: string, args: readonly string[], options: ScreenOptions = {}) {
		const {columns = 80, rows = 24, env = {}, cwd} = options;
		const answersAfter = 'answersAfter' in options ? options.answersAfter : 0;
		this.terminal = new xterm.Terminal({cols: columns, rows, allowProposedApi: true, scrollback: 100});
		this.process = pty.spawn(file, [...args], {
			cols: columns,
			rows,
			cwd,
			env: {...cleanEnv, ...ownFolders, ...env} as Record<string, string>,
		});
		this.process.onData(data => {
			this.output += data;
			this.drawn = new Promise(resolve => this.terminal.write(data, resolve));
		});
		// It says that it can show a frame at once, so frames can be counted by that.
		if (answersAfter !== undefined)
			this.terminal.onData(answer => {
				if (answersAfter === 0) this.send(answer);
				else setTimeout(() => this.exit || this.send(answer), answersAfter);
			});
		this.process.onExit(exit => {
			this.exit = exit;
		});
		this.listen();
	}

	get pid(): number {
		return this.process.pid;
	}

	/** The rows of the screen, trailing blanks left out. */
	get lines(): string[] {
		const {active} = this.terminal.buffer;
		return Array.from({length: this.terminal.rows}, (_, row) =>
			active.getLine(active.baseY + row)!.translateToString(true, 0, this.terminal.cols),
		);
	}

	get text(): string {
		return this.lines.join('\n');
	}

	get isAlternate(): boolean {
		return this.terminal.buffer.active.type === 'alternate';
	}

	send(data: string | Buffer): void {
		// It takes bytes as well, though its types do not say so.
		this.process.write(data as string);
	}

	kill(signal: string): void {
		this.process.kill(signal);
	}

	resize(columns: number, rows: number): void {
		this.terminal.resize(columns, rows);
		this.process.resize(columns, rows);
	}

	/**
	 * Has everything drawn anew, on a terminal that never showed anything else, and tells where that differs from what is
	 * shown. Whoever continues a program may have written on its screen, so it draws all of it then.
	 */
	async wrongCells(): Promise<string[]> {
		for (let turn = 0; turn < 10; turn++) {
			await this.settles();
			const seen = seenCells(this.terminal);
			const before = this.output.length;
			this.kill('SIGCONT');
			const redrawn = () => this.output.slice(before);
			await this.until(() => countOf(redrawn(), '\r\n') >= this.terminal.rows - 2, 'nothing was drawn anew', patience);
			await this.settles(100);
			// Something else changed meanwhile, so the two can't be compared.
			if (countOf(redrawn(), endOfFrame) > 1) continue;
			const fresh = emulator(this.terminal.cols, this.terminal.rows);
			await write(fresh, redrawn());
			const wrong = differences(seen, seenCells(fresh));
			fresh.dispose();
			return wrong;
		}
		throw new Error(`the screen never comes to rest:\n${this.text}`);
	}

	/** Waits until the screen shows something. */
	async shows(wanted: string | RegExp | ((screen: Screen) => boolean), milliseconds = patience): Promise<void> {
		const isThere =
			typeof wanted === 'function'
				? () => wanted(this)
				: () => (typeof wanted === 'string' ? this.text.includes(wanted) : wanted.test(this.text));
		await this.until(isThere, `the screen never showed ${wanted}`, milliseconds);
	}

	async exited(milliseconds = patience): Promise<{exitCode: number; signal?: number}> {
		await this.until(() => this.exit !== undefined, 'the program did not end', milliseconds);
		return this.exit!;
	}

	/** Waits until nothing was sent for a while. */
	async settles(quiet = 200): Promise<void> {
		for (let length = -1; length !== this.output.length; ) {
			length = this.output.length;
			await sleep(quiet);
		}
		await this.drawn;
	}

	/** Presses keys and returns the frames the program drew for them until all was quiet. */
	async frames(data: string): Promise<string[]> {
		const before = this.output.length;
		this.send(data);
		await this.until(() => this.output.length > before, `nothing came for ${JSON.stringify(data)}`, patience);
		await this.settles();
		return this.output.slice(before).match(/\u001B\[\?2026h[\s\S]*?\u001B\[\?2026l/g) ?? [];
	}

	dispose(): void {
		if (!this.exit) this.process.kill('SIGKILL');
		this.terminal.dispose();
	}

	private listen(): void {
		const {terminal, deeds} = this;
		terminal.onTitleChange(title => deeds.push(`title ${title}`));
		terminal.onBell(() => deeds.push('bell'));
		for (const code of [4, 7, 8, 9, 52, 104, 777, 1337])
			terminal.parser.registerOscHandler(code, data => {
				deeds.push(`OSC ${code} ${data}`);
				return true;
			});
	}

	private async until(isThere: () => boolean, complaint: string, milliseconds: number): Promise<void> {
		const end = Date.now() + milliseconds;
		while (true) {
			await this.drawn;
			if (isThere()) return;
			if (Date.now() > end) throw new Error(`${complaint}:\n${this.text}`);
			await sleep(10);
		}
	}
}

function countOf(text: string, part: string): number {
	return text.split(part).length - 1;
}

export function sleep(milliseconds: number): Promise<void> {
	return new Promise(resolve => setTimeout(resolve, milliseconds));
}
