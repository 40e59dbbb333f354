import type {BranchChoice, SessionRef} from '../../adapters/adapter.ts';
import type {Library} from '../../catalog/library.ts';
import {agentName} from '../../catalog/reader-for.ts';
import {exportedFrom} from '../../formats/exported.ts';
import {type Format, formatOf} from '../../formats/formats.ts';
import type {Session} from '../../model/session.ts';
import type {Warning} from '../../model/warning.ts';
import type {Finding} from '../../redact/redactor.ts';
import {beFrugal} from '../frugal-engine.ts';
import {UserError} from '../user-error.ts';
import type {ExportChoice} from './export-choice.ts';
import {type Redaction, redactorFor} from './redaction.ts';
import {entryShare, recordShare, toldShares} from './written-share.ts';

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
	readonly pieces: AsyncIterable<string | Buffer>;
	/** What was wrong with its files. */
	readonly warnings: readonly Warning[];
	/** What was replaced, once everything is written. */
	replaced(): readonly Finding[];
};

export async function prepareExport(
	library: Library,
	ref: SessionRef,
	options: PrepareOptions,
): Promise<PreparedExport> {
	const {choice, isLine = false, redaction, now = Date.now(), signal, onProgress} = options;
	const format = formatOf(choice.format);
	beFrugal(ref);
	// To read it is the first half of the work, to write it the second.
	const history = await library.history(ref, {signal, onProgress: (done, total) => onProgress?.(done, total * 2)});
	const tell = (share: number) => onProgress?.(1 + share, 2);
	const origin = await library.origin(ref);
	const branch = branchOf(choice, format);
	if (typeof branch === 'number' && !history.graph.branches[branch - 1])
		throw new UserError(`The session has no branch ${branch}; \`recollect tree\` numbers them.`, 2);
	const redactor = redactorFor(choice, redaction);
	const exported = exportedFrom(
		{
			...history,
			session: {...history.session, ...origin},
			entries: (...given) => toldShares(history.entries(...given), entry => entryShare(entry, ref.size), tell),
			records: (...given) => toldShares(history.records(...given), recordShare(ref.size), tell),
		},
		{
			agentName: await agentName(ref.agent),
			branch,
			exportedAt: new Date(now).toISOString(),
			map: redactor && {
				session: session => redactor.session(session),
				// No format writes down where a record lies, and its images are read from there.
				entry: entry => ({...redactor.entry(entry), locator: entry.locator}),
				record: record => redactor.record(record),
			},
		},
	);
	const write = await (isLine ? (format.loadLine ?? format.load)() : format.load());
	return {
		session: exported.session,
		format,
		pieces: write(exported),
		warnings: history.warnings,
		replaced: () => redactor?.report() ?? [],
	};
}

function branchOf({branch}: ExportChoice, {hasBranches}: Format): BranchChoice | undefined {
	if (branch === 'active') return undefined;
	return branch ?? (hasBranches ? 'all' : undefined);
}
