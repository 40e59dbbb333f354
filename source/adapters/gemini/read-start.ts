/** Reads the beginning of a session, no further than is needed. */

import type {RawRecord} from '../jsonl/parse-line.ts';
import type {FileEnds} from '../jsonl/read-ends.ts';
import {type Piece, splitLog} from './split-log.ts';

const stepBytes = 4 * 1024;

export type StartOptions<T> = {
	readonly digest: (record: RawRecord) => T;
	readonly take: (piece: Piece<T>) => void;
	/** Asked after each step; as a rule the first few lines are enough. */
	readonly isEnough: () => boolean;
};

export type Start = {
	readonly isDocument: boolean;
	/** Everything there is was looked at. */
	readonly isWhole: boolean;
};

export function readStart<T>(file: FileEnds, reach: number, {digest, take, isEnough}: StartOptions<T>): Start {
	const head = file.head(reach);
	const splitter = splitLog({path: file.path, head, report: () => {}, digest});
	const {isDocument} = splitter;
	for (let at = 0; at < head.length; at += stepBytes) {
		for (const piece of splitter.push(head.subarray(at, at + stepBytes))) take(piece);
		if (isEnough()) return {isDocument, isWhole: false};
	}
	for (const piece of splitter.finish()) take(piece);
	return {isDocument, isWhole: head.length >= file.size};
}
