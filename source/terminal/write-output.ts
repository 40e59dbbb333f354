import type {StatusLine} from './status-line.ts';

type Writable = NodeJS.WriteStream;

/** Writes what a command yields as fast as the reader takes it, small pieces joined. */
export async function writeOutput(
	output: AsyncIterable<string | Buffer>,
	stdout: Writable,
	status: StatusLine,
): Promise<void> {
	const batchBytes = 64 * 1024;
	let batch = '';
	let isFirst = true;
	const send = async (piece: string | Buffer) => {
		if (stdout.isTTY) status.clear();
		if (piece.length > 0 && !stdout.write(piece)) await new Promise(resolve => stdout.once('drain', resolve));
	};
	for await (const piece of output) {
		if (typeof piece !== 'string') {
			await send(batch);
			batch = '';
			// Whoever made it may write over it when the next one is asked for, and the stream may not be done with it by then.
			await send(Buffer.from(piece));
			continue;
		}
		batch += piece;
		// The first line goes out at once: a large file takes its time, and somebody is waiting.
		if (batch.length < batchBytes && !isFirst) continue;
		isFirst = false;
		await send(batch);
		batch = '';
	}
	await send(batch);
	status.clear();
}
