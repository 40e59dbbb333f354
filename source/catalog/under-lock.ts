import fs from 'node:fs';

/** Nobody holds it longer than this, unless they were killed. */
const staleMs = 2000;
const pauseMs = 5;

/** One process at a time: two that read, change and write at once would lose what one of them set. */
export function underLock<T>(lock: string, work: () => T): T {
	while (!takeLock(lock)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
	try {
		return work();
	} finally {
		fs.rmSync(lock, {recursive: true, force: true});
	}
}

function takeLock(lock: string): boolean {
	try {
		fs.mkdirSync(lock);
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
	}
	const stat = fs.statSync(lock, {throwIfNoEntry: false});
	if (stat && Math.abs(Date.now() - stat.mtimeMs) > staleMs) fs.rmSync(lock, {recursive: true, force: true});
	return false;
}
