import {isFields, isoTime, textOf} from '../fields.ts';

/** The first record of a session. */
export type Header = {
	readonly id: string;
	readonly cwd?: string;
	readonly startedAt?: string;
	/** The file it was forked from: `branchedFrom` in the first format, `parentSession` since. */
	readonly parentPath?: string;
};

export function headerOf(record: unknown): Header | undefined {
	if (!isFields(record) || record.type !== 'session') return undefined;
	const id = textOf(record.id);
	if (id === undefined) return undefined;
	return {
		id,
		cwd: textOf(record.cwd),
		startedAt: isoTime(record.timestamp),
		parentPath: textOf(record.parentSession) ?? textOf(record.branchedFrom),
	};
}
