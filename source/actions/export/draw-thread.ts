/** The thread that helps to draw. To start it takes as long as to find a session, so both can be done at once. */
import os from 'node:os';
import type {Worker} from 'node:worker_threads';
import {startWorker} from '../../catalog/worker/worker-file.ts';

/** As much as Node 20 gives it anyway; later versions let the young generation grow to several times the size. */
const limits = {maxYoungGenerationSizeMb: 48};

/** Started, and nobody gave it anything to do yet. */
let waiting: Worker | undefined;

/** For whoever is about to export a session that may be a large one. */
export function prepareThread(): void {
	waiting ??= start();
}

/** undefined where there are no threads, or where one would not help. */
export function takeThread(): Worker | undefined {
	const thread = waiting ?? start();
	waiting = undefined;
	return thread;
}

/** There is nothing to do for it after all. */
export function dismissThread(): void {
	waiting?.terminate();
	waiting = undefined;
}

function start(): Worker | undefined {
	if (os.availableParallelism() < 2) return undefined;
	try {
		const thread = startWorker('draw-worker', {resourceLimits: limits});
		// Nobody waits for it yet.
		thread?.unref();
		// What went wrong there is done without it, and comes to light again if it has to.
		thread?.on('error', () => {});
		thread?.on('exit', () => {
			if (waiting === thread) waiting = undefined;
		});
		return thread;
	} catch {
		return undefined;
	}
}
