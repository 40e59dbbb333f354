/** Looking at all stores for whoever brings the catalogue up to date; the first time, when much is read, in two threads. */
import {agentIds} from '../../adapters/agents.ts';
import type {Warning} from '../../model/warning.ts';
import {Library, type LibraryOptions} from '../library.ts';
import {startWorker} from './worker-file.ts';

/** Nobody else writes as many files. */
const largest = 'claude';
const limits = {maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16};

export async function lookAround(options: LibraryOptions): Promise<readonly Warning[]> {
	const agents = options.agents?.length ? options.agents : agentIds;
	const shares = [agents.filter(agent => agent === largest), agents.filter(agent => agent !== largest)];
	if (shares.some(share => share.length === 0) || isKnown(options)) return look(options);
	return (await Promise.all(shares.map(share => lookElsewhere({...options, agents: share})))).flat();
}

/** In a thread that ends: looking for sessions leaves much behind in memory. */
function lookElsewhere(options: LibraryOptions): Promise<readonly Warning[]> {
	const worker = startWorker('look-worker', {workerData: options, resourceLimits: limits});
	if (!worker) return look(options);
	return new Promise((resolve, reject) => {
		worker.on('message', resolve);
		worker.on('error', reject);
		worker.on('exit', () => reject(new Error('the thread that looks for sessions ended')));
	});
}

export async function look(options: LibraryOptions): Promise<readonly Warning[]> {
	const library = new Library(options);
	const {warnings} = await library.scan();
	library.close();
	return warnings;
}

/** What was looked at before is hardly read. */
function isKnown(options: LibraryOptions): boolean {
	const library = new Library(options);
	const scan = library.catalog?.use(database => database.get('SELECT number FROM scans LIMIT 1'));
	library.close();
	return scan !== undefined;
}
