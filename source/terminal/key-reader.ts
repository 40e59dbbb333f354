import {StringDecoder} from 'node:string_decoder';
import type {ReadStream} from 'node:tty';
import type {Key} from './key.ts';
import {KeySplitter} from './key-splitter.ts';

/** How long a lone escape may be the beginning of a sequence. */
const escapeTimeout = 50;

/** Puts a terminal's input into raw mode and hands over keys; all keys of a chunk together, so that they cost one frame. */
export class KeyReader {
	private readonly splitter = new KeySplitter();
	private decoder = new StringDecoder('utf8');
	private timer: NodeJS.Timeout | undefined;
	private isReading = false;

	constructor(
		private readonly stdin: ReadStream,
		private readonly onKeys: (keys: readonly Key[]) => void,
	) {}

	start(): void {
		if (this.isReading) return;
		this.isReading = true;
		this.decoder = new StringDecoder('utf8');
		this.stdin.setRawMode?.(true);
		this.stdin.on('data', this.read);
		this.stdin.resume();
	}

	stop(): void {
		if (!this.isReading) return;
		this.isReading = false;
		clearTimeout(this.timer);
		this.stdin.off('data', this.read);
		this.stdin.pause();
		try {
			this.stdin.setRawMode?.(false);
		} catch {
			// The terminal is gone: there is nothing left to restore.
		}
	}

	private readonly read = (chunk: Buffer | string): void => {
		clearTimeout(this.timer);
		const keys = this.splitter.push(typeof chunk === 'string' ? chunk : this.decoder.write(chunk));
		if (this.splitter.isWaiting) this.timer = setTimeout(() => this.hand(this.splitter.flush()), escapeTimeout);
		this.hand(keys);
	};

	private hand(keys: readonly Key[]): void {
		if (keys.length > 0) this.onKeys(keys);
	}
}
