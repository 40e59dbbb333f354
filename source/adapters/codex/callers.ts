import {Column} from '../../model/column.ts';
import {IdSet} from '../../model/id-set.ts';
import type {Source} from './draft.ts';

const sources: readonly Source[] = ['response', 'event', 'item'];

/** Who told of each call. */
export class Callers {
	private readonly ids = new IdSet();
	private readonly tellers = new Column(Uint8Array);

	get(callId: string): Source | undefined {
		const number = this.ids.find(callId);
		return number === undefined ? undefined : sources[this.tellers.at(number)];
	}

	set(callId: string, source: Source): void {
		const number = this.ids.add(callId);
		if (number === this.tellers.length) this.tellers.push(0);
		this.tellers.set(number, sources.indexOf(source));
	}
}
