import v8 from 'node:v8';

/** From this size on reading makes enough garbage for V8 to take all the memory it may. */
const largeBytes = 16 * 1024 * 1024;

/**
 * For a process that is about to read a large session behind the screen. Left to itself V8 lets garbage pile up: the
 * young generation grows to 48 MB, the old one to a multiple of what is needed. Instead it is collected a little
 * oftener, which costs a tenth of the reading. These are settings of the whole process, and stay.
 */
const settings = ['--semi-space-growth-factor=1', '--heap-growing-percent=20', '--no-parallel-scavenge'];

let isFrugal = false;

export function beFrugal({size}: {readonly size: number}): void {
	if (isFrugal || size < largeBytes) return;
	isFrugal = true;
	for (const setting of settings) v8.setFlagsFromString(setting);
}
