/** A thread that looks at the stores of some agents and ends. */
import {parentPort, workerData} from 'node:worker_threads';
import type {LibraryOptions} from '../library.ts';
import {look} from './look.ts';

parentPort!.postMessage(await look(workerData as LibraryOptions));
