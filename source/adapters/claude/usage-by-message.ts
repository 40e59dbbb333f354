import {Column} from '../../model/column.ts';
import {IdSet} from '../../model/id-set.ts';
import {type Fields, numberOf} from '../fields.ts';

type Kind = 'input' | 'output' | 'cacheCreation' | 'cacheRead';

/** The usage of each message: all its records tell it, the last one rightly. */
export class UsageByMessage {
	private readonly messages = new IdSet();
	/** Only very old answers tell what they cost. */
	private readonly costs = new Map<number, number>();
	private readonly input = new Column(Float64Array);
	private readonly output = new Column(Float64Array);
	private readonly cacheCreation = new Column(Float64Array);
	private readonly cacheRead = new Column(Float64Array);

	set(message: string, usage: Fields, cost?: number): void {
		const number = this.messages.add(message);
		put(this.input, number, usage.input_tokens);
		put(this.output, number, usage.output_tokens);
		put(this.cacheCreation, number, usage.cache_creation_input_tokens);
		put(this.cacheRead, number, usage.cache_read_input_tokens);
		if (cost !== undefined) this.costs.set(number, cost);
	}

	get cost(): number | undefined {
		return this.costs.size === 0 ? undefined : [...this.costs.values()].reduce((sum, cost) => sum + cost);
	}

	get sum(): Record<Kind, number> | undefined {
		if (this.messages.size === 0) return undefined;
		return {
			input: sumOf(this.input),
			output: sumOf(this.output),
			cacheCreation: sumOf(this.cacheCreation),
			cacheRead: sumOf(this.cacheRead),
		};
	}
}

function put(tokens: Column, number: number, value: unknown): void {
	const count = numberOf(value) ?? 0;
	if (number === tokens.length) tokens.push(count);
	else tokens.set(number, count);
}

function sumOf(tokens: Column): number {
	let sum = 0;
	for (let message = 0; message < tokens.length; message++) sum += tokens.at(message);
	return sum;
}
