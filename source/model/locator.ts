/**
 * Where a record lies, so that it can be shown or read again at any time without keeping it in memory.
 * In a compressed file the offset counts decompressed bytes.
 */
export type FileLocator = {
	readonly path: string;
	readonly offset: number;
	readonly length: number;
};

export type RowLocator = {
	readonly path: string;
	readonly table: string;
	readonly rowid: number | string;
};

export type Locator = FileLocator | RowLocator;

export function isFileLocator(locator: Locator): locator is FileLocator {
	return 'offset' in locator;
}
