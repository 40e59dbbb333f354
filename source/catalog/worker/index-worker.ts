/** The thread that keeps the catalogue up to date behind the screen. */
import {parentPort, workerData} from 'node:worker_threads';
import {Library, type LibraryOptions} from '../library.ts';
import {Keeper} from '../live/keeper.ts';
import {stepBack} from './background.ts';
import {ReaderPool} from './reader-pool.ts';

const port = parentPort!;
// The threads it starts are as modest as itself.
stepBack();
const readers = ReaderPool.start(true);
const keeper = new Keeper({
	library: new Library(workerData as LibraryOptions),
	onNews: news => port.postMessage(news),
	read: readers?.read,
});
port.on('message', () => keeper.stop());
await keeper.run();
await readers?.close();
port.close();
