/** The first pass over a session: its shape and its sums, none of its text. */
import type {BranchGraph} from '../../model/branch-graph.ts';
import {BranchGraphBuilder} from '../../model/branch-graph-builder.ts';
import type {BranchSums} from '../../model/branch-sums.ts';
import {Column} from '../../model/column.ts';
import {IdSet} from '../../model/id-set.ts';
import type {NodeRole} from '../../model/node-role.ts';
import type {Counts, Tokens} from '../../model/session.ts';
import type {Compaction} from '../adapter.ts';
import {type Fields, isFields, stringOf, textOf} from '../fields.ts';
import {Cuts} from '../jsonl/cuts.ts';
import type {LineTrouble, RawRecord} from '../jsonl/parse-line.ts';
import {unparsed} from '../jsonl/read-records.ts';
import {compactionOf, isBoundary} from './compaction-of.ts';
import {contentMark} from './content-mark.ts';
import type {Spawn} from './hint.ts';
import {
	blocksOf,
	familyOf,
	hasToolResult,
	idOf,
	isCall,
	isLinked,
	isSynthetic,
	messageIdOf,
	noLeaf,
	promptOf,
	steeredTextOf,
} from './records.ts';
import {SessionFacts} from './session-facts.ts';
import {type Spoken, spokenOn} from './spoken.ts';
import {Sums} from './sums.ts';

export class Survey {
	readonly facts = new SessionFacts();
	readonly compactions: Compaction[] = [];
	/** Where each node's record begins, in the order of the nodes. */
	readonly nodeOffsets = new Column(Float64Array);
	/** Nodes whose record was written before. */
	readonly repeats = new Set<number>();
	/** Nodes that could not keep their uuid, because another record has it. */
	readonly renamed = new Map<number, string>();
	readonly sums = new Sums((call, agent) => this.observeSpawn(call, agent));
	/** The calls that started sub-agents, as records say it; a call may be written more than once. */
	readonly spawns: Spawn[] = [];
	/** Such a call was written so long ago that nobody remembers where. */
	isCallLost = false;
	/** Offsets of queue records that hold a prompt no other record has. */
	steeredPrompts: ReadonlySet<number> = new Set();
	private builder = new BranchGraphBuilder();
	private promptKeys = new IdSet();
	private readonly steered: Array<{offset: number; key: string}> = [];
	private contentMarks = new Column(Int32Array);
	/** Of records that stand in more than one place, where they stood before. */
	private readonly placedBefore = new Map<number, number>();
	/** A compaction puts what it keeps behind itself. */
	private isMoving = false;
	/** Nodes that came before the parent they name, if it came at all. */
	private readonly early: Array<{node: number; parent: string}> = [];
	private namedLeaf: string | undefined;
	private newestPrompt = -1;
	private endsInError = false;
	private newestMain: string | undefined;
	/** The session whose records name their parents. */
	private chainedSession: string | undefined;

	constructor(
		private readonly isAgentFile: boolean,
		private cuts = new Cuts(),
	) {}

	observeAll(records: readonly RawRecord[]): void {
		for (const record of records) this.observe(record);
	}

	private observe({value, offset, isDecoded}: RawRecord): void {
		// Lines that repeat the conversation for the API were passed over.
		if (value === unparsed) return;
		const family = isFields(value) ? familyOf(value) : 'unknown';
		if (family === 'unknown') this.sums.unknown++;
		if (!isFields(value)) return;
		const isSide = value.isSidechain === true && !this.isAgentFile;
		this.facts.observe(value, !isSide);
		if (isLinked(value, family)) this.observeChain(value, offset, isSide, isDecoded);
		if (value.type === 'last-prompt') this.observeLeaf(value);
		else if (value.type === 'queue-operation') this.observeQueue(value, offset);
		else if (value.type === 'cost-state') this.sums.observeCost(value);
	}

	private observeChain(record: Fields, offset: number, isSide: boolean, isDecoded?: boolean): void {
		const blocks = blocksOf(record);
		const isCompaction = isBoundary(record);
		const named = this.parentOf(record, isCompaction);
		if (named !== undefined && this.builder.find(named) === undefined)
			this.early.push({node: this.builder.size, parent: named});
		// What was looked for last is found, or added, without looking again.
		const uuid = idOf(record, offset);
		const mark = contentMark(record, blocks, isDecoded);
		const earlier = this.builder.find(uuid);
		const isRepeat = earlier !== undefined && this.contentMarks.at(earlier) === mark;
		// In the same place it must not compete with what it repeats; in another one, where a compaction puts what it keeps, the
		// conversation goes on from there.
		const isTwin = isRepeat && (isCompaction || this.wasThere(earlier, named));
		const parent = isTwin ? uuid : named;
		// The same uuid with other content is another record: nothing readable may be lost to a broken writer.
		const id = earlier === undefined || (isRepeat && !isTwin) ? uuid : `${uuid}@${offset}`;
		const prompt = isSide || isTwin ? undefined : promptIn(record, blocks);
		const role: NodeRole = isSide || isTwin ? 'aside' : prompt === undefined ? roleOf(record, blocks) : 'prompt';
		const isMoved = isRepeat && !isTwin;
		if (isMoved) this.placedBefore.set(this.builder.size, earlier);
		if (isMoved || isCompaction) this.isMoving = true;
		else if (role !== 'aside') this.isMoving = false;
		if (isRepeat) this.repeats.add(this.builder.size);
		else if (id !== uuid) this.renamed.set(this.builder.size, id);
		const node = this.builder.add({
			id,
			alias: isTwin ? undefined : uuid,
			parent,
			role,
			message: role === 'answer' ? messageIdOf(record) : undefined,
			afterNewestLeaf: isCompaction && !isTwin,
			isRivalRoot: role === 'prompt' && this.startsOver(record),
		});
		this.nodeOffsets.push(offset);
		this.contentMarks.push(mark);
		this.cuts.begin(offset, role === 'prompt');
		if (isTwin) return;
		if (role === 'prompt') {
			this.newestPrompt = node;
			this.promptKeys.add(promptKey(prompt ?? ''));
		}
		if (isCompaction) this.compactions.push(compactionOf(record, id));
		if (!isSide) this.newestMain = id;
		if (!isSide && typeof record.parentUuid === 'string') this.chainedSession = textOf(record.sessionId);
		if (isRepeat) return;
		this.sums.observe(record, node, blocks);
		if (record.type === 'assistant' || record.type === 'user') this.observeCalls(blocks, offset);
		if (!isSide && role !== 'result') this.observeEnding(record, role);
	}

	/** Whether a record stood behind this parent before, wherever a compaction put either of them since. */
	private wasThere(newest: number, parent: string | undefined): boolean {
		for (let node: number | undefined = newest; node !== undefined; node = this.placedBefore.get(node)) {
			if (this.builder.follows(node, parent)) return true;
			// While records are being moved, each follows the one before, as it did where it comes from.
			if (!this.isMoving && parent !== undefined && this.builder.parentIdOf(node) === parent) return true;
		}
		return false;
	}

	private observeCalls(blocks: readonly Fields[], offset: number): void {
		for (const block of blocks) {
			if (isCall(block.type)) {
				if (typeof block.id === 'string') this.observeCall(block.id, offset);
			} else if (typeof block.tool_use_id === 'string') this.cuts.result(block.tool_use_id);
		}
	}

	private observeCall(call: string, place: number): void {
		this.cuts.call(call, place);
		const agent = this.sums.spawned.get(call);
		if (agent !== undefined) this.spawns.push({call, agent, place});
	}

	/** Of a call that comes later, or never, it is enough to know its agent. */
	private observeSpawn(call: string, agent: string): void {
		const place = this.cuts.placeOf(call);
		if (place !== undefined) this.spawns.push({call, agent, place});
		else if (this.sums.hasCall(call)) this.isCallLost = true;
	}

	private observeEnding(record: Fields, role: NodeRole): void {
		if (record.type === 'assistant') this.endsInError = record.isApiErrorMessage === true;
		else if (role === 'prompt') this.endsInError = false;
	}

	/** A compaction begins a new root; its logical parent, or what stood before it, is what it continues. */
	private parentOf(record: Fields, isCompaction: boolean): string | undefined {
		const parent = stringOf(record.parentUuid);
		if (parent !== undefined) return parent;
		const logical = stringOf(record.logicalParentUuid);
		if (!isCompaction) return logical;
		return logical !== undefined && this.builder.find(logical) !== undefined ? logical : this.newestMain;
	}

	/**
	 * A rewind to the very beginning writes a second prompt without a parent. Nothing else does since there are rewinds
	 * (version 2); older files and hand-made ones have such prompts for other reasons, or no chain at all.
	 */
	private startsOver(record: Fields): boolean {
		const isChained = this.chainedSession !== undefined && this.chainedSession === textOf(record.sessionId);
		const major = Number.parseInt(textOf(record.version) ?? '', 10);
		return record.parentUuid === null && this.newestPrompt >= 0 && isChained && major >= 2;
	}

	private observeLeaf(record: Fields): void {
		const leaf = stringOf(record.leafUuid);
		if (leaf === undefined) return;
		// The agent resumes at the leaf it named last, even if a newer one is in the file; after a rewind it names none.
		this.namedLeaf = leaf === noLeaf ? undefined : leaf;
	}

	/** What is wrong with how the records name each other, told once for each sort of trouble. */
	troubles(graph: BranchGraph): LineTrouble[] {
		const rootless = this.early.filter(({node}) => graph.parentOf(node) < 0);
		const sorts: Array<[number[], string]> = [
			[[...this.renamed.keys()], 'has the uuid of another, earlier record; both are shown'],
			[
				rootless.filter(({parent}) => graph.has(parent)).map(({node}) => node),
				'names itself or a record after it as its parent; it is shown as a new beginning',
			],
			[
				rootless.filter(({parent}) => !graph.has(parent)).map(({node}) => node),
				'names a parent that is not in the file; it is shown as a new beginning',
			],
		];
		return sorts
			.filter(([nodes]) => nodes.length > 0)
			.map(([nodes, trouble]) => {
				const more = nodes.length > 1 ? ` (and ${nodes.length - 1} more)` : '';
				return {offset: this.nodeOffsets.at(nodes[0]!), message: `a record ${trouble}${more}`};
			});
	}

	/** Before queued prompts became attachments, the queue was the only place that held what was typed mid-turn. */
	private observeQueue(record: Fields, offset: number): void {
		const text = steeredTextOf(record);
		if (text !== undefined) this.steered.push({offset, key: promptKey(text)});
	}

	finish(): {
		graph: BranchGraph;
		counts: Counts;
		models: string[];
		tokens: Tokens | undefined;
		cost?: number;
		/** Where it can be cut. */
		places: readonly number[];
		/** Of a branch of several. */
		sums?: (branch?: number) => BranchSums;
	} {
		const graph = this.builder.build(this.namedLeaf);
		const steered = this.steered.filter(({key}) => !this.promptKeys.has(key));
		this.steeredPrompts = new Set(steered.map(({offset}) => offset));
		const spoken = (branch?: number) => spokenOn(graph, this.repeats, {branch, steered: steered.length});
		const counts = {
			...spoken(),
			toolCalls: this.sums.toolCalls,
			errors: this.sums.errors,
			forks: graph.forks.length,
			unknown: this.sums.unknown || undefined,
			endsInError: this.endsInError || undefined,
		};
		const tokens = this.sums.tokens();
		const cost = this.sums.cost();
		const {places} = this.cuts;
		const sums = graph.isLinear ? undefined : this.sumsBy(graph, spoken);
		this.forget();
		return {graph, counts, models: this.sums.models, tokens, cost, places, sums};
	}

	private sumsBy(graph: BranchGraph, spoken: (branch?: number) => Spoken): (branch?: number) => BranchSums {
		const reckon = this.sums.reckoner();
		const unknown = this.sums.unknown || undefined;
		return branch => {
			const {toolCalls, errors, ...rest} = reckon(graph.membership(branch));
			return {counts: {...spoken(branch), toolCalls, errors, forks: 0, unknown}, ...rest};
		};
	}

	/** What is left is needed as long as the session is read again. */
	private forget(): void {
		this.builder = new BranchGraphBuilder();
		this.promptKeys = new IdSet();
		this.contentMarks = new Column(Int32Array);
		this.cuts = new Cuts();
		this.sums.forget();
	}
}

function promptIn(record: Fields, blocks: readonly Fields[]): string | undefined {
	return record.type === 'assistant' ? undefined : promptOf(record, blocks);
}

/** Of a record that is no prompt. */
function roleOf(record: Fields, blocks: readonly Fields[]): NodeRole {
	if (record.type === 'assistant') return isSynthetic(record) ? 'aside' : 'answer';
	return record.type === 'user' && hasToolResult(blocks) ? 'result' : 'aside';
}

/** Enough of a prompt to know it again, without keeping it. */
function promptKey(text: string): string {
	return `${text.trim().length}:${text.trim().slice(0, 80)}`;
}
