import {Column} from '../../model/column.ts';
import {IdSet} from '../../model/id-set.ts';
import type {Source} from './draft.ts';

const sources: readonly Source[] = ['response', 'event', 'item'];
/** The lower bits are the place of the source, counted from one. */
const isAnswered = 4;
const hasFailed = 8;

/**
 * Who told of each call, and what became of it. Some models number their calls anew in every turn: then an id means the
 * call that has it last.
 */
export class Callers {
	private readonly ids = new IdSet();
	private readonly states = new Column(Uint8Array);
	/** The nodes at which the calls began, and those of their results; one more than that, none is zero. */
	private readonly begun = new Column(Int32Array);
	private readonly results = new Column(Int32Array);

	get(callId: string): Source | undefined {
		const number = this.ids.find(callId);
		return number === undefined ? undefined : this.sourceOf(number);
	}

	/** A call begins; of an earlier one with its id nothing more will come. */
	begin(callId: string, source: Source, node: number): void {
		const number = this.numberOf(callId);
		this.states.set(number, sources.indexOf(source) + 1);
		this.begun.set(number, node + 1);
		this.results.set(number, 0);
	}

	/** The same call once more, by somebody who knows it better. */
	tellAgain(callId: string, source: Source): void {
		const number = this.numberOf(callId);
		this.states.set(number, (this.states.at(number) & ~sourceBits) | (sources.indexOf(source) + 1));
	}

	/** The model was told the result; who told of the call. */
	answer(callId: string, node: number): Source | undefined {
		const number = this.numberOf(callId);
		this.states.set(number, this.states.at(number) | isAnswered);
		this.results.set(number, node + 1);
		return this.sourceOf(number);
	}

	isAnswered(callId: string): boolean {
		return this.is(callId, isAnswered);
	}

	/** True where nobody said so before. */
	fail(callId: string): boolean {
		const number = this.numberOf(callId);
		const state = this.states.at(number);
		this.states.set(number, state | hasFailed);
		return (state & hasFailed) === 0;
	}

	hasFailed(callId: string): boolean {
		return this.is(callId, hasFailed);
	}

	/** Where it began, if that was told. */
	nodeOf(callId: string): number | undefined {
		return this.placeIn(this.begun, callId);
	}

	/** Where the model was told its result, if it was. */
	resultOf(callId: string): number | undefined {
		return this.placeIn(this.results, callId);
	}

	private is(callId: string, state: number): boolean {
		const number = this.ids.find(callId);
		return number !== undefined && (this.states.at(number) & state) !== 0;
	}

	private placeIn(places: Column, callId: string): number | undefined {
		const number = this.ids.find(callId);
		const place = number === undefined ? 0 : places.at(number);
		return place === 0 ? undefined : place - 1;
	}

	private numberOf(callId: string): number {
		const number = this.ids.add(callId);
		if (number === this.states.length) {
			this.states.push(0);
			this.begun.push(0);
			this.results.push(0);
		}
		return number;
	}

	private sourceOf(number: number): Source | undefined {
		return sources[(this.states.at(number) & sourceBits) - 1];
	}
}

const sourceBits = 3;
