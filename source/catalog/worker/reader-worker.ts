/** A thread that reads and parses sessions, so that the thread that writes the index need not wait for it. */
import {parentPort} from 'node:worker_threads';
import {readSession} from '../fulltext/read-session.ts';
import {pack} from './pack.ts';
import {type FromReader, mostAhead, type ToReader} from './reader-messages.ts';

const port = parentPort!;
const stops = new Map<number, AbortController>();
let ahead = 0;
let goOn = () => {};
let queue: Promise<void> = Promise.resolve();

port.on('message', (message: ToReader) => {
	if (message.type === 'taken') {
		ahead -= message.size;
		goOn();
	} else if (message.type === 'stop') {
		stops.get(message.id)?.abort();
		goOn();
	} else if (message.type === 'read') {
		stops.set(message.id, new AbortController());
		queue = queue.then(() => read(message));
	}
});

async function read({id, request}: Extract<ToReader, {type: 'read'}>): Promise<void> {
	const {signal} = stops.get(id)!;
	const send = (message: FromReader, given?: ArrayBuffer[]) => port.postMessage(message, given);
	try {
		signal.throwIfAborted();
		for await (const piece of readSession(request, signal)) {
			const {chunks, buffer, size} = pack(piece.chunks);
			while (ahead > mostAhead && !signal.aborted) await new Promise<void>(resolve => (goOn = resolve));
			ahead += size;
			send({type: 'piece', id, piece: {...piece, chunks}, size}, [buffer]);
		}
		send({type: 'end', id});
	} catch (error) {
		send({type: 'end', id, error: (error as Error).message});
	} finally {
		stops.delete(id);
	}
}
