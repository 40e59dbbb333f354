import type {Library} from '../catalog/library.ts';
import type {Pieces} from '../formats/format.ts';
import type {Warning} from '../model/warning.ts';
import type {Paint} from '../text/paint.ts';
import type {Redaction} from './export/redaction.ts';

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
	/** Says something beside the output that is no trouble. */
	readonly note?: (message: string) => void;
	/** Tells how far a long work is, where somebody watches; `isAlone` while nothing is printed beside it. */
	readonly progress: (message: string, isAlone?: boolean) => void;
	/** What the user says of secrets. */
	readonly redaction?: Redaction;
	/** The command ends with this exit code. */
	readonly ends?: (code: number) => void;
	/** What is to be said of the user's config file. Made by the entry file: actions know nothing of it. */
	readonly config?: () => Promise<ConfigReport>;
};

export type ConfigReport = {
	readonly file: string;
	readonly exists: boolean;
	readonly problems: ReadonlyArray<{
		readonly line?: number;
		readonly column?: number;
		readonly message: string;
		/** All of it in one line. */
		readonly described: string;
	}>;
	/** Every option with what holds, and who says so. */
	readonly values: ReadonlyArray<{
		readonly name: string;
		readonly value: unknown;
		readonly from: 'default' | 'file' | 'flag';
	}>;
	/** A config file to begin with. */
	example(): string;
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
	readonly example?: boolean;
	readonly stat?: boolean;
	readonly files?: boolean;
	readonly family?: boolean;
	readonly format?: string;
	/** Where neither the flag nor a file's name tells the format. */
	readonly usualFormat?: string;
	readonly output?: string;
	/** Over files that are there. */
	readonly force?: boolean;
	/** Whether secrets are replaced in what is written; they are, unless it is false. */
	readonly redact?: boolean;
	readonly hideHome?: boolean;
	readonly query?: string;
	readonly subAgents?: boolean;
	/** `--branch all` and `--branch active`. */
	readonly branches?: 'all' | 'active';
};

export type Output = Pieces;
