import type {ExportChoice} from './export-choice.ts';

/** What the explorer wants to be written, and where. */
export type ExportJob<Ref> = {
	readonly refs: readonly Ref[];
	readonly choice: ExportChoice;
	/** A file or a folder for one session, a folder for several; `~` is the user's own folder. */
	readonly target: string;
	readonly force?: boolean;
	readonly signal?: AbortSignal;
	/** How much is done, from 0 to 1. */
	readonly onProgress?: (share: number) => void;
};

export type ExportResult = {
	readonly files: readonly string[];
	readonly size: number;
	/** What was replaced, in a sentence; absent: nothing. */
	readonly replaced?: string;
};
