import fs from 'node:fs';

const pause = 5;

/**
 * Reads what still comes in, for so many milliseconds at most or until `take` wants no more. Without a turn of the event
 * loop: it must work in a process that is about to end.
 */
export function drainInput(milliseconds: number, take: (input: Buffer) => boolean): void {
	if (milliseconds <= 0 || process.platform === 'win32') return;
	const {O_RDONLY, O_NONBLOCK, O_NOCTTY} = fs.constants;
	let terminal: number | undefined;
	try {
		// Our own way to it: what Node reads from may block.
		terminal = fs.openSync('/dev/tty', O_RDONLY | O_NONBLOCK | O_NOCTTY);
		const buffer = Buffer.alloc(4096);
		for (const end = performance.now() + milliseconds; performance.now() < end; ) {
			const length = readNow(terminal, buffer);
			if (length === 0 || (length > 0 && !take(buffer.subarray(0, length)))) return;
			if (length < 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause);
		}
	} catch {
		// There is no terminal any more, so nobody will read what it says.
	} finally {
		if (terminal !== undefined) fs.closeSync(terminal);
	}
}

/** How many bytes there were; 0 at the end, -1 if there are none at the moment. */
function readNow(terminal: number, buffer: Buffer): number {
	try {
		return fs.readSync(terminal, buffer);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return -1;
		throw error;
	}
}
