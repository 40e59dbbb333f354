import {Column} from '../../model/column.ts';
import {IdSet} from '../../model/id-set.ts';
import type {Tokens} from '../../model/session.ts';
import {type Fields, fieldsOf, isFields, numberOf, stringOf, textOf} from '../fields.ts';
import {isKnownBlock} from './decode-answer.ts';
import {costOf} from './entry-facts.ts';
import {isCall, isSynthetic, messageIdOf} from './records.ts';
import {RepeatedBlocks} from './repeated-blocks.ts';
import {UsageByMessage} from './usage-by-message.ts';

export type NodeSums = {
	readonly toolCalls: number;
	readonly errors: number;
	readonly models: string[];
	readonly tokens?: Tokens;
	readonly cost?: number;
};

/** What is added up over a whole session, abandoned branches included. */
export class Sums {
	readonly repeatedBlocks = new RepeatedBlocks();
	/** Which sub-agent a call started. */
	readonly spawned = new Map<string, string>();
	/** Records and blocks of answers that we do not know. */
	unknown = 0;
	private calls = new IdSet();
	/** The nodes of all calls and errors, and of the answers of each model. */
	private callNodes = new Column(Int32Array);
	private readonly errorNodes = new Column(Int32Array);
	private readonly modelNodes = new Map<string, Column>();
	private usage = new UsageByMessage();
	private official: number | undefined;

	/** `onSpawn` is told of each call that started a sub-agent, when a record says so. */
	constructor(private readonly onSpawn: (call: string, agent: string) => void) {}

	hasCall(call: string): boolean {
		return this.calls.has(call);
	}

	get toolCalls(): number {
		return this.calls.size;
	}

	get models(): string[] {
		return [...this.modelNodes.keys()];
	}

	get errors(): number {
		return this.errorNodes.length;
	}

	observe(record: Fields, node: number, blocks: readonly Fields[]): void {
		if (record.type === 'assistant') this.observeAnswer(record, node, blocks);
		else if (record.type === 'user') {
			this.repeatedBlocks.interrupt();
			this.observeResults(record, node, blocks);
		} else if (record.type === 'progress') this.observeProgress(record);
		else if (record.type === 'system' && record.subtype === 'api_error') this.errorNodes.push(node);
	}

	/** The agent's own reckoning, which it writes down again and again: the last one holds. */
	observeCost(record: Fields): void {
		this.official = numberOf(record.totalCostUSD) ?? this.official;
	}

	/** undefined: no answer told. */
	tokens(): Tokens | undefined {
		return this.usage.sum();
	}

	cost(): number | undefined {
		return this.official ?? this.usage.cost();
	}

	/** The same of some of the nodes; can be asked for after everything else was let go of. */
	reckoner(): (belongs: (node: number) => boolean) => NodeSums {
		const {usage, callNodes, errorNodes, modelNodes} = this;
		return belongs => ({
			toolCalls: countOf(callNodes, belongs),
			errors: countOf(errorNodes, belongs),
			models: [...modelNodes].filter(([, nodes]) => countOf(nodes, belongs) > 0).map(([model]) => model),
			tokens: usage.sum(belongs),
			cost: usage.cost(belongs),
		});
	}

	/** Lets go of what was needed only until everything was counted. */
	forget(): void {
		this.calls = new IdSet();
		this.callNodes = new Column(Int32Array);
		this.usage = new UsageByMessage();
	}

	private observeAnswer(record: Fields, node: number, blocks: readonly Fields[]): void {
		if (isSynthetic(record)) {
			if (record.isApiErrorMessage === true) this.errorNodes.push(node);
			return;
		}
		const message = fieldsOf(record.message);
		const model = textOf(message.model);
		if (model !== undefined) this.observeModel(model, node);
		const key = messageIdOf(record) ?? `#${node}`;
		if (isFields(message.usage)) this.usage.set(key, message.usage, {node, cost: costOf(record)});
		this.repeatedBlocks.observe(key, node, blocks);
		for (const block of blocks) {
			if (isCall(block.type)) this.observeCall(stringOf(block.id) ?? `#${node}`, node);
			else if (!isKnownBlock(block)) this.unknown++;
		}
	}

	private observeModel(model: string, node: number): void {
		const nodes = this.modelNodes.get(model) ?? new Column(Int32Array);
		if (nodes.push(node) === 0) this.modelNodes.set(model, nodes);
	}

	private observeCall(call: string, node: number): void {
		if (this.calls.add(call) === this.callNodes.length) this.callNodes.push(node);
	}

	private observeResults(record: Fields, node: number, blocks: readonly Fields[]): void {
		for (const block of blocks) {
			if (block.type !== 'tool_result') continue;
			if (block.is_error === true) this.errorNodes.push(node);
			const agent = isFields(record.toolUseResult) ? textOf(record.toolUseResult.agentId) : undefined;
			const call = stringOf(block.tool_use_id);
			if (agent !== undefined && call !== undefined) this.observeSpawn(call, agent);
		}
	}

	private observeProgress(record: Fields): void {
		const agent = textOf(fieldsOf(record.data).agentId);
		const call = textOf(record.parentToolUseID);
		if (agent !== undefined && call !== undefined && !this.spawned.has(call)) this.observeSpawn(call, agent);
	}

	private observeSpawn(call: string, agent: string): void {
		this.spawned.set(call, agent);
		this.onSpawn(call, agent);
	}
}

function countOf(nodes: Column, belongs: (node: number) => boolean): number {
	let count = 0;
	for (let at = 0; at < nodes.length; at++) if (belongs(nodes.at(at))) count++;
	return count;
}
