/** What a format says of itself so that its documents can be read, and what reading one gives. */
import type {Compaction} from '../../adapters/adapter.ts';
import type {Fields} from '../../adapters/fields.ts';
import type {NodeInput} from '../../model/branch-graph-builder.ts';
import type {Entry} from '../../model/entry.ts';
import type {Session} from '../../model/session.ts';
import type {Warning} from '../../model/warning.ts';
import type {OpenFormatId} from '../format.ts';

export type ImportedEntry = Omit<Entry, 'locator'>;

export type ImportedRecord = {
	/** Which element of the document's list it comes from, counted from 0. Several records may come from one. */
	readonly element: number;
	/** Its place in the branch graph. Without one it belongs to every branch. */
	readonly node?: NodeInput;
	/** Or the id of an earlier record's node, whose entries go on here. */
	readonly continues?: string;
	readonly entries: readonly ImportedEntry[];
};

/** Something in a document that is not as it should be, and could be read all the same. */
export type Oddity = {
	/** Which element of the list, if it is in one. */
	readonly element?: number;
	/** With the JSON path of what is odd. */
	readonly message: string;
};

/** A document that was understood. In the order of the document, all branches. */
export type Imported = {
	/** Counts, models and tokens are reckoned from the entries where the document does not tell them. */
	readonly header: Omit<Session, 'path' | 'files' | 'size'>;
	readonly records: readonly ImportedRecord[];
	/**
	 * Where turns compete, as the document tells it: of each fork the ids of the nodes its sides begin with. Absent: it
	 * tells nothing, and forks are found as in any session.
	 */
	readonly forks?: ReadonlyArray<readonly string[]>;
	/** A node on the active branch; without one the newest record decides. */
	readonly activeId?: string;
	readonly compactions?: readonly Compaction[];
	readonly oddities?: readonly Oddity[];
};

export type OpenFormat = {
	readonly id: OpenFormatId;
	readonly name: string;
	/** A document is one of this format if the names at its top (those at its beginning, if it is long) say so. */
	isDocument(names: ReadonlySet<string>): boolean;
	/** The list at the document's top whose elements are its records. */
	readonly list: string;
	/** The session's id, to find one among several in a file of lines. */
	idOf(document: Fields): string | undefined;
	/** Throws a `BadDocument` where nothing can be made of it. */
	read(document: Fields): Imported;
};

/** A document that can't be read: the message says where and why. */
export class BadDocument extends Error {}

/** Nobody said which one of several is meant. */
export class SeveralDocuments extends BadDocument {
	constructor(
		message: string,
		/** What follows the `#` for each of them. */
		readonly names: readonly string[],
		/** Of lines that are none. */
		readonly warnings: readonly Warning[],
	) {
		super(message);
	}
}
