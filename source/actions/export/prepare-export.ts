import type {History, SessionRef} from '../../adapters/adapter.ts';
import {batchesOf} from '../../adapters/batches-of.ts';
import type {Library} from '../../catalog/library.ts';
import {agentName} from '../../catalog/reader-for.ts';
import {type ExportMap, exportedFrom} from '../../formats/exported.ts';
import {formatOf} from '../../formats/formats.ts';
import type {Drawing} from '../../formats/markdown/drawing.ts';
import type {Redactor} from '../../redact/redactor.ts';
import {beFrugal} from '../frugal-engine.ts';
import {DrawHelper} from './draw-helper.ts';
import {DrawTogether} from './draw-together.ts';
import {loadRedactor, redactionMap} from './load-redactor.ts';
import {prepareRecalled} from './prepare-recalled.ts';
import {checkedBranch, endingWith, type Given, type PreparedExport, type PrepareOptions} from './prepared-export.ts';
import {sessionOfBranch} from './session-of-branch.ts';
import {shapeOf} from './session-shape.ts';
import {entryShare, recordShare, rising, tellOrStop, toldShares} from './written-share.ts';

export async function prepareExport(
	library: Library,
	ref: SessionRef,
	options: PrepareOptions,
): Promise<PreparedExport> {
	const {choice, redaction} = options;
	const helper = DrawHelper.start({ref, choice, redaction});
	if (!helper) beFrugal(ref);
	const given: Given = {library, ref, helper, ...options, format: formatOf(choice.format)};
	try {
		return (helper && (await prepareRecalled(given, helper))) ?? (await prepareRead(given));
	} catch (error) {
		helper?.close();
		throw error;
	}
}

async function prepareRead(given: Given): Promise<PreparedExport> {
	const {library, ref, choice, format, isLine, redaction, now = Date.now(), helper, signal, onProgress} = given;
	// To read it is the first half of the work, to write it the second.
	const history = await library.read(ref, {
		signal,
		onProgress: (done, total) => onProgress?.(done, total * 2),
		onCut: helper && ((place, hint) => helper.tell(place, hint)),
	});
	const tell = rising(share => onProgress?.(1 + share, 2));
	const origin = await library.origin(ref);
	const branch = checkedBranch(choice, format, history.graph);
	const redactor = await loadRedactor(choice, redaction);
	const exported = exportedFrom(
		{
			...toldHistory(history, ref.size, tell, signal),
			session: {...(await sessionOfBranch(history, branch)), ...origin},
		},
		{
			agentName: await agentName(ref.agent),
			branch,
			exportedAt: new Date(now).toISOString(),
			map:
				format.id === 'jsonl'
					? headlessMap(redactor, await loadRedactor(choice, redaction))
					: redactionMap(redactor, format.id),
		},
	);
	const write = await (isLine ? (format.loadLine ?? format.load)() : format.load());
	let drawings: (() => AsyncIterable<Drawing>) | undefined;
	let end = () => helper?.close();
	if (helper && history.cuts) {
		const scout = await loadRedactor(choice, redaction);
		const onDrawn = (bytes: number) => tell(bytes / ref.size);
		const shape = shapeOf(history, branch);
		const given = {shape, drawn: exported, redactor, scout, helper, size: ref.size, signal, onDrawn};
		const together = new DrawTogether(given);
		drawings = () => together.drawings();
		end = () => together.close();
	}
	return {
		session: exported.session,
		format,
		pieces: endingWith(write({...exported, drawings}), end),
		warnings: history.warnings,
		replaced: () => redactor?.report() ?? [],
	};
}

/** Of native records nothing is said above them: what is replaced in the name of the file is not counted. */
function headlessMap(redactor: Redactor | undefined, uncounted: Redactor | undefined): ExportMap | undefined {
	return redactor && {...redactionMap(redactor), session: redactionMap(uncounted)?.session};
}

/** Tells how much of it was read again, and stops when nobody wants it any more. */
function toldHistory(
	history: History,
	size: number,
	tellShare: (share: number) => void,
	signal: AbortSignal | undefined,
): History {
	const tell = tellOrStop(tellShare, signal);
	return {
		...history,
		batches: (...given) => toldShares(batchesOf(history, ...given), batch => entryShare(batch.at(-1)!, size), tell),
		records: (...given) => toldShares(history.records(...given), recordShare(size), tell),
	};
}
