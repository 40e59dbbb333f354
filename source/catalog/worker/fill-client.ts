/** Filling the index in a thread whose memory is bounded, whatever the size of what is read. */
import type {Warning} from '../../model/warning.ts';
import type {Filled} from '../fulltext/fill.ts';
import type {IndexState} from '../fulltext/pending.ts';
import type {LibraryOptions} from '../library.ts';
import {bringUpToDate} from './bring-up-to-date.ts';
import {startWorker} from './worker-file.ts';

export type FromFiller =
	| {readonly warnings: readonly Warning[]}
	| {readonly state: IndexState}
	| {readonly filled: Filled};

export type Listener = {
	readonly onWarning: (warning: Warning) => void;
	readonly onProgress: (state: IndexState) => void;
};

const limits = {maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16};

/** Brings the catalogue up to date: looks at the stores, and reads what is new. */
export async function fillInThread(options: LibraryOptions, {onWarning, onProgress}: Listener): Promise<Filled> {
	const worker = startWorker('fill-worker', {workerData: options, resourceLimits: limits});
	const onWarnings = (warnings: readonly Warning[]) => {
		for (const warning of warnings) onWarning(warning);
	};
	if (!worker) return bringUpToDate(options, {onWarnings, onProgress});
	return new Promise((resolve, reject) => {
		worker.on('message', (message: FromFiller) => {
			if ('warnings' in message) onWarnings(message.warnings);
			else if ('state' in message) onProgress(message.state);
			else resolve(message.filled);
		});
		worker.on('error', reject);
		worker.on('exit', () => reject(new Error('the indexing thread ended')));
	});
}
