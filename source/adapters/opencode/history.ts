/** Reading a whole session: once for its shape, again for the text somebody wants to see. */
import type {BranchGraph} from '../../model/branch-graph.ts';
import type {Entry} from '../../model/entry.ts';
import type {Locator} from '../../model/locator.ts';
import type {Warning} from '../../model/warning.ts';
import type {BranchChoice, EntryOptions, History, ReadOptions, SessionRef} from '../adapter.ts';
import {unshortened} from '../fields.ts';
import {type Decoded, Decoder} from './decoder.ts';
import {tellFacts} from './entry-facts.ts';
import {describeSession} from './head.ts';
import {openSource} from './open-source.ts';
import type {Revert} from './session-info.ts';
import type {Message, Source} from './source.ts';
import {Survey, undoNode} from './survey.ts';

export async function readHistory(ref: SessionRef, options: ReadOptions = {}): Promise<History> {
	const source = openSource(ref.path);
	const header = await source.session();
	if (!header) throw new Error('the session is no longer in its store');
	const {info, line, locator} = header;
	const warnings: Warning[] = [];
	const survey = new Survey();
	const decoder = new Decoder(info.revert);
	for await (const message of source.messages({...options, warn: warning => warnings.push(warning)})) {
		options.observe?.(message);
		const decoded = decoder.decode(message);
		warnings.push(...warningsOf(message));
		survey.observe(message, decoded);
	}

	const {graph, counts} = survey.finish();
	const reading: Reading = {source, survey, graph, revert: info.revert, version: info.version, locator};
	return {
		session: {
			...describeSession(ref, info, survey),
			size: survey.bytes + line.length,
			counts,
			models: [...survey.models],
			modelProvider: survey.modelProvider,
			tokens: survey.tokens,
			cost: survey.cost,
		},
		graph,
		compactions: survey.compactions,
		warnings,
		entries: (branch, options) => readEntries(reading, branch, options),
		records: branch => readRecords(reading, line, branch),
	};
}

type Reading = {
	readonly source: Source;
	readonly survey: Survey;
	readonly graph: BranchGraph;
	readonly revert?: Revert;
	/** Of the agent that made it. */
	readonly version?: string;
	readonly locator: Locator;
};

async function* readEntries(reading: Reading, branch?: BranchChoice, options?: EntryOptions): AsyncGenerator<Entry> {
	const {survey, graph} = reading;
	for await (const {node} of readNodes(reading, branch, options)) yield* node.entries;
	if (!survey.hasUndone || !graph.membership(branch)(survey.nodes.size)) return;
	const text = 'Undone here, and not yet deleted: what followed is another branch.';
	const {locator} = reading;
	const undone = {kind: 'system', role: 'system', detail: 'undo', text, locator} as const;
	yield {id: undoNode, parent: survey.undoneAfter, ...undone, ...(options?.isWhole ? {facts: {}} : undefined)};
}

async function* readRecords(reading: Reading, line: string, branch?: BranchChoice): AsyncGenerator<Buffer> {
	yield Buffer.from(`${line}\n`);
	for await (const {message, node, nodes} of readNodes(reading, branch)) {
		// Of a message that an undo cut in two, each half has its own parts.
		const rest = nodes.length > 1 ? message.parts.findIndex(({id}) => id === reading.revert?.partId) : -1;
		const undone = new Set(rest === -1 ? [] : message.parts.slice(rest).map(({id}) => id));
		for (const {line: record, part} of message.raw())
			if (nodes.length === 1 || undone.has(part ?? '') === node.isUndone) yield Buffer.from(`${record}\n`);
	}
}

type Step = {readonly message: Message; readonly node: Decoded; readonly nodes: readonly Decoded[]};

/** The nodes of a branch. What was added since the shape was learnt belongs to no branch yet. */
async function* readNodes(
	{source, survey, graph, revert, version}: Reading,
	branch?: BranchChoice,
	{isWhole}: EntryOptions = {},
): AsyncGenerator<Step> {
	const belongs = graph.membership(branch);
	const decoder = new Decoder(revert);
	for await (const message of source.messages()) {
		const nodes = isWhole
			? tellFacts(
					unshortened(() => decoder.decode(message)),
					message,
					version,
				)
			: decoder.decode(message);
		for (const node of nodes) {
			const number = survey.nodes.get(node.id);
			if (number !== undefined && belongs(number)) yield {message, node, nodes};
		}
	}
}

/** The first entries in the order of time, for a preview. */
export async function* readOpening(ref: SessionRef): AsyncGenerator<Entry> {
	const decoder = new Decoder();
	for await (const message of openSource(ref.path).messages())
		for (const {entries} of decoder.decode(message)) yield* entries;
}

/** Where the store has text that should be JSON. */
function warningsOf({id, info, parts, locator}: Message): Warning[] {
	const bad = [
		...(typeof info === 'string' ? [`message ${id}`] : []),
		...parts.filter(({data}) => typeof data === 'string').map(part => `part ${part.id}`),
	];
	return 'table' in locator ? bad.map(what => ({path: locator.path, message: `${what} is not JSON`})) : [];
}
