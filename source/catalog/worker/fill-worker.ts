/** A thread that brings the catalogue up to date and ends. */
import {parentPort, workerData} from 'node:worker_threads';
import type {LibraryOptions} from '../library.ts';
import {bringUpToDate} from './bring-up-to-date.ts';
import type {FromFiller} from './fill-client.ts';
import {ReaderPool} from './reader-pool.ts';

const send = (message: FromFiller) => parentPort!.postMessage(message);
const readers = ReaderPool.start();
const filled = await bringUpToDate(workerData as LibraryOptions, {
	read: readers?.read,
	onWarnings: warnings => send({warnings}),
	onProgress: state => send({state}),
});
await readers?.close();
send({filled});
