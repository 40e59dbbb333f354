import {setImmediate as nextTurn} from 'node:timers/promises';
import {bytes as describeBytes} from '../../text/figures.ts';
import {sanitizeLine} from '../../text/sanitize.ts';
import {cut} from '../../text/width.ts';
import type {Inquiry} from '../capabilities/inquiry.ts';
import {cellSize} from '../capabilities/questions.ts';
import type {Room} from './fit-image.ts';
import type {Image, ImageWay} from './image.ts';
import {kittyErase, kittyStop} from './kitty.ts';
import type {Drawing} from './prepare-image.ts';

/** How long a picture waits to be told how large a cell is. */
const longestWait = 300;

const clear = '\u001B[m\u001B[H\u001B[2J';
const endOfString = '\u001B\\';
const black = [0, 0, 0];

export type ImageScreenOptions = {
	readonly way: ImageWay;
	readonly inquiry: Inquiry;
	readonly send: (data: string) => void;
	/** The whole of the terminal. */
	readonly room: () => Room;
};

/** A picture in place of the frames, until it is closed. */
export class ImageScreen {
	private drawing: Drawing | undefined;
	private isClosed = false;
	/** A sequence may be open. */
	private isSending = false;
	/** Only the newest drawing goes on; the ones before it stop. */
	private drawings = 0;
	private onClose: () => void = () => {};

	constructor(
		private readonly image: Image,
		private readonly options: ImageScreenOptions,
	) {}

	/** Resolves when it was closed, or at once if the picture can't be drawn here. */
	async open(): Promise<'shown' | 'cannot'> {
		try {
			return await this.show();
		} catch {
			// What looked like a picture is none.
			this.close();
			return 'cannot';
		}
	}

	/** The terminal has another size. */
	resized(): void {
		this.draw().catch(() => this.close());
	}

	close(): void {
		if (this.isClosed) return;
		this.isClosed = true;
		if (this.drawing) this.options.send(`${this.endCodes()}${clear}`);
		this.onClose();
	}

	private async show(): Promise<'shown' | 'cannot'> {
		const {way, inquiry, send} = this.options;
		const closed = new Promise<void>(resolve => {
			this.onClose = resolve;
		});
		// Decoders are loaded when somebody wants to see something.
		const {prepareImage} = await import('./prepare-image.ts');
		const drawing = prepareImage(this.image.bytes, way, inquiry.background ?? black);
		if (!drawing) return 'cannot';
		if (!this.isClosed && !inquiry.cell) {
			send(inquiry.ask(cellSize));
			await Promise.race([inquiry.answered(longestWait), closed]);
		}
		this.drawing = drawing;
		await Promise.all([this.draw(), closed]);
		return 'shown';
	}

	/** Draws it for the terminal's size as it is now. */
	private async draw(): Promise<void> {
		if (!this.drawing || this.isClosed) return;
		const {send, room, inquiry, way} = this.options;
		const {columns, rows} = room();
		// A sixel picture that reaches the last row but one would push the screen up.
		const forImage = {columns, rows: Math.max(1, rows - (way === 'sixel' ? 2 : 1))};
		const {fitted, pieces} = this.drawing.codes(forImage, inquiry.cell);
		send(`${this.endCodes()}${clear}\u001B[${rows};1H${this.caption(columns)}`);
		const mine = ++this.drawings;
		send(`\u001B[${fitted.row + 1};${fitted.column + 1}H`);
		for (const piece of pieces) {
			this.isSending = true;
			send(piece);
			await nextTurn();
			if (this.isClosed || mine !== this.drawings) return;
		}
		this.isSending = false;
	}

	/** Ends what was stopped on its way, and takes away what does not go with the text. */
	private endCodes(): string {
		const isKitty = this.options.way === 'kitty';
		const stop = this.isSending ? endOfString + (isKitty ? kittyStop : '') : '';
		this.isSending = false;
		return isKitty && this.drawings > 0 ? stop + kittyErase : stop;
	}

	private caption(columns: number): string {
		const {kind, width, height} = this.drawing!;
		const {title = '', bytes} = this.image;
		const facts = [sanitizeLine(title), `${kind.toUpperCase()} ${width} × ${height}`, describeBytes(bytes.byteLength)];
		const text = ` ${[...facts.filter(Boolean), 'any key goes back'].join(' · ')}`;
		return `\u001B[2m${cut(text, Math.max(1, columns - 1))}\u001B[m`;
	}
}
