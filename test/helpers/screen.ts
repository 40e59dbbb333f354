/** A program in a real terminal without a window: what it draws can be read cell by cell, and what it sends counted. */
import pty from '@lydell/node-pty';
import xterm from '@xterm/headless';
import {ownFolders} from './run-cli.ts';

export type ScreenOptions = {
	readonly columns?: number;
	readonly rows?: number;
	readonly env?: Record<string, string | undefined>;
	readonly cwd?: string;
};

/** Nothing of the machine the tests run on may change what is drawn. */
const cleanEnv = {TERM: 'xterm-256color', PATH: process.env.PATH, HOME: '/nonexistent', TZ: 'UTC', LANG: 'C.UTF-8'};

export class Screen {
	readonly terminal: InstanceType<typeof xterm.Terminal>;
	/** Everything the program sent. */
	output = '';
	exit: {exitCode: number; signal?: number} | undefined;
	private readonly process: pty.IPty;
	private drawn: Promise<void> = Promise.resolve();

	constructor(file: string, args: readonly string[], {columns = 80, rows = 24, env = {}, cwd}: ScreenOptions = {}) {
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
		this.process.onExit(exit => {
			this.exit = exit;
		});
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

	send(data: string): void {
		this.process.write(data);
	}

	kill(signal: string): void {
		this.process.kill(signal);
	}

	resize(columns: number, rows: number): void {
		this.terminal.resize(columns, rows);
		this.process.resize(columns, rows);
	}

	/** Waits until the screen shows something. */
	async shows(wanted: string | RegExp | ((screen: Screen) => boolean), milliseconds = 10_000): Promise<void> {
		const isThere =
			typeof wanted === 'function'
				? () => wanted(this)
				: () => (typeof wanted === 'string' ? this.text.includes(wanted) : wanted.test(this.text));
		await this.until(isThere, `the screen never showed ${wanted}`, milliseconds);
	}

	async exited(milliseconds = 10_000): Promise<{exitCode: number; signal?: number}> {
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
		await this.until(() => this.output.length > before, `nothing came for ${JSON.stringify(data)}`, 10_000);
		await this.settles();
		return this.output.slice(before).match(/\u001B\[\?2026h[\s\S]*?\u001B\[\?2026l/g) ?? [];
	}

	dispose(): void {
		if (!this.exit) this.process.kill('SIGKILL');
		this.terminal.dispose();
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

export function sleep(milliseconds: number): Promise<void> {
	return new Promise(resolve => setTimeout(resolve, milliseconds));
}
