/** The first pass over a session: its shape and its sums, none of its text. */
import type {BranchGraph} from '../../model/branch-graph.ts';
import {BranchGraphBuilder} from '../../model/branch-graph-builder.ts';
import type {NodeRole} from '../../model/node-role.ts';
import type {Counts, Tokens} from '../../model/session.ts';
import type {Compaction} from '../adapter.ts';
import {type Fields, fieldsOf, isFields, isoTime, numberOf, stringOf, textOf} from '../fields.ts';
import type {LineTrouble, RawRecord} from '../jsonl/parse-line.ts';
import {
	blocksOf,
	hasToolResult,
	idOf,
	isLinked,
	isPrompt,
	isSynthetic,
	messageIdOf,
	noLeaf,
	queuedPromptOf,
	userTextOf,
} from './records.ts';
import {RepeatedBlocks} from './repeated-blocks.ts';
import {SessionFacts} from './session-facts.ts';

export class Survey {
	readonly facts = new SessionFacts();
	readonly compactions: Compaction[] = [];
	/** Where each node's record begins, in the order of the nodes. */
	readonly nodeOffsets: number[] = [];
	/** Nodes whose record was written before. */
	readonly repeats = new Set<number>();
	/** Nodes that could not keep their uuid, because another record has it. */
	readonly renamed = new Map<number, string>();
	readonly repeatedBlocks = new RepeatedBlocks();
	/** Which sub-agent a call started. */
	readonly spawned = new Map<string, string>();
	/** Offsets of queue records that hold a prompt no other record has. */
	steeredPrompts: ReadonlySet<number> = new Set();
	private readonly builder = new BranchGraphBuilder();
	private readonly usage = new Map<string, Fields>();
	private readonly models = new Set<string>();
	private readonly calls = new Set<string>();
	private readonly promptKeys = new Set<string>();
	private readonly steered: Array<{offset: number; key: string}> = [];
	private readonly contentMarks: number[] = [];
	/** Nodes that came before the parent they name, if it came at all. */
	private readonly early: Array<{node: number; parent: string}> = [];
	private errors = 0;
	private namedLeaf: string | undefined;
	private newestPrompt = -1;
	private newestMain: string | undefined;
	/** The session whose records name their parents. */
	private chainedSession: string | undefined;

	constructor(private readonly isAgentFile: boolean) {}

	observe({value, offset}: RawRecord): void {
		if (!isFields(value)) return;
		const isSide = value.isSidechain === true && !this.isAgentFile;
		this.facts.observe(value, !isSide);
		if (isLinked(value)) this.observeChain(value, offset, isSide);
		if (value.type === 'last-prompt') this.observeLeaf(value);
		else if (value.type === 'queue-operation') this.observeQueue(value, offset);
	}

	private observeChain(record: Fields, offset: number, isSide: boolean): void {
		const uuid = idOf(record, offset);
		const mark = contentMark(record);
		const earlier = this.builder.find(uuid);
		const isRepeat = earlier !== undefined && this.contentMarks[earlier] === mark;
		// The same uuid with other content is another record: nothing readable may be lost to a broken writer.
		const id = earlier === undefined || isRepeat ? uuid : `${uuid}@${offset}`;
		const isBoundary = record.type === 'system' && record.subtype === 'compact_boundary';
		const role: NodeRole = isSide ? 'aside' : roleOf(record);
		const parent = this.parentOf(record, isBoundary);
		if (parent !== undefined && this.builder.find(parent) === undefined)
			this.early.push({node: this.builder.size, parent});
		if (isRepeat) this.repeats.add(this.builder.size);
		if (id !== uuid) this.renamed.set(this.builder.size, id);
		const node = this.builder.add({
			id,
			alias: uuid,
			parent,
			role,
			message: role === 'answer' ? messageIdOf(record) : undefined,
			afterNewestLeaf: isBoundary,
			isRivalRoot: role === 'prompt' && this.startsOver(record),
		});
		this.nodeOffsets.push(offset);
		this.contentMarks.push(mark);
		if (role === 'prompt') {
			this.newestPrompt = node;
			this.promptKeys.add(promptKey(promptText(record)));
		}
		if (isBoundary) this.compactions.push(compactionOf(record, id));
		if (!isSide) this.newestMain = id;
		if (!isSide && typeof record.parentUuid === 'string') this.chainedSession = textOf(record.sessionId);
		if (record.type === 'assistant') this.observeAnswer(record, node);
		else if (record.type === 'user') this.observeResults(record);
		else if (record.type === 'progress') this.observeProgress(record);
		if (record.type === 'system' && record.subtype === 'api_error') this.errors++;
	}

	/** A compaction begins a new root; its logical parent, or what stood before it, is what it continues. */
	private parentOf(record: Fields, isBoundary: boolean): string | undefined {
		const parent = stringOf(record.parentUuid);
		if (parent !== undefined) return parent;
		const logical = stringOf(record.logicalParentUuid);
		if (!isBoundary) return logical;
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

	private observeAnswer(record: Fields, node: number): void {
		if (isSynthetic(record)) {
			if (record.isApiErrorMessage === true) this.errors++;
			return;
		}
		const message = fieldsOf(record.message);
		const model = textOf(message.model);
		if (model !== undefined) this.models.add(model);
		const key = messageIdOf(record) ?? `#${node}`;
		if (isFields(message.usage)) this.usage.set(key, message.usage);
		const blocks = blocksOf(record);
		this.repeatedBlocks.observe(key, node, blocks);
		for (const block of blocks) {
			if (block.type === 'tool_use' || block.type === 'server_tool_use' || block.type === 'mcp_tool_use')
				this.calls.add(stringOf(block.id) ?? `#${node}`);
		}
	}

	private observeResults(record: Fields): void {
		for (const block of blocksOf(record)) {
			if (block.type !== 'tool_result') continue;
			if (block.is_error === true) this.errors++;
			const agent = isFields(record.toolUseResult) ? textOf(record.toolUseResult.agentId) : undefined;
			const call = stringOf(block.tool_use_id);
			if (agent !== undefined && call !== undefined) this.spawned.set(call, agent);
		}
	}

	private observeProgress(record: Fields): void {
		const agent = textOf(fieldsOf(record.data).agentId);
		const call = textOf(record.parentToolUseID);
		if (agent !== undefined && call !== undefined && !this.spawned.has(call)) this.spawned.set(call, agent);
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
				return {offset: this.nodeOffsets[nodes[0]!]!, message: `a record ${trouble}${more}`};
			});
	}

	/** Before queued prompts became attachments, the queue was the only place that held what was typed mid-turn. */
	private observeQueue(record: Fields, offset: number): void {
		const text = textOf(record.content);
		if (record.operation === 'remove' && text !== undefined) this.steered.push({offset, key: promptKey(text)});
	}

	finish(): {graph: BranchGraph; counts: Counts; models: string[]; tokens: Tokens} {
		const graph = this.builder.build(this.namedLeaf);
		const steered = this.steered.filter(({key}) => !this.promptKeys.has(key));
		this.steeredPrompts = new Set(steered.map(({offset}) => offset));
		const belongs = graph.membership();
		let prompts = steered.length;
		const answers = new Set<string>();
		for (let node = 0; node < graph.size; node++) {
			if (!belongs(node) || this.repeats.has(node)) continue;
			const role = graph.roleOf(node);
			if (role === 'prompt') prompts++;
			else if (role === 'answer') answers.add(graph.messageOf(node) ?? `#${node}`);
		}
		const counts = {
			prompts,
			messages: prompts + answers.size,
			toolCalls: this.calls.size,
			errors: this.errors,
			forks: graph.forks.length,
		};
		return {graph, counts, models: [...this.models], tokens: this.sumUsage()};
	}

	private sumUsage(): Tokens {
		const sum = {input: 0, output: 0, cacheCreation: 0, cacheRead: 0};
		for (const usage of this.usage.values()) {
			sum.input += numberOf(usage.input_tokens) ?? 0;
			sum.output += numberOf(usage.output_tokens) ?? 0;
			sum.cacheCreation += numberOf(usage.cache_creation_input_tokens) ?? 0;
			sum.cacheRead += numberOf(usage.cache_read_input_tokens) ?? 0;
		}
		return sum;
	}
}

/** Enough to tell a record that was written twice from two records with one uuid. */
function contentMark(record: Fields): number {
	let mark = hashOf(record.subtype, hashOf(record.type, 0));
	if (record.type === 'attachment') {
		const {type, prompt} = fieldsOf(record.attachment);
		mark = hashOf(prompt, hashOf(type, mark));
	}
	for (const {text, thinking, content, id} of blocksOf(record))
		mark = hashOf(id, hashOf(content, hashOf(thinking, hashOf(text, mark))));
	return mark;
}

/** Of the length and the beginning of a string: long outputs need not be looked through. */
function hashOf(part: unknown, seed: number): number {
	if (typeof part !== 'string') return seed;
	let hash = seed ^ part.length;
	const end = Math.min(part.length, 32);
	for (let at = 0; at < end; at++) hash = Math.imul(hash, 31) + part.charCodeAt(at);
	return hash | 0;
}

function roleOf(record: Fields): NodeRole {
	if (record.type === 'assistant') return isSynthetic(record) ? 'aside' : 'answer';
	if (record.type === 'user' && hasToolResult(record)) return 'result';
	return isPrompt(record) ? 'prompt' : 'aside';
}

function promptText(record: Fields): string {
	const text = record.type === 'user' ? userTextOf(record)?.text : queuedPromptOf(record)?.text;
	return text ?? '';
}

/** Enough of a prompt to know it again, without keeping it. */
function promptKey(text: string): string {
	return `${text.trim().length}:${text.trim().slice(0, 80)}`;
}

function compactionOf(record: Fields, id: string): Compaction {
	const metadata = fieldsOf(record.compactMetadata);
	return {
		id,
		timestamp: isoTime(record.timestamp),
		trigger: textOf(metadata.trigger),
		tokensBefore: numberOf(metadata.preTokens),
		tokensAfter: numberOf(metadata.postTokens),
	};
}
