import type {Library} from '../catalog/library.ts';
import type {Warning} from '../model/warning.ts';
import type {Paint} from '../text/paint.ts';

/** What every command gets. Commands yield text; only the entry file writes it anywhere. */
export type Context = {
	readonly library: Library;
	readonly json: boolean;
	readonly paint: Paint;
	/** The width to draw for. */
	readonly columns: number;
	readonly flags: CommandFlags;
	/** Tells of trouble beside the output. */
	readonly warn: (warning: Warning) => void;
	/** Tells how far a long work is, where somebody watches; `isAlone` while nothing is printed beside it. */
	readonly progress: (message: string, isAlone?: boolean) => void;
};

export type CommandFlags = {
	readonly limit?: number;
	readonly all: boolean;
	readonly branch?: number;
	readonly raw: boolean;
	readonly full: boolean;
	readonly rebuild?: boolean;
	readonly status?: boolean;
	readonly deep?: boolean;
};

export type Output = AsyncIterable<string | Buffer>;
