/**
 * Sums the tokens of a thread. Newer files say what each response cost; older ones only repeat the sum so far, often
 * without a change, and forks begin with the sum of their parent. So a sum counts by what it grew, less what single
 * responses already told.
 */
import type {Tokens} from '../../model/session.ts';
import {type Fields, fieldsOf, isFields, numberOf, textOf} from '../fields.ts';

export type Usage = {
	readonly input: number;
	readonly cached: number;
	readonly written: number;
	readonly output: number;
};

export const noUsage: Usage = {input: 0, cached: 0, written: 0, output: 0};

/** What a thread had used at some point; undefined: before its first response, of which we have no sum. */
export type UsageMark = Usage | undefined;

export class TokenUsage {
	private sum: Usage = noUsage;
	/** The last sum the file told. */
	private told: UsageMark = noUsage;
	/** What single responses told since then. */
	private single: Usage = noUsage;
	private isOwn = true;
	private readonly responses = new Set<string>();
	private context: number | undefined;
	private isTold = false;

	/** A file begins: from what sum, and whether its tokens are this session's own. */
	begin(from: UsageMark, isOwn: boolean): void {
		this.told = from;
		this.single = noUsage;
		this.isOwn = isOwn;
	}

	/** Copied history is followed, so that its last sum is known, but not counted. */
	setOwn(isOwn: boolean): void {
		this.isOwn = isOwn;
	}

	get mark(): UsageMark {
		return this.told;
	}

	/** The tokens the model last had before it. */
	get contextTokens(): number | undefined {
		return this.context;
	}

	/** undefined: no record of the session told of tokens. */
	get total(): Tokens | undefined {
		if (!this.isTold) return undefined;
		const {input, cached, written, output} = this.sum;
		return {input: Math.max(0, input - cached - written), output, cacheRead: cached, cacheCreation: written};
	}

	/** A `token_usage_record`. */
	observeResponse(payload: Fields): void {
		const id = textOf(payload.response_id);
		if (!isFields(payload.usage) || (id !== undefined && this.responses.has(id))) return;
		if (id !== undefined) this.responses.add(id);
		this.isTold = true;
		const usage = usageOf(payload.usage);
		this.single = add(this.single, usage);
		this.count(usage);
	}

	/** A `token_count` event. */
	observeSum(payload: Fields): void {
		const info = fieldsOf(payload.info);
		if (!isFields(info.total_token_usage)) return;
		this.isTold = true;
		const total = usageOf(info.total_token_usage);
		const last = isFields(info.last_token_usage) ? usageOf(info.last_token_usage) : undefined;
		this.context = numberOf(fieldsOf(info.last_token_usage).total_tokens) ?? this.context;
		let before = this.told ?? subtract(total, last ?? total);
		// The sum shrank: the thread was reset, and counts anew from this response on.
		if (total.input + total.output < before.input + before.output) before = subtract(total, last ?? total);
		this.count(subtract(subtract(total, before), this.single));
		this.told = total;
		this.single = noUsage;
	}

	private count(usage: Usage): void {
		if (this.isOwn) this.sum = add(this.sum, usage);
	}
}

function usageOf(fields: Fields): Usage {
	return {
		input: numberOf(fields.input_tokens) ?? 0,
		cached: numberOf(fields.cached_input_tokens) ?? 0,
		written: numberOf(fields.cache_write_input_tokens) ?? 0,
		output: numberOf(fields.output_tokens) ?? 0,
	};
}

function add(a: Usage, b: Usage): Usage {
	return {
		input: a.input + b.input,
		cached: a.cached + b.cached,
		written: a.written + b.written,
		output: a.output + b.output,
	};
}

function subtract(a: Usage, b: Usage): Usage {
	const less = (left: number, right: number) => Math.max(0, left - right);
	return {
		input: less(a.input, b.input),
		cached: less(a.cached, b.cached),
		written: less(a.written, b.written),
		output: less(a.output, b.output),
	};
}
