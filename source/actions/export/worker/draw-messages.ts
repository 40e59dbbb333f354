/** What is said between the thread that exports a session and the one that helps it to draw. */
import type {BranchChoice, ByteRange, SessionRef} from '../../../adapters/adapter.ts';
import type {Drawing} from '../../../formats/markdown/drawing.ts';
import type {Session} from '../../../model/session.ts';
import type {ExportChoice} from '../export-choice.ts';
import type {Redaction} from '../redaction.ts';

export type DrawOrder = {
	readonly ref: SessionRef;
	readonly branch?: BranchChoice;
	readonly choice: ExportChoice;
	readonly redaction?: Redaction;
};

/** `session`: as it leaves the program. */
export type ToDrawer = {readonly range: ByteRange; readonly number: number; readonly session: Session};

export type FromDrawer =
	/** It has read the session; `shape` is the same for whoever read the same. */
	| {readonly type: 'ready'; readonly shape: string}
	/** No drawings: something has to be replaced, in its turn. */
	| {readonly type: 'drawn'; readonly number: number; readonly drawings?: readonly Drawing[]};
