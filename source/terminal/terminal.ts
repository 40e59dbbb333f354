/**
 * The terminal while the screen is open: its alternate screen, its input, its size. The only code that writes to it.
 * Whatever happens, `leave` gives it back as it was.
 */
import type {ReadStream, WriteStream} from 'node:tty';
import {FrameStream} from './frame-stream.ts';
import {FrameWriter} from './frame-writer.ts';
import {HeldStderr} from './held-stderr.ts';
import type {Key} from './key.ts';
import {KeyReader} from './key-reader.ts';

// Alternate screen, cursor hidden, no automatic wrap (a character too wide for the last column must not push the
// screen up), pastes in brackets.
const enterCodes = '\u001B[?1049h\u001B[?25l\u001B[?7l\u001B[?2004h\u001B[H\u001B[2J';
// In reverse, and before it the end of a frame that may have been cut short.
const leaveCodes = '\u001B[?2026l\u001B[m\u001B[r\u001B[?2004l\u001B[?7h\u001B[?25h\u001B[?1049l';

export type TerminalOptions = {
	readonly stdin: ReadStream;
	readonly stdout: WriteStream;
	readonly hasColor: boolean;
	readonly onKeys: (keys: readonly Key[]) => void;
	/** The size changed, or the screen was away: draw again. */
	readonly onRedraw: () => void;
	/** Nobody is there any more. */
	readonly onGone: () => void;
};

export class Terminal {
	/** Ink's stdout. Its height is one row less than the terminal's. */
	readonly stream: FrameStream;
	private readonly writer: FrameWriter;
	private readonly keys: KeyReader;
	private readonly stderr = new HeldStderr();
	private isOpen = false;

	constructor(private readonly options: TerminalOptions) {
		this.writer = new FrameWriter(data => this.send(data), options.hasColor);
		this.stream = new FrameStream(frame => this.draw(frame));
		this.keys = new KeyReader(options.stdin, options.onKeys);
		// Listens from the first write to beyond the last: a terminal that went away must not look like a crash.
		options.stdout.on('error', options.onGone);
		this.measure();
	}

	get columns(): number {
		return this.stream.columns;
	}

	get rows(): number {
		return this.stream.rows;
	}

	enter(): void {
		if (this.isOpen) return;
		this.isOpen = true;
		this.stderr.hold();
		const {stdin, stdout, onGone} = this.options;
		stdout.on('resize', this.resized);
		stdin.on('end', onGone);
		stdin.on('error', onGone);
		this.send(enterCodes);
		this.measure();
		this.keys.start();
	}

	/** May be called at any time and any number of times. */
	leave(): void {
		if (!this.isOpen) return;
		const {stdin, stdout, onGone} = this.options;
		stdout.off('resize', this.resized);
		stdin.off('end', onGone);
		stdin.off('error', onGone);
		this.keys.stop();
		this.send(leaveCodes);
		this.isOpen = false;
		this.stderr.release();
	}

	/** Forgets what is on the screen and asks for a frame, after something else wrote there. */
	redraw(): void {
		this.measure();
		this.options.onRedraw();
	}

	private draw(frame: string): void {
		if (this.isOpen) this.writer.draw(frame);
	}

	private readonly resized = (): void => this.redraw();

	private measure(): void {
		const {columns, rows} = this.options.stdout;
		this.stream.columns = columns || 80;
		this.stream.rows = Math.max(1, (rows || 24) - 1);
		this.writer.resize(this.stream.columns, this.stream.rows + 1);
	}

	private send(data: string): void {
		try {
			this.options.stdout.write(data);
		} catch {
			// The terminal is gone; `onGone` hears of it.
		}
	}
}
