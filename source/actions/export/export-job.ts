import type {ExportChoice} from './export-choice.ts';

/** What the explorer wants to be written, and where. */
export type ExportJob<Ref> = {
	readonly refs: readonly Ref[];
	readonly choice: ExportChoice;
	/** A file or a folder for one session; for several a folder, or a file of lines. `~` is the user's own folder. */
	readonly target: string;
	readonly force?: boolean;
	readonly signal?: AbortSignal;
	/** How much is done, from 0 to 1. */
	readonly onProgress?: (share: number) => void;
};

export type ExportResult = {
	/** Those that were written. */
	readonly files: readonly string[];
	readonly size: number;
	/** What was replaced, in a sentence; absent: nothing. */
	readonly replaced?: string;
	/** Of several: how many were left out because a file is there already. */
	readonly inTheWay?: number;
	/** Of several: how many were left out for another reason, and the first one. */
	readonly failed?: {readonly number: number; readonly why: string};
	/** What could not be read of those that were written, in a sentence. */
	readonly damage?: string;
};
