import {Column} from '../../model/column.ts';
import {IdSet} from '../../model/id-set.ts';
import {type Fields, numberOf} from '../fields.ts';

const kinds = {
	input: 'input_tokens',
	output: 'output_tokens',
	cacheCreation: 'cache_creation_input_tokens',
	cacheRead: 'cache_read_input_tokens',
} as const;

type Kind = keyof typeof kinds;

/** The usage of each message: all its records tell it, the last one rightly. */
export class UsageByMessage {
	private readonly messages = new IdSet();
	/** Only very old answers tell what they cost. */
	private readonly costs = new Map<number, number>();
	private readonly columns = Object.keys(kinds).map(kind => ({kind: kind as Kind, tokens: new Column(Float64Array)}));

	set(message: string, usage: Fields, cost?: number): void {
		const number = this.messages.add(message);
		for (const {kind, tokens} of this.columns) {
			const value = numberOf(usage[kinds[kind]]) ?? 0;
			if (number === tokens.length) tokens.push(value);
			else tokens.set(number, value);
		}
		if (cost !== undefined) this.costs.set(number, cost);
	}

	get cost(): number | undefined {
		return this.costs.size === 0 ? undefined : [...this.costs.values()].reduce((sum, cost) => sum + cost);
	}

	get sum(): Record<Kind, number> {
		const sum = {input: 0, output: 0, cacheCreation: 0, cacheRead: 0};
		for (const {kind, tokens} of this.columns)
			for (let message = 0; message < tokens.length; message++) sum[kind] += tokens.at(message);
		return sum;
	}
}
