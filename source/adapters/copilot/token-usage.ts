import {noTokens, type Tokens} from '../../model/session.ts';
import {type Fields, fieldsOf, numberOf} from '../fields.ts';
import {messageOf} from './decoder.ts';

type Sum = {input: number; output: number; cacheCreation: number; cacheRead: number};

/**
 * Exact figures come only when Copilot ends, as sums for each model. A resumed session goes on counting from its last
 * sums, as a rule; where a sum is smaller than the one before, the counting began anew. What was said after the last
 * sums were told is known by its output alone.
 */
export class TokenUsage {
	private readonly finished: Sum = {...noTokens};
	private readonly latest = new Map<string, Sum>();
	private readonly outputs = new Map<string, number>();
	private answers = 0;

	observeAnswer(data: Fields): void {
		const output = numberOf(data.outputTokens);
		if (output === undefined) return;
		const key = messageOf(data) ?? `#${this.answers++}`;
		this.outputs.set(key, Math.max(output, this.outputs.get(key) ?? 0));
	}

	/** Of an answer that was observed, as far as its pieces told until now. */
	outputOf(message: string | undefined, data: Fields): Tokens | undefined {
		const output = message === undefined ? numberOf(data.outputTokens) : this.outputs.get(message);
		return output === undefined ? undefined : {output};
	}

	observeShutdown(data: Fields): void {
		const sums = new Map<string, Sum>();
		for (const [model, metric] of Object.entries(fieldsOf(data.modelMetrics))) {
			const usage = fieldsOf(fieldsOf(metric).usage);
			if (Object.keys(usage).length > 0) sums.set(model, sumOf(usage));
		}
		const details = fieldsOf(data.tokenDetails);
		if (sums.size === 0 && Object.keys(details).length > 0) sums.set('', detailedSum(details));
		if (sums.size === 0) return;
		this.outputs.clear();
		for (const [model, sum] of sums) {
			const before = this.latest.get(model);
			if (before && totalOf(sum) < totalOf(before)) add(this.finished, before);
			this.latest.set(model, sum);
		}
	}

	/** undefined: nobody told. */
	get total(): Tokens | undefined {
		const said = [...this.outputs.values()].reduce((sum, output) => sum + output, 0);
		// What was read to say it comes only with the sums.
		if (this.latest.size === 0) return this.outputs.size > 0 ? {output: said} : undefined;
		const total = {...this.finished};
		for (const sum of this.latest.values()) add(total, sum);
		total.output += said;
		return total;
	}

	/** The models that were paid for, where no answer names one. */
	get models(): string[] {
		return [...this.latest.keys()].filter(model => model !== '');
	}
}

/** The input includes what was read from a cache and what was written to one. */
function sumOf(usage: Fields): Sum {
	const cacheRead = numberOf(usage.cacheReadTokens) ?? 0;
	const cacheCreation = numberOf(usage.cacheWriteTokens) ?? 0;
	const input = Math.max(0, (numberOf(usage.inputTokens) ?? 0) - cacheRead - cacheCreation);
	return {input, output: numberOf(usage.outputTokens) ?? 0, cacheCreation, cacheRead};
}

/** Kinds of tokens as they are billed: here the input is apart from the caches. */
function detailedSum(details: Fields): Sum {
	const count = (kind: string) => numberOf(fieldsOf(details[kind]).tokenCount) ?? 0;
	return {
		input: count('input'),
		output: count('output'),
		cacheCreation: count('cache_write'),
		cacheRead: count('cache_read'),
	};
}

function totalOf({input, output, cacheCreation, cacheRead}: Sum): number {
	return input + output + cacheCreation + cacheRead;
}

function add(to: Sum, from: Sum): void {
	to.input += from.input;
	to.output += from.output;
	to.cacheCreation += from.cacheCreation;
	to.cacheRead += from.cacheRead;
}
