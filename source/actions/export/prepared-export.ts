/** A session on its way to be written, and what those who prepare it have in common. */
import type {BranchChoice, SessionRef} from '../../adapters/adapter.ts';
import type {Library} from '../../catalog/library.ts';
import type {Pieces} from '../../formats/format.ts';
import type {Format} from '../../formats/formats.ts';
import type {BranchGraph} from '../../model/branch-graph.ts';
import type {Session} from '../../model/session.ts';
import type {Warning} from '../../model/warning.ts';
import type {Finding} from '../../redact/redactor.ts';
import {UserError} from '../user-error.ts';
import type {DrawHelper} from './draw-helper.ts';
import type {ExportChoice} from './export-choice.ts';
import type {Redaction} from './redaction.ts';

export type PrepareOptions = {
	readonly choice: ExportChoice;
	/** One line of a file of several sessions. */
	readonly isLine?: boolean;
	/** What the user says of secrets. */
	readonly redaction?: Redaction;
	readonly now?: number;
	readonly signal?: AbortSignal;
	readonly onProgress?: (done: number, total: number) => void;
};

/** A session that is ready to be written. */
export type PreparedExport = {
	/** As it leaves: without its secrets, if that is wanted. */
	readonly session: Session;
	readonly format: Format;
	readonly pieces: Pieces;
	/** What was wrong with its files. */
	readonly warnings: readonly Warning[];
	/** What was replaced, once everything is written. */
	replaced(): readonly Finding[];
};

/** What there is to prepare it with. */
export type Given = PrepareOptions & {
	readonly library: Library;
	readonly ref: SessionRef;
	/** Another thread that draws; only for a large session. */
	readonly helper?: DrawHelper;
	readonly format: Format;
};

/** A generator that nobody began to read does not clean up after itself. */
export function endingWith<T>(pieces: AsyncIterable<T>, end: () => void): AsyncIterable<T> {
	const iterator = pieces[Symbol.asyncIterator]();
	let isOpen = true;
	const finish = () => {
		if (isOpen) end();
		isOpen = false;
	};
	return {
		[Symbol.asyncIterator]: () => ({
			async next() {
				try {
					const result = await iterator.next();
					if (result.done) finish();
					return result;
				} catch (error) {
					finish();
					throw error;
				}
			},
			async return() {
				try {
					await iterator.return?.();
				} finally {
					finish();
				}
				return {done: true, value: undefined};
			},
		}),
	};
}

/** What is wanted of a session that has these branches. */
export function checkedBranch(
	{branch}: ExportChoice,
	{hasBranches}: Format,
	{branches}: Pick<BranchGraph, 'branches'>,
): BranchChoice | undefined {
	if (branch === 'active') return undefined;
	if (typeof branch === 'number' && !branches[branch - 1])
		throw new UserError(`The session has no branch ${branch}; \`recollect tree\` numbers them.`, 2);
	return branch ?? (hasBranches ? 'all' : undefined);
}
