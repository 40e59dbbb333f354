import type {BranchChoice, History, SessionRef} from '../../adapters/adapter.ts';
import {batchesOf} from '../../adapters/batches-of.ts';
import type {Library} from '../../catalog/library.ts';
import {agentName} from '../../catalog/reader-for.ts';
import {exportedFrom} from '../../formats/exported.ts';
import {type Format, formatOf} from '../../formats/formats.ts';
import type {Drawing} from '../../formats/markdown/drawing.ts';
import type {Session} from '../../model/session.ts';
import type {Warning} from '../../model/warning.ts';
import type {Finding} from '../../redact/redactor.ts';
import {beFrugal} from '../frugal-engine.ts';
import {UserError} from '../user-error.ts';
import {DrawHelper} from './draw-helper.ts';
import {DrawTogether} from './draw-together.ts';
import type {ExportChoice} from './export-choice.ts';
import {loadRedactor, redactionMap} from './load-redactor.ts';
import type {Redaction} from './redaction.ts';
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
	const branch = branchOf(choice, format);
	const helper = DrawHelper.start({ref, choice, redaction});
	if (!helper) beFrugal(ref);
	let end = () => helper?.close();
	try {
		// To read it is the first half of the work, to write it the second.
		const history = await library.read(ref, {
			signal,
			onProgress: (done, total) => onProgress?.(done, total * 2),
			onCut: (place, hint) => helper?.tell(place, hint),
		});
		const tell = (share: number) => onProgress?.(1 + Math.min(1, share), 2);
		const origin = await library.origin(ref);
		if (typeof branch === 'number' && !history.graph.branches[branch - 1])
			throw new UserError(`The session has no branch ${branch}; \`recollect tree\` numbers them.`, 2);
		const redactor = await loadRedactor(choice, redaction);
		const exported = exportedFrom(
			{...toldHistory(history, ref.size, tell, signal), session: {...history.session, ...origin}},
			{
				agentName: await agentName(ref.agent),
				branch,
				exportedAt: new Date(now).toISOString(),
				map: redactionMap(redactor),
			},
		);
		let drawings: (() => AsyncIterable<Drawing>) | undefined;
		if (helper && history.cuts) {
			const scout = await loadRedactor(choice, redaction);
			const onDrawn = (bytes: number) => tell(bytes / ref.size);
			const together = new DrawTogether({history, exported, redactor, scout, helper, signal, onDrawn});
			drawings = () => together.drawings();
			end = () => together.close();
		} else helper?.close();
		const write = await (isLine ? (format.loadLine ?? format.load)() : format.load());
		return {
			session: exported.session,
			format,
			pieces: endingWith(write({...exported, drawings}), end),
			warnings: history.warnings,
			replaced: () => redactor?.report() ?? [],
		};
	} catch (error) {
		end();
		throw error;
	}
}

/** Tells how much of it was read again, and stops when nobody wants it any more. */
function toldHistory(
	history: History,
	size: number,
	tellShare: (share: number) => void,
	signal: AbortSignal | undefined,
): History {
	const tell = (share: number) => {
		signal?.throwIfAborted();
		tellShare(share);
	};
	return {
		...history,
		batches: (...given) => toldShares(batchesOf(history, ...given), batch => entryShare(batch.at(-1)!, size), tell),
		records: (...given) => toldShares(history.records(...given), recordShare(size), tell),
	};
}

/** A generator that nobody began to read does not clean up after itself. */
function endingWith<T>(pieces: AsyncIterable<T>, end: () => void): AsyncIterable<T> {
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

function branchOf({branch}: ExportChoice, {hasBranches}: Format): BranchChoice | undefined {
	if (branch === 'active') return undefined;
	return branch ?? (hasBranches ? 'all' : undefined);
}
