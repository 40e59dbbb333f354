/** A thread that draws parts of a large session, while the thread that writes it down draws others. */
import {parentPort, workerData} from 'node:worker_threads';
import {readerFor} from '../../../catalog/reader-for.ts';
import {loadRedactor} from '../load-redactor.ts';
import {RangeDrawer, shapeOf} from '../range-drawer.ts';
import type {DrawOrder, FromDrawer, ToDrawer} from './draw-messages.ts';

const port = parentPort!;
const {ref, branch, choice, redaction}: DrawOrder = workerData;
const send = (message: FromDrawer, given: ArrayBuffer[] = []) => port.postMessage(message, given);

const history = await (await readerFor(ref)).history(ref);
const drawer = new RangeDrawer(history, branch, await loadRedactor(choice, redaction));
send({type: 'ready', shape: shapeOf(history)});

let queue: Promise<void> = Promise.resolve();
port.on('message', (message: ToDrawer) => {
	queue = queue.then(() => drawOne(message));
});

async function drawOne({range, number, session}: ToDrawer): Promise<void> {
	const drawings = await drawer.draw(range, session);
	const given = drawings?.map(({bytes}) => bytes.buffer as ArrayBuffer);
	send({type: 'drawn', number, drawings}, given);
}
