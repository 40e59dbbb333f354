/** The thread that searches. */
import {parentPort, workerData} from 'node:worker_threads';
import type {SearchWorkerData, ToSearcher} from './messages.ts';
import {Searcher} from './searcher.ts';

const port = parentPort!;
const searcher = new Searcher(workerData as SearchWorkerData, message => port.postMessage(message));
port.on('message', (message: ToSearcher) => void searcher.take(message));
