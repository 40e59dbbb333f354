import os from 'node:os';

/** On Linux a thread may step back by itself; elsewhere that would slow the screen down as well. */
export function stepBack(): void {
	if (process.platform !== 'linux') return;
	try {
		os.setPriority(10);
	} catch {
		// Not allowed here: then everybody has the same rights.
	}
}
