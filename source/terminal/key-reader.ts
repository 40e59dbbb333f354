import {StringDecoder} from 'node:string_decoder';
import type {ReadStream} from 'node:tty';
import type {Key} from './key.ts';
import {KeySplitter} from './key-splitter.ts';
import type {Report} from './report.ts';

/** How long a lone escape may be the beginning of a sequence. */
const escapeTimeout = 50;
/** The same while the terminal is about to answer: an answer cut in two by the network must not become keys. */
const escapeTimeoutWhenAsked = 200;
/** How long the rest of a sequence may take: over a bad link it comes late, and its letters would be keys. */
const restTimeout = 1000;

export type KeyReaderOptions = {
	/** All keys of a chunk together, so that they cost one frame. */
	readonly onKeys: (keys: readonly Key[]) => void;
	/** What the terminal tells about itself. */
	readonly onReport: (report: Report) => void;
	/** Whether the terminal was asked something and may still answer. */
	readonly isAnswerDue: () => boolean;
};

/** Puts a terminal's input into raw mode and hands over what comes. */
export class KeyReader {
	private readonly splitter: KeySplitter;
	private decoder = new StringDecoder('utf8');
	private timer: NodeJS.Timeout | undefined;
	private overdue: NodeJS.Immediate | undefined;
	/** What the timer waits for: the rest of the one after so many. */
	private restAfter: number | undefined;
	private isReading = false;

	constructor(
		private readonly stdin: ReadStream,
		private readonly options: KeyReaderOptions,
	) {
		this.splitter = new KeySplitter(options.onReport);
	}

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
		this.stopTimer();
		this.splitter.forget();
		this.stdin.off('data', this.read);
		this.stdin.pause();
		try {
			this.stdin.setRawMode?.(false);
		} catch {
			// The terminal is gone: there is nothing left to restore.
		}
	}

	/** Input that came on another way. Keys in it are nobody's any more. */
	takeReports(input: Buffer): void {
		this.splitter.push(this.decoder.write(input));
	}

	private readonly read = (chunk: Buffer | string): void => {
		const keys = this.splitter.push(typeof chunk === 'string' ? chunk : this.decoder.write(chunk));
		this.waitForMore();
		this.hand(keys);
	};

	private waitForMore(): void {
		const {waitsFor, taken} = this.splitter;
		// What takes too long takes too long, however many pieces of it come.
		if (waitsFor === 'rest' && this.restAfter === taken) return;
		this.stopTimer();
		if (!waitsFor) return;
		if (waitsFor === 'rest') this.restAfter = taken;
		const forKey = this.options.isAnswerDue() ? escapeTimeoutWhenAsked : escapeTimeout;
		// Where the program was busy meanwhile, the rest may have come and not been read: it is, before an immediate runs.
		const giveUpSoon = () => {
			this.overdue = setImmediate(() => this.giveUp());
		};
		this.timer = setTimeout(giveUpSoon, waitsFor === 'key' ? forKey : restTimeout);
	}

	private giveUp(): void {
		this.stopTimer();
		this.hand(this.splitter.flush());
	}

	private stopTimer(): void {
		clearTimeout(this.timer);
		clearImmediate(this.overdue);
		this.restAfter = undefined;
	}

	private hand(keys: readonly Key[]): void {
		if (keys.length > 0) this.options.onKeys(keys);
	}
}
