/** Reading a session for the index, piece by piece. */
import type {SessionRef} from '../../adapters/adapter.ts';
import type {Session} from '../../model/session.ts';
import {readerFor} from '../reader-for.ts';
import {type Chunk, Digest, sizeOf, type TextFacts} from './digest.ts';

export type ReadRequest = {
	readonly ref: SessionRef;
	/** Go on from here, if the session only grew since. */
	readonly from?: number;
	readonly mark?: string;
	readonly facts?: TextFacts;
	/** The header is not known yet, or out of date. */
	readonly wantsHead: boolean;
};

export type ReadPiece = {
	/** The chunks from here on are replaced; undefined: all of them are. Said in the first piece. */
	readonly from?: number;
	readonly chunks: readonly Chunk[];
	/** What stands before the last of them. */
	readonly mark?: string;
	readonly facts: TextFacts;
	readonly isLast: boolean;
	/** The header, with the last piece. */
	readonly session?: Session;
};

/** So much text is handed over at once. */
const pieceSize = 512 * 1024;

/** Throws errors of the file system. */
export async function* readSession(request: ReadRequest, signal?: AbortSignal): AsyncGenerator<ReadPiece> {
	const {ref} = request;
	const adapter = await readerFor(ref);
	const session = request.wantsHead ? await adapter.head(ref) : undefined;
	const {from, mark} = request;
	const goesOn = from !== undefined && mark !== undefined && adapter.mark?.(ref, from) === mark;
	const start = goesOn ? from : undefined;
	const digest = new Digest(goesOn ? request.facts : undefined);
	let chunks: Chunk[] = [];
	let size = 0;
	let first: Chunk | undefined;
	const pieceOf = (isLast: boolean): ReadPiece => {
		if (!goesOn) first ??= chunks[0];
		const last = chunks.at(-1);
		const piece: ReadPiece = {
			from: start,
			chunks,
			// From the first chunk on is from the beginning.
			mark: last && last !== first ? adapter.mark?.(ref, last.from) : undefined,
			facts: digest.facts,
			isLast,
			session: isLast ? session : undefined,
		};
		chunks = [];
		size = 0;
		return piece;
	};
	for await (const passages of adapter.passages(ref, {from: start, signal})) {
		for (const passage of passages) {
			const chunk = digest.add(passage);
			if (!chunk) continue;
			chunks.push(chunk);
			size += sizeOf([chunk]);
		}
		if (size >= pieceSize) yield pieceOf(false);
	}
	const rest = digest.finish();
	if (rest) chunks.push(rest);
	yield pieceOf(true);
}
