import type {ReadStream, WriteStream} from 'node:tty';
import {type Background, backgroundOf, brightnessOf} from './capabilities/colors.ts';
import {Inquiry} from './capabilities/inquiry.ts';
import {questionsFor} from './capabilities/questions.ts';
import type {Environment} from './capabilities/surroundings.ts';
import {type Copied, copyCodes} from './clipboard.ts';
import {drainInput} from './drain-input.ts';
import {FrameStream} from './frame-stream.ts';
import {FrameWriter} from './frame-writer.ts';
import {HeldStderr} from './held-stderr.ts';
import type {Image} from './images/image.ts';
import {ImageScreen} from './images/image-screen.ts';
import {imageWay} from './images/image-way.ts';
import type {Key} from './key.ts';
import {KeyReader} from './key-reader.ts';
import {mouseOff, mouseOn} from './mouse-key.ts';
import type {Report} from './report.ts';

// Alternate screen, cursor hidden, no automatic wrap (a character too wide for the last column must not push the
// screen up), pastes in brackets.
const enterCodes = '\u001B[?1049h\u001B[?25l\u001B[?7l\u001B[?2004h';
const eraseCodes = '\u001B[H\u001B[2J';
// In reverse.
const leaveCodes = '\u001B[m\u001B[r\u001B[?2004l\u001B[?7h\u001B[?25h\u001B[?1049l';
/** Ends a frame that may have been cut short. */
const endOfFrame = '\u001B[?2026l';

export type TerminalOptions = {
	readonly stdin: ReadStream;
	readonly stdout: WriteStream;
	readonly hasColor: boolean;
	/** Whether clicks and the wheel are wanted; selecting text then needs Shift. */
	readonly hasMouse?: boolean;
	/** Whether colours depend on the background, so that it is worth asking for. */
	readonly wantsBackground?: boolean;
	readonly env?: Environment;
	/** Puts into a frame of Ink's what did not pass through Ink. */
	readonly compose?: (frame: string) => string;
	readonly onKeys: (keys: readonly Key[]) => void;
	/** The size changed, or the screen was away: draw again. */
	readonly onRedraw: () => void;
	/** Nobody is there any more. */
	readonly onGone: () => void;
	/** The terminal told what is behind the text. */
	readonly onBackground?: (background: Background) => void;
};

export class Terminal {
	/** Ink's stdout. Its height is one row less than the terminal's. */
	readonly stream: FrameStream;
	private readonly writer: FrameWriter;
	private readonly keys: KeyReader;
	private readonly stderr = new HeldStderr();
	private readonly inquiry = new Inquiry();
	private readonly env: Environment;
	private isOpen = false;
	private wasAsked = false;
	/** In place of the frames. */
	private image: ImageScreen | undefined;

	constructor(private readonly options: TerminalOptions) {
		this.env = options.env ?? process.env;
		this.writer = new FrameWriter(data => this.send(data), options.hasColor);
		this.stream = new FrameStream(frame => this.draw(frame));
		this.keys = new KeyReader(options.stdin, {
			onKeys: keys => this.pressed(keys),
			onReport: report => this.heard(report),
			isAnswerDue: () => this.inquiry.isDue,
		});
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

	/** What the environment tells about the background; the terminal may tell more. */
	get background(): Background | undefined {
		return backgroundOf(this.env);
	}

	enter(): void {
		if (this.isOpen) return;
		this.isOpen = true;
		this.stderr.hold();
		const {stdin, stdout, onGone, hasMouse} = this.options;
		stdout.on('resize', this.resized);
		stdin.on('end', onGone);
		stdin.on('error', onGone);
		// Erased behind the questions: a terminal that does not know one may print it.
		this.send(`${enterCodes}${hasMouse ? mouseOn : ''}${this.questions()}${eraseCodes}`);
		this.measure();
		this.keys.start();
	}

	/** May be called at any time and any number of times. */
	leave(): void {
		if (!this.isOpen) return;
		const {stdin, stdout, onGone, hasMouse} = this.options;
		stdout.off('resize', this.resized);
		stdin.off('end', onGone);
		stdin.off('error', onGone);
		this.image?.close();
		this.send(`${this.writer.isSynchronized ? endOfFrame : ''}${hasMouse ? mouseOff : ''}${leaveCodes}`);
		// An answer that comes after us would be typed into the shell.
		drainInput(this.inquiry.patience, input => {
			this.keys.takeReports(input);
			return this.inquiry.isDue;
		});
		this.keys.stop();
		this.isOpen = false;
		this.stderr.release();
	}

	/** Forgets what is on the screen and asks for a frame, after something else wrote there. */
	redraw(): void {
		this.measure();
		this.options.onRedraw();
	}

	/** Puts a text into the clipboard of whoever sits before the terminal. */
	copy(text: string): Copied {
		const {codes, ...copied} = copyCodes(text, this.env);
		if (codes !== '' && this.isOpen) this.send(codes);
		return copied;
	}

	/**
	 * Shows a picture in place of everything until a key is pressed, and resolves then; at once with 'cannot' where the
	 * terminal, or this picture, does not allow it.
	 */
	async showImage(image: Image): Promise<'shown' | 'cannot'> {
		const way = imageWay(this.inquiry, this.env);
		if (!way || !this.isOpen || this.image) return 'cannot';
		const screen = new ImageScreen(image, {
			way,
			inquiry: this.inquiry,
			send: data => this.send(data),
			room: () => ({columns: this.columns, rows: this.rows + 1}),
		});
		this.image = screen;
		const result = await screen.open();
		this.image = undefined;
		if (this.isOpen) this.redraw();
		return result;
	}

	private questions(): string {
		// Once is enough: over a slow link it is a part of the first frame's way, and the terminal stays what it is.
		if (this.wasAsked) return '';
		this.wasAsked = true;
		return this.inquiry.ask(questionsFor(this.env, this.options.wantsBackground ?? false));
	}

	private pressed(keys: readonly Key[]): void {
		if (!this.image) this.options.onKeys(keys);
		else if (keys.some(({name}) => !name.startsWith('wheel-'))) this.image.close();
	}

	private heard(report: Report): void {
		this.inquiry.hear(report);
		this.writer.isSynchronized = this.inquiry.isSynchronized;
		if (report.about === 'background') this.options.onBackground?.(brightnessOf(report.color));
	}

	private draw(frame: string): void {
		const whole = this.options.compose?.(frame) ?? frame;
		if (this.isOpen && !this.image) this.writer.draw(whole);
	}

	private readonly resized = (): void => {
		this.redraw();
		this.image?.resized();
	};

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
