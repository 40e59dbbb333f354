/**
 * Cuts `{"info": {…}, "messages": [{…}, …]}` into its info and its messages while it is read, so that an export of any
 * size never stands in memory as a whole.
 */
import type {Warning} from '../../model/warning.ts';
import {ReadStopped, readChunks} from '../jsonl/read-chunks.ts';

export type Cut = {
	readonly key: 'info' | 'messages';
	readonly text: string;
	readonly offset: number;
	readonly length: number;
};

export type SplitOptions = {readonly signal?: AbortSignal; readonly warn?: (warning: Warning) => void};

const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket] = [0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d];

export async function* splitExport(file: string, {signal, warn}: SplitOptions = {}): AsyncGenerator<Cut> {
	const scanner = new Scanner();
	try {
		for await (const chunk of readChunks(file, {signal})) yield* scanner.scan(chunk);
	} catch (error) {
		if (!(error instanceof ReadStopped)) throw error;
		warn?.({path: file, message: error.message});
	}
	if (!scanner.isComplete) warn?.({path: file, offset: scanner.start, message: 'the document is cut off here'});
}

class Scanner {
	private offset = 0;
	private depth = 0;
	private isString = false;
	private isEscaped = false;
	/** The name that was read last right below the document, byte by byte. */
	private name = '';
	private key = '';
	/** Where the piece begins that is being cut out, and what was read of it. */
	private from = -1;
	private held: Buffer[] = [];

	get isComplete(): boolean {
		return this.depth === 0;
	}

	get start(): number {
		return this.from === -1 ? this.offset : this.from;
	}

	*scan(chunk: Buffer): Generator<Cut> {
		let heldFrom = this.from === -1 ? -1 : 0;
		for (let at = 0; at < chunk.length; at++) {
			const byte = chunk[at]!;
			if (this.isString) {
				at = this.skipString(chunk, at);
			} else if (byte === quote) {
				this.isString = true;
				if (this.depth === 1) this.name = '';
			} else if (byte === openBrace || byte === openBracket) {
				if (this.depth === 1) this.key = this.name;
				if (byte === openBrace && this.from === -1 && this.isWanted()) {
					this.from = this.offset + at;
					heldFrom = at;
				}
				this.depth++;
			} else if (byte === closeBrace || byte === closeBracket) {
				this.depth--;
				if (this.from !== -1 && this.isWanted()) {
					this.held.push(Buffer.from(chunk.subarray(heldFrom, at + 1)));
					yield this.cut();
					heldFrom = -1;
				}
			}
		}
		if (heldFrom !== -1) this.held.push(Buffer.from(chunk.subarray(heldFrom)));
		this.offset += chunk.length;
	}

	/** Objects of the document itself, and of its list of messages. */
	private isWanted(): boolean {
		return (this.depth === 1 && this.key === 'info') || (this.depth === 2 && this.key === 'messages');
	}

	/** To the last byte of the string, or of the chunk. */
	private skipString(chunk: Buffer, from: number): number {
		for (let at = from; at < chunk.length; at++) {
			const byte = chunk[at]!;
			if (this.isEscaped) this.isEscaped = false;
			else if (byte === backslash) this.isEscaped = true;
			else if (byte === quote) {
				this.isString = false;
				return at;
			}
			if (this.depth === 1 && this.name.length < 16) this.name += String.fromCharCode(byte);
		}
		return chunk.length;
	}

	private cut(): Cut {
		const bytes = Buffer.concat(this.held);
		const cut = {key: this.key as Cut['key'], text: bytes.toString('utf8'), offset: this.from, length: bytes.length};
		this.held = [];
		this.from = -1;
		return cut;
	}
}
