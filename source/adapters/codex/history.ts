/** Reading a whole session: once for its shape, again for the text somebody wants to see. */
import type {Entry} from '../../model/entry.ts';
import type {Warning} from '../../model/warning.ts';
import type {BranchChoice, ByteRange, History, ReadOptions, SessionRef} from '../adapter.ts';
import {entriesOf} from '../entries-of.ts';
import {describeFileError} from '../files.ts';
import {copyRanges} from '../jsonl/copy-ranges.ts';
import {copyWhole, oneBehindTheOther} from '../jsonl/copy-whole.ts';
import {Cuts} from '../jsonl/cuts.ts';
import {firstFrom} from '../jsonl/node-at.ts';
import {FileEnds} from '../jsonl/read-ends.ts';
import {readBatches, recaller} from './entries.ts';
import {describeSession} from './head.ts';
import {hintOf} from './hint.ts';
import {callThatStarted} from './parent-call.ts';
import {currentBranch, type Plan, type PlannedFile, planOf} from './plan.ts';
import {type RolloutRecord, readRollout} from './read-rollout.ts';
import {Shape} from './shape.ts';
import {type Checkpoint, Survey} from './survey.ts';

export async function readHistory(ref: SessionRef, options: ReadOptions = {}): Promise<History> {
	const plan = await planOf(ref);
	const cuts = plan.files.length === 1 && ref.path.endsWith('.jsonl') ? new Cuts() : undefined;
	const {survey, warnings, activeNode, forkNode} = await surveyFiles(ref, plan, options, cuts);
	const shape = new Shape(survey, plan.files, activeNode);
	const {graph} = shape;
	const spoken = forkNode === undefined ? undefined : shape.lastSpoken(forkNode);
	const choose = (branch?: BranchChoice) => (branch === 'all' ? () => true : graph.membership(branch));
	const batches: History['batches'] = (branch, options) => readBatches(plan.files, survey, choose(branch), options);
	const nodesIn = ({from, to}: ByteRange) => [firstFrom(survey.offsets, from), firstFrom(survey.offsets, to)] as const;
	const troubles = warnings.map(({offset}) => offset ?? 0);
	const isDamaged = ({from, to}: ByteRange) => troubles.some(place => place >= from && place < to);
	return {
		session: {
			...(await describeSession(ref, plan, survey)),
			parentCallId: await callThatStarted(ref),
			forkedAt: spoken === undefined ? undefined : shape.idOf(spoken),
			counts: shape.counts(),
			models: [...survey.models],
			tokens: survey.usage.total,
		},
		graph,
		compactions: survey.compactions.map(({node, ...compaction}) => ({id: shape.idOf(node), ...compaction})),
		warnings,
		entries: (branch, options) => entriesOf(batches(branch, options)),
		batches,
		cuts: cuts && lineStarts(plan.files[0]!.path, cuts.places),
		sums: graph.isLinear ? undefined : branch => shape.sums(branch),
		nodesIn,
		placeOf: node => survey.offsets.at(node),
		// A damaged line may fall into other records when it is read whole.
		hint: range => (isDamaged(range) ? undefined : hintOf(survey, nodesIn(range))),
		records: branch =>
			branch === 'all' ? copyAll(plan.files, survey) : copyRecords(plan.files, survey, choose(branch)),
		recall: plan.files.some(({path}) => !path.endsWith('.jsonl')) ? undefined : recaller(plan.files, survey),
	};
}

type Surveyed = {
	readonly survey: Survey;
	readonly warnings: readonly Warning[];
	readonly activeNode: number;
	/** The last record that was taken over from another thread. */
	readonly forkNode?: number;
};

async function surveyFiles(
	ref: SessionRef,
	plan: Plan,
	{signal, onProgress, observe: onRecord, onCut}: ReadOptions,
	places?: Cuts,
): Promise<Surveyed> {
	const warnings: Warning[] = [...plan.warnings];
	const survey = new Survey(ref.isAgentSession, places);
	if (places && onCut) places.onPlace = lateCuts(survey, onCut);
	const checkpoints = new Map<string, Checkpoint>();
	const total = plan.files.reduce((sum, file) => sum + (file.end ?? 0), ref.size);
	let done = 0;
	let activeNode = -1;
	let forkNode: number | undefined;

	for (const [position, file] of plan.files.entries()) {
		const from = file.base && checkpoints.get(`${file.base.file}:${file.base.end}`);
		if (from && file.isOwn && !plan.files[file.base!.file]!.isOwn) forkNode = from.node;
		checkOrdinals(file, from, warnings);
		survey.beginFile(file, from);
		const cuts = cutsOf(plan, position);
		const mark = (offset: number) => {
			while (cuts.length > 0 && cuts[0]! <= offset) checkpoints.set(`${position}:${cuts.shift()!}`, survey.checkpoint);
		};
		const read = readRollout(file.path, {
			end: file.end,
			signal,
			onProgress: bytes => onProgress?.(done + bytes, total),
			warn: warning => warnings.push(warning),
			observe: onRecord,
			isSurvey: true,
			inLargePieces: onCut !== undefined,
		});
		const observe = (batch: readonly RolloutRecord[]) => {
			for (const record of batch) {
				mark(record.offset);
				survey.observe(record);
			}
		};
		try {
			for await (const batch of read) observe(batch);
		} catch (error) {
			// Of several files the others can still be read.
			if (position === plan.current || signal?.aborted) throw error;
			warnings.push({path: file.path, message: describeFileError(error)});
		}
		mark(Number.POSITIVE_INFINITY);
		survey.endFile();
		if (position === plan.current) activeNode = survey.leaf;
		const last = survey.size - 1;
		if (last >= survey.fileStarts[position]!) done += survey.offsets.at(last) + survey.lengths.at(last);
	}
	return {survey, warnings, activeNode, forkNode};
}

/** Tells of a part when the next one was read too: then its records know all of each other, as a rule. */
function lateCuts(survey: Survey, onCut: NonNullable<ReadOptions['onCut']>): (place: number) => void {
	let first = 0;
	let waiting: {readonly place: number; readonly node: number} | undefined;
	return place => {
		if (waiting) {
			onCut(waiting.place, hintOf(survey, [first, waiting.node]));
			first = waiting.node;
		}
		// The record that begins there was observed just now.
		waiting = {place, node: survey.size - 1};
	};
}

/** A record that was glued to another can't be told from it when reading begins there. */
function lineStarts(path: string, places: readonly number[]): readonly number[] {
	if (places.length === 0) return places;
	try {
		const file = new FileEnds(path);
		const starts = places.filter(place => file.read(place - 1, 1)[0] === newline);
		file.close();
		return starts;
	} catch {
		return [];
	}
}

const newline = 0x0a;

/** Where other files of the plan go on from this one, in ascending order. */
function cutsOf(plan: Plan, position: number): number[] {
	const cuts = plan.files.filter(({base}) => base?.file === position).map(({base}) => base!.end);
	return [...new Set(cuts)].sort((a, b) => a - b);
}

/** A fork names the record it goes on from; if another one stands there, the parent's file was changed. */
function checkOrdinals({path, meta}: PlannedFile, from: Checkpoint | undefined, warnings: Warning[]): void {
	const expected = meta?.base?.endOrdinal;
	if (!from || expected === undefined || from.ordinal === undefined || from.ordinal === expected - 1) return;
	const message = `goes on from record ${expected - 1} of another file, but record ${from.ordinal} stands there now`;
	warnings.push({path, message});
}

/** Of documents, which were no lines, only the records. */
function copyAll(files: readonly PlannedFile[], survey: Survey): AsyncIterable<Buffer> {
	const copies = files.flatMap(({path, end}, position) => {
		const [first, last] = [survey.fileStarts[position]!, survey.fileStarts[position + 1] ?? survey.size];
		if (first === last) return [];
		if (/\.jsonl(?:\.zst)?$/.test(path)) return [copyWhole(path, {end})];
		const ranges = rangesOf(survey, first, last, () => true);
		return [copyRanges(path, ranges)];
	});
	return oneBehindTheOther(copies);
}

async function* copyRecords(
	files: readonly PlannedFile[],
	survey: Survey,
	belongs: (node: number) => boolean,
): AsyncGenerator<Buffer> {
	for (const [position, file] of files.entries()) {
		const [first, last] = [survey.fileStarts[position]!, survey.fileStarts[position + 1] ?? survey.size];
		yield* copyRanges(file.path, rangesOf(survey, first, last, belongs));
	}
}

async function* rangesOf(survey: Survey, first: number, last: number, belongs: (node: number) => boolean) {
	for (let node = first; node < last; node++) {
		const from = survey.offsets.at(node);
		if (belongs(node)) yield {from, to: from + survey.lengths.at(node)};
	}
}

/** The first entries of the branch the thread goes on in, for a preview. */
export async function* readOpening(ref: SessionRef): AsyncGenerator<Entry> {
	const branch = currentBranch(await planOf(ref));
	let given = 0;
	for (const reach of [previewBytes, Number.POSITIVE_INFINITY]) {
		const files = branch.map(file => ({...file, end: Math.min(reach, file.end ?? reach)}));
		const {survey} = await surveyFiles(ref, {files, warnings: [], current: files.length - 1}, {});
		let position = 0;
		for await (const entry of entriesOf(readBatches(files, survey, () => true))) {
			if (position++ >= given) yield entry;
		}
		if (branch.every(({end}) => (end ?? ref.size) <= reach)) return;
		given = position;
	}
}

const previewBytes = 512 * 1024;
