import {Column} from '../../model/column.ts';
import {IdSet} from '../../model/id-set.ts';
import type {Source} from './draft.ts';

const sources: readonly Source[] = ['response', 'event', 'item'];
/** The lower bits are the place of the source, counted from one. */
const isAnswered = 4;

/** Who told of each call, and whether the model was told its result. */
export class Callers {
	private readonly ids = new IdSet();
	private readonly states = new Column(Uint8Array);

	get(callId: string): Source | undefined {
		const number = this.ids.find(callId);
		return number === undefined ? undefined : this.sourceOf(number);
	}

	set(callId: string, source: Source): void {
		const number = this.numberOf(callId);
		this.states.set(number, (this.states.at(number) & isAnswered) | (sources.indexOf(source) + 1));
	}

	/** The result came; who told of the call. */
	answer(callId: string): Source | undefined {
		const number = this.numberOf(callId);
		this.states.set(number, this.states.at(number) | isAnswered);
		return this.sourceOf(number);
	}

	isAnswered(callId: string): boolean {
		const number = this.ids.find(callId);
		return number !== undefined && (this.states.at(number) & isAnswered) !== 0;
	}

	private numberOf(callId: string): number {
		const number = this.ids.add(callId);
		if (number === this.states.length) this.states.push(0);
		return number;
	}

	private sourceOf(number: number): Source | undefined {
		return sources[(this.states.at(number) & ~isAnswered) - 1];
	}
}
