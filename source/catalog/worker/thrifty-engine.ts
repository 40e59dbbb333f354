import v8 from 'node:v8';

/**
 * For threads that read and write for a minute. Left to itself, the V8 of Node 20 spends a quarter of two processors on
 * compiling every function again in each of the threads, and on collecting garbage with helpers that mostly wait for each
 * other. These are settings of the whole process. Later versions have a cheaper compiler, and no such setting.
 */
const settings = [
	...(process.versions.v8.startsWith('11.3.') ? ['--interrupt-budget=2000000'] : []),
	'--no-parallel-scavenge',
];

export function beThrifty(): void {
	for (const setting of settings) v8.setFlagsFromString(setting);
}
