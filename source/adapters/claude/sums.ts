import {IdSet} from '../../model/id-set.ts';
import type {Tokens} from '../../model/session.ts';
import {type Fields, fieldsOf, isFields, numberOf, stringOf, textOf} from '../fields.ts';
import {isKnownBlock} from './decode-answer.ts';
import {costOf} from './entry-facts.ts';
import {isCall, isSynthetic, messageIdOf} from './records.ts';
import {RepeatedBlocks} from './repeated-blocks.ts';
import {UsageByMessage} from './usage-by-message.ts';

/** What is added up over a whole session, abandoned branches included. */
export class Sums {
	readonly repeatedBlocks = new RepeatedBlocks();
	readonly models = new Set<string>();
	/** Which sub-agent a call started. */
	readonly spawned = new Map<string, string>();
	errors = 0;
	/** Records and blocks of answers that we do not know. */
	unknown = 0;
	private calls = new IdSet();
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

	observe(record: Fields, node: number, blocks: readonly Fields[]): void {
		if (record.type === 'assistant') this.observeAnswer(record, node, blocks);
		else if (record.type === 'user') {
			this.repeatedBlocks.interrupt();
			this.observeResults(record, blocks);
		} else if (record.type === 'progress') this.observeProgress(record);
		else if (record.type === 'system' && record.subtype === 'api_error') this.errors++;
	}

	/** The agent's own reckoning, which it writes down again and again: the last one holds. */
	observeCost(record: Fields): void {
		this.official = numberOf(record.totalCostUSD) ?? this.official;
	}

	/** undefined: no answer told. */
	tokens(): Tokens | undefined {
		return this.usage.sum;
	}

	cost(): number | undefined {
		return this.official ?? this.usage.cost;
	}

	/** Lets go of what was needed only until everything was counted. */
	forget(): void {
		this.calls = new IdSet();
		this.usage = new UsageByMessage();
	}

	private observeAnswer(record: Fields, node: number, blocks: readonly Fields[]): void {
		if (isSynthetic(record)) {
			if (record.isApiErrorMessage === true) this.errors++;
			return;
		}
		const message = fieldsOf(record.message);
		const model = textOf(message.model);
		if (model !== undefined) this.models.add(model);
		const key = messageIdOf(record) ?? `#${node}`;
		if (isFields(message.usage)) this.usage.set(key, message.usage, costOf(record));
		this.repeatedBlocks.observe(key, node, blocks);
		for (const block of blocks) {
			if (isCall(block.type)) this.calls.add(stringOf(block.id) ?? `#${node}`);
			else if (!isKnownBlock(block)) this.unknown++;
		}
	}

	private observeResults(record: Fields, blocks: readonly Fields[]): void {
		for (const block of blocks) {
			if (block.type !== 'tool_result') continue;
			if (block.is_error === true) this.errors++;
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
