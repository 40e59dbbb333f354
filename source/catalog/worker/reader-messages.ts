import type {ReadPiece, ReadRequest} from '../fulltext/read-session.ts';

/** To the reader: sessions to read one after the other, how much it may read ahead, and which it need not finish. */
export type ToReader =
	| {readonly type: 'read'; readonly id: number; readonly request: ReadRequest}
	| {readonly type: 'taken'; readonly size: number}
	| {readonly type: 'stop'; readonly id: number};

export type FromReader =
	| {readonly type: 'piece'; readonly id: number; readonly piece: ReadPiece; readonly size: number}
	| {readonly type: 'end'; readonly id: number; readonly error?: string};

/** Text that is read and not taken yet. */
export const mostAhead = 6 * 1024 * 1024;
