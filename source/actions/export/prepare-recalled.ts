import type {ByteRange} from '../../adapters/adapter.ts';
import {agentName, readerFor} from '../../catalog/reader-for.ts';
import {mappedBatches} from '../../formats/exported.ts';
import {placeDrawings} from '../../formats/markdown/write-markdown.ts';
import {withSums} from '../../model/branch-sums.ts';
import type {Entry} from '../../model/entry.ts';
import type {DrawHelper} from './draw-helper.ts';
import {DrawTogether} from './draw-together.ts';
import {loadRedactor, redactionMap} from './load-redactor.ts';
import {checkedBranch, endingWith, type Given, type PreparedExport} from './prepared-export.ts';
import {recalledShape} from './session-shape.ts';
import {entryShare, rising, tellOrStop, toldShares} from './written-share.ts';

/** A large session as Markdown whose parts are known from an earlier time; undefined: it has to be read. */
export async function prepareRecalled(given: Given, helper: DrawHelper): Promise<PreparedExport | undefined> {
	const {library, ref, choice, redaction, format, signal, onProgress} = given;
	const known = library.knownParts(ref);
	if (!known || (!known.graph.isLinear && choice.branch !== undefined && choice.branch !== 'active')) return undefined;
	// Kept by an earlier version.
	if (!known.graph.isLinear && !known.active) return undefined;
	const glance = await (await readerFor(ref)).glance?.(ref);
	if (!glance) return undefined;
	for (const [at, to] of known.cuts.entries()) helper.tell(to, known.parts[at]!.hint);
	const branch = checkedBranch(choice, format, known.graph);
	const shape = recalledShape(known, glance, ref.size);
	const redactor = await loadRedactor(choice, redaction);
	const map = redactionMap(redactor, format.id);
	const tell = rising(share => onProgress?.(share, 1));
	const share = (batch: readonly Entry[]) => entryShare(batch.at(-1)!, ref.size);
	const told = known.active ? withSums(known.session, known.active, true) : known.session;
	const session = {...told, ...(await library.origin(ref))};
	const {graph, compactions} = known;
	const drawn = {
		session: map?.session?.(session) ?? session,
		branch,
		compactions,
		batches: (range?: ByteRange) =>
			mappedBatches(toldShares(shape.batches(range!), share, tellOrStop(tell, signal)), map?.entry),
	};
	const about = {...drawn, agentName: await agentName(ref.agent), graph};
	const scout = await loadRedactor(choice, redaction);
	const onDrawn = (bytes: number) => tell(bytes / ref.size);
	// It has a file of its own, which is closed at the end of the pieces: nothing may go wrong between the two.
	const together = new DrawTogether({shape, drawn, redactor, scout, helper, size: ref.size, signal, onDrawn});
	return {
		session: drawn.session,
		format,
		pieces: endingWith(placeDrawings(about, shape.stretches, together.drawings()), () => together.close()),
		warnings: known.warnings,
		replaced: () => redactor?.report() ?? [],
	};
}
