/** A thread that brings the catalogue up to date and ends. */
import {parentPort, workerData} from 'node:worker_threads';
import type {LibraryOptions} from '../library.ts';
import {bringUpToDate} from './bring-up-to-date.ts';
import type {FromFiller} from './fill-client.ts';
import {ReaderPool} from './reader-pool.ts';
import {beThrifty} from './thrifty-engine.ts';

const send = (message: FromFiller) => parentPort!.postMessage(message);
let readers: ReaderPool | undefined;
const filled = await bringUpToDate(workerData as LibraryOptions, {
	readers() {
		beThrifty();
		readers ??= ReaderPool.start();
		return readers;
	},
	onWarnings: warnings => send({warnings}),
	onProgress: state => send({state}),
});
await readers?.close();
send({filled});
