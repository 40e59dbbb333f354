import type {BranchChoice} from '../../adapters/adapter.ts';
import type {FormatId} from '../../formats/format.ts';

/** What a session becomes on its way out. */
export type ExportChoice = {
	readonly format: FormatId;
	/** A branch, all of them, or the active one; absent: as it is usual for the format. */
	readonly branch?: BranchChoice | 'active';
	/** Whether secrets are replaced. */
	readonly isRedacted: boolean;
	/** Whether the user's own folder becomes `~`. */
	readonly hidesHome: boolean;
};

export const usualChoice: ExportChoice = {format: 'markdown', isRedacted: true, hidesHome: false};
