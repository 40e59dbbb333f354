/** What is said between the thread that exports a session and the one that helps it to draw. */
import type {ByteRange, Hint, SessionRef} from '../../../adapters/adapter.ts';
import type {Note} from '../../../redact/account.ts';
import type {DrawnAhead} from '../draw-ahead.ts';
import type {ExportChoice} from '../export-choice.ts';
import type {Redaction} from '../redaction.ts';

/** What it is told first. */
export type DrawOrder = {
	readonly ref: SessionRef;
	readonly choice: ExportChoice;
	readonly redaction?: Redaction;
	/** Where it puts what it has drawn (see `Stored`). */
	readonly files: readonly number[];
	/** Which parts are taken (see `Shares`). */
	readonly shares: SharedArrayBuffer;
};

/** What it is told then, again and again: where the next part ends, and what is known of it. */
export type NextPart = {readonly place: number; readonly hint: Hint};

/** And what was met in parts that others drew. */
export type ToDrawer = NextPart | {readonly news: readonly Note[]};

/** A part that was drawn without knowing the rest of the session. */
export type FromDrawer = DrawnAhead & {
	readonly range: ByteRange;
	/** The folder from which paths are shown. */
	readonly cwd?: string;
};
