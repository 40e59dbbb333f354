import {Column} from '../../model/column.ts';
import {IdSet} from '../../model/id-set.ts';
import {type Fields, numberOf} from '../fields.ts';

type Kind = 'input' | 'output' | 'cacheCreation' | 'cacheRead';

/** The usage of each message: all its records tell it, the last one rightly. */
export class UsageByMessage {
	private readonly messages = new IdSet();
	/** Of each message the node that told of it first. */
	private readonly nodes = new Column(Int32Array);
	/** Only very old answers tell what they cost. */
	private readonly costs = new Map<number, number>();
	private readonly input = new Column(Float64Array);
	private readonly output = new Column(Float64Array);
	private readonly cacheCreation = new Column(Float64Array);
	private readonly cacheRead = new Column(Float64Array);

	set(message: string, usage: Fields, {node, cost}: {readonly node: number; readonly cost?: number}): void {
		const number = this.messages.add(message);
		if (number === this.nodes.length) this.nodes.push(node);
		put(this.input, number, usage.input_tokens);
		put(this.output, number, usage.output_tokens);
		put(this.cacheCreation, number, usage.cache_creation_input_tokens);
		put(this.cacheRead, number, usage.cache_read_input_tokens);
		if (cost !== undefined) this.costs.set(number, cost);
	}

	cost(isWanted: Wanted = all): number | undefined {
		const costs = [...this.costs].filter(([message]) => isWanted(this.nodes.at(message)));
		return costs.length === 0 ? undefined : costs.reduce((sum, [, cost]) => sum + cost, 0);
	}

	/** undefined: no answer told. */
	sum(isWanted: Wanted = all): Record<Kind, number> | undefined {
		if (this.messages.size === 0) return undefined;
		const sumOf = (tokens: Column) => {
			let sum = 0;
			for (let message = 0; message < tokens.length; message++)
				if (isWanted(this.nodes.at(message))) sum += tokens.at(message);
			return sum;
		};
		return {
			input: sumOf(this.input),
			output: sumOf(this.output),
			cacheCreation: sumOf(this.cacheCreation),
			cacheRead: sumOf(this.cacheRead),
		};
	}
}

/** Of a node, whether what it tells is wanted. */
type Wanted = (node: number) => boolean;

const all: Wanted = () => true;

function put(tokens: Column, number: number, value: unknown): void {
	const count = numberOf(value) ?? 0;
	if (number === tokens.length) tokens.push(count);
	else tokens.set(number, count);
}
