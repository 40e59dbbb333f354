import {Worker, type WorkerOptions} from 'node:worker_threads';

/** Set by the bundler, beside whose output the workers' files lie. */
declare const RECOLLECT_VERSION: string | undefined;

export type WorkerName =
	| 'reader-worker'
	| 'fill-worker'
	| 'look-worker'
	| 'index-worker'
	| 'search-worker'
	| 'draw-worker';

/** undefined where the program runs from its sources: then the work is done in the same thread. */
export function startWorker(name: WorkerName, options: WorkerOptions = {}): Worker | undefined {
	if (typeof RECOLLECT_VERSION === 'undefined') return undefined;
	return new Worker(new URL(`./${name}.js`, import.meta.url), options);
}
