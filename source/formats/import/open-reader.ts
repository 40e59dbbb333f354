/** Reads the documents of an open format as an adapter reads its agent's sessions. */
import path from 'node:path';
import type {Adapter, BranchChoice, History, Passage, PassageOptions, SessionRef} from '../../adapters/adapter.ts';
import {Look} from '../../adapters/look.ts';
import {BranchGraphBuilder} from '../../model/branch-graph-builder.ts';
import type {Entry} from '../../model/entry.ts';
import type {Session} from '../../model/session.ts';
import type {DocumentPlace} from './find-document.ts';
import {type Loaded, loadDocument} from './load-document.ts';
import type {OpenFormat} from './open-format.ts';
import {readDocuments} from './read-documents.ts';
import {sumUp} from './sum-up.ts';

/** `formats`: all there are, because a file of lines may hold documents of each. */
export function openReader(format: OpenFormat, formats: readonly OpenFormat[]): Adapter {
	const load = (ref: SessionRef) => loadDocument(formats, placeOf(ref), ref.stamp);
	return {
		agent: format.id,
		name: format.name,
		// Open formats have no store of their own.
		discover: async () => ({candidates: [], sessions: [], warnings: []}),
		recognize: async place => recognizeDocument(formats, {file: place}),
		head: async ref => headOf(ref, await load(ref)),
		async *opening(ref) {
			for (const entries of (await load(ref)).entries) yield* entries;
		},
		history: async ref => historyOf(ref, await load(ref), formats),
		passages: (ref, options) => passagesOf(() => load(ref), options),
	};
}

export async function recognizeDocument(formats: readonly OpenFormat[], place: DocumentPlace): Promise<SessionRef> {
	const {file} = place;
	const stamp = new Look().stampOf([file]);
	const {format, imported, size, name} = await loadDocument(formats, place, stamp);
	const {agent, id: own, endedAt, isAgentSession, parentId, forkedFrom} = imported.header;
	return {
		agent,
		id: own,
		path: name === undefined ? file : `${file}#${name}`,
		files: [file],
		size,
		endedAt,
		isAgentSession,
		parentId,
		isFolded: false,
		forkedFrom,
		store: path.dirname(file),
		stamp,
		format: format.id,
	};
}

/** The file may hold others by now: its id still tells which one it was. */
function placeOf({path: place, files, id}: SessionRef): DocumentPlace {
	const file = files[0]!;
	return {file, name: place.startsWith(`${file}#`) ? place.slice(file.length + 1) : id};
}

function headOf({path: place, files, size}: SessionRef, {imported}: Loaded): Session {
	return {...imported.header, path: place, files, size};
}

function historyOf(ref: SessionRef, loaded: Loaded, formats: readonly OpenFormat[]): History {
	const {imported, entries, warnings, line} = loaded;
	const {records, header} = imported;
	const builder = new BranchGraphBuilder();
	const nodes = records.map(({node, continues}) =>
		node ? builder.add(node) : continues === undefined ? -1 : (builder.find(continues) ?? -1),
	);
	const graph = builder.build(imported.activeId, imported.forks);
	// Whoever counted knows the rest too, as far as anybody does.
	const sums = header.counts ? undefined : sumUp(records, nodes, graph);
	const isWanted = (branch: BranchChoice | undefined) => {
		const belongs = graph.membership(branch);
		return (record: number) => nodes[record] === -1 || belongs(nodes[record]!);
	};
	return {
		session: {
			...headOf(ref, loaded),
			counts: header.counts ?? sums?.counts,
			models: header.models ?? sums?.models,
			tokens: header.tokens ?? sums?.tokens,
		},
		graph,
		compactions: imported.compactions ?? [],
		warnings,
		async *entries(branch) {
			const isShown = isWanted(branch);
			for (const [record, each] of entries.entries()) if (isShown(record)) yield* each;
		},
		async *records(branch) {
			const isShown = isWanted(branch);
			const wanted = new Set(records.filter((_, record) => isShown(record)).map(({element}) => element));
			yield* rawElements(formats, {file: ref.files[0]!, line}, wanted);
		},
		recall: recaller(loaded),
	};
}

/** By where their element lies; many entries may be asked for, so the places are looked up once. */
function recaller({imported, entries, places}: Loaded): NonNullable<History['recall']> {
	let byOffset: Map<number, Entry[]> | undefined;
	return ({offset}) => {
		if (!byOffset) {
			byOffset = new Map();
			for (const [record, {element}] of imported.records.entries()) {
				const place = places[element]?.offset ?? -1;
				byOffset.set(place, [...(byOffset.get(place) ?? []), ...entries[record]!]);
			}
		}
		return byOffset.get(offset) ?? [];
	};
}

/** The elements of the list as they are in the file, a line each. */
async function* rawElements(
	formats: readonly OpenFormat[],
	{file, line}: {readonly file: string; readonly line?: number},
	wanted: ReadonlySet<number>,
): AsyncGenerator<Buffer> {
	for await (const {format, value} of readDocuments(formats, file, {isLazy: true, line})) {
		const list = value[format.list];
		if (Array.isArray(list))
			for (const [at, element] of list.entries()) if (wanted.has(at)) yield Buffer.from(`${JSON.stringify(element)}\n`);
		return;
	}
}

const atOnce = 200;

/** A record each; its place is its number. */
async function* passagesOf(load: () => Promise<Loaded>, options: PassageOptions = {}): AsyncGenerator<Passage[]> {
	const {entries} = await load();
	const {from = 0, to = entries.length, signal} = options;
	for (let start = from; start < to; start += atOnce) {
		signal?.throwIfAborted();
		yield entries
			.slice(start, Math.min(to, start + atOnce))
			.map((each: readonly Entry[], at) => ({from: start + at, to: start + at + 1, entries: each}));
	}
}
