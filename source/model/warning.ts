/** Something in a file that could not be read as it should: told, never thrown, and the reading goes on. */
export type Warning = {
	readonly path: string;
	/** Byte offset of the trouble, where it has one. */
	readonly offset?: number;
	readonly message: string;
};

export function describeWarning(warning: Warning): string {
	const place = warning.offset === undefined ? warning.path : `${warning.path}:${warning.offset}`;
	return `${place}: ${warning.message}`;
}
