import v8 from 'node:v8';

/** From this size on it matters. */
const largeBytes = 16 * 1024 * 1024;

/**
 * Left to itself V8 lets garbage pile up in a thread that reads a large session: the young generation grows to 48 MB, the
 * old one to a multiple of what is needed. Instead it is collected a little oftener, which costs a tenth of the reading.
 * These are settings of the whole process, and keys are answered a little later now and then: not without need.
 */
const settings = [
	'--heap-growing-percent=20',
	'--no-parallel-scavenge',
	// Starting another thread sets it back, so it is said again and again: that costs next to nothing.
	'--semi-space-growth-factor=1',
];

export function beFrugal({size}: {readonly size: number}): void {
	if (size < largeBytes) return;
	for (const setting of settings) v8.setFlagsFromString(setting);
}

/**
 * For work of a second or two that two threads share on two processors. Left to itself V8 spends as much time on improving
 * its code as on running it, and takes that time from the other thread.
 */
const hurry = [
	'--no-parallel-scavenge',
	// Functions that are called are compiled into those that call them only where they are tiny.
	'--max-inlined-bytecode-size-cumulative=50',
	// A function has to run twice as long as usual before it is improved. Later versions have no such setting.
	...(process.versions.v8.startsWith('11.3.') ? ['--interrupt-budget=250000'] : ['--heap-growing-percent=20']),
];

export function beQuick(): void {
	for (const setting of hurry) v8.setFlagsFromString(setting);
}
