import v8 from 'node:v8';

/**
 * For a process in which several threads read sessions of any size behind a screen. Left to itself V8 lets garbage pile
 * up in each of them: the young generation grows to 48 MB, the old one to a multiple of what is needed. Instead it is
 * collected a little oftener, which costs about a tenth of the reading. These are settings of the whole process.
 */
const settings = [
	'--heap-growing-percent=20',
	'--no-parallel-scavenge',
	// Holds for threads that are started later.
	'--max-semi-space-size=4',
	// Holds for this one, until another thread is started: that sets it back.
	'--semi-space-growth-factor=1',
];

const startingMs = 3000;
const intervalMs = 25;

/** Costs next to nothing, and is said again while others may be starting. */
export function beFrugal(): void {
	for (const setting of settings) v8.setFlagsFromString(setting);
}

export function beFrugalFromStart(): void {
	beFrugal();
	const timer = setInterval(beFrugal, intervalMs).unref();
	setTimeout(() => clearInterval(timer), startingMs).unref();
}
