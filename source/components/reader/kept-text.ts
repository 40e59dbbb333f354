import {sanitize} from '../../text/sanitize.ts';

/** Text that is safe to draw, and how many characters of the original were left out to bound memory. */
export type KeptText = {readonly text: string; readonly leftOut: number};

export const noText: KeptText = {text: '', leftOut: 0};

/** No single text is kept beyond this; nobody reads more of one tool's output on a screen. */
const mostOfOne = 256 * 1024;
/** What is kept of one when the room is used up, and of one when that much again is used up too. */
const lessOfOne = 2 * 1024;
const leastOfOne = 160;

/**
 * Keeps the texts of one session as long as there is room, and the beginnings of those that come after: however large
 * the file, memory stays bounded.
 */
export class TextKeeper {
	private room: number;

	/** `isWhole`: what does not fit is not kept by others, so that nothing needs to be cut here. */
	constructor(
		private readonly most = 16 * 1024 * 1024,
		private readonly isWhole = false,
	) {
		this.room = most;
	}

	get hasRoom(): boolean {
		return this.room > 0;
	}

	/** What was kept is not needed any more. */
	release({text}: KeptText): void {
		this.room += text.length;
	}

	/** `isSpeech`: what people and models said is kept longer than what tools printed. */
	keep(text: string, isSpeech = false): KeptText {
		const isTight = this.room <= -this.most / 2 && !isSpeech;
		const most = this.hasRoom || this.isWhole ? mostOfOne : isTight ? leastOfOne : lessOfOne;
		const kept = text.length > most ? copyOf(text.slice(0, most)) : text;
		this.room -= kept.length;
		return {text: sanitize(kept).trimEnd(), leftOut: text.length - kept.length};
	}
}

/** A slice holds on to the whole string it is cut from; a copy does not. */
function copyOf(slice: string): string {
	return Buffer.from(slice, 'utf16le').toString('utf16le');
}
