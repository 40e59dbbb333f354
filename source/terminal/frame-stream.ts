import {EventEmitter} from 'node:events';

/**
 * What Ink takes for its stdout. In debug mode Ink writes each frame whole and nothing else, so a write is a frame.
 * It is no TTY in Ink's eyes: Ink then neither hides cursors nor clears screens, which is the terminal's business.
 */
export class FrameStream extends EventEmitter {
	columns = 80;
	rows = 24;

	constructor(private readonly onFrame: (frame: string) => void) {
		super();
	}

	write(frame: string): boolean {
		this.onFrame(frame);
		return true;
	}
}
