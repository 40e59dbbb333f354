/**
 * The saved catalogue: a cache of what discovery and reading found, in one SQLite file for each set of homes. It can be
 * deleted at any time, and nothing may depend on it: whoever asks gets undefined where it can't be used, and then reads
 * the sessions themselves.
 */
import {createHash} from 'node:crypto';
import path from 'node:path';
import {Database} from './database/database.ts';
import {troubleOf} from './database/trouble.ts';

export type CatalogOptions = {
	/** Where the file lies; see cacheFolder. */
	readonly folder: string;
	/** The homes whose sessions it holds. */
	readonly homes: readonly string[];
	/** The user's own home: variables may move its stores, so it is not the same as a home that is only named. */
	readonly isOwn?: boolean;
};

export class Catalog {
	readonly file: string;
	/** Why it is not used, or was made anew: worth a line to the user. */
	note: string | undefined;
	/** How often everything in it was lost: numbers of rows from before mean nothing since. */
	generation = 0;
	/** Told when it was lost while somebody was using it, to us or to another process, and there is a new one. */
	onRemade: (() => void) | undefined;
	private database: Database | undefined;
	private isClosed = false;
	/** Its file is gone, and there is no new one yet. */
	private isLost = false;
	private canWrite = true;

	constructor({folder, homes, isOwn = false}: CatalogOptions) {
		this.file = path.join(folder, `catalogue-${nameOf(homes, isOwn)}.db`);
	}

	/** Whether it can be used; opens it when it is first asked for anything. */
	get isUsable(): boolean {
		return this.open() !== undefined;
	}

	/** Whether it can be written, too. */
	get isWritable(): boolean {
		return this.isUsable && this.canWrite;
	}

	/**
	 * Asks the catalogue. undefined: it can't be used now. Whatever ails it is dealt with here: a damaged one is made
	 * anew, one that can't be read is left alone from then on.
	 */
	use<T>(work: (database: Database) => T): T | undefined {
		return this.attempt(work, error => this.handle(error));
	}

	/** Writes to it, all or nothing. Where that is not possible it can still be read. */
	write<T>(work: (database: Database) => T): T | undefined {
		if (!this.canWrite) return undefined;
		return this.attempt(
			database => database.transaction(() => work(database)),
			error => {
				if (troubleOf(error) !== 'unusable' || this.database?.isMoved) return this.handle(error);
				this.canWrite = false;
				this.note = `the catalogue can't be written: ${(error as Error).message}`;
			},
		);
	}

	/** Begins anew with an empty one. */
	rebuild(): void {
		this.close();
		this.isClosed = false;
		this.canWrite = true;
		this.note = undefined;
		this.generation++;
		try {
			Database.remove(this.file);
		} catch (error) {
			this.handle(error);
		}
	}

	/** What is in it is not what there is, and that can't be helped now: it is not used any more. */
	abandon(): void {
		if (!this.isClosed) this.note ??= 'working without the catalogue: another recollect is writing to it';
		this.close();
	}

	close(): void {
		this.database?.close();
		this.database = undefined;
		this.isClosed = true;
	}

	private attempt<T>(work: (database: Database) => T, handle: (error: unknown) => void): T | undefined {
		const database = this.open();
		if (!database) return undefined;
		try {
			return work(database);
		} catch (error) {
			handle(error);
			return undefined;
		}
	}

	private open(): Database | undefined {
		if (this.isClosed) return undefined;
		if (this.database?.isMoved) {
			this.database.close();
			this.database = undefined;
			this.isLost = true;
		}
		if (this.database) return this.database;
		try {
			this.database = Database.open(this.file);
		} catch (error) {
			this.handle(error);
		}
		if (this.database && this.isLost) this.begunAnew();
		return this.database;
	}

	private handle(error: unknown): void {
		const trouble = troubleOf(error);
		if (trouble === undefined) throw error;
		if (trouble === 'busy') return;
		const reason = (error as Error).message;
		const {database} = this;
		// While another process takes the file away, its parts do not fit together: there will be a new one.
		if (database?.isMoved) return;
		if (trouble === 'damaged' && database) this.remake(database, reason);
		else {
			this.close();
			this.note = `working without the catalogue: ${reason}`;
		}
	}

	/** Takes a damaged one away and goes on with an empty one. */
	private remake(damaged: Database, reason: string): void {
		this.database = undefined;
		this.isClosed = true;
		try {
			if (this.generation >= mostGenerations) throw new Error('it was made anew often enough');
			damaged.destroy();
			this.database = Database.open(this.file);
		} catch (error) {
			this.note = `working without the catalogue: it is damaged (${reason}), and ${(error as Error).message}`;
			return;
		}
		this.isClosed = false;
		this.note = `the catalogue was damaged and is made anew (${reason})`;
		this.begunAnew();
	}

	private begunAnew(): void {
		this.isLost = false;
		this.generation++;
		this.onRemade?.();
	}
}

/** A disk that spoils whatever is written to it need not be tried for ever. */
const mostGenerations = 5;

/**
 * One catalogue for each set of homes: what is below one is not mixed with what is below another. By their names and not
 * by where these lead: the paths of its sessions begin with them.
 */
function nameOf(homes: readonly string[], isOwn: boolean): string {
	const places = homes.map(home => path.resolve(home)).sort();
	const name = [isOwn ? 'own' : '', ...places].join('\n');
	return createHash('sha256').update(name).digest('hex').slice(0, 12);
}
