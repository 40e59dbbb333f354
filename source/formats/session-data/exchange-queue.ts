import type {Entry} from '../../model/entry.ts';
import {isNote} from './note.ts';

export type Waiting = {readonly entry: Entry; result?: Entry};

/**
 * The entries of an exchange that can't be written yet, because one before them is a call whose result did not come.
 * A result goes to the oldest call of its id that has none; without an id, to one of the same tool.
 */
export class ExchangeQueue {
	private waiting: Waiting[] = [];
	private readonly open = new Map<string, Waiting[]>();

	get hasMessages(): boolean {
		return this.waiting.some(({entry}) => !isNote(entry));
	}

	add(entry: Entry): void {
		if (entry.kind === 'tool_result') {
			const calls = this.open.get(keyOf(entry));
			const call = calls?.shift();
			if (calls?.length === 0) this.open.delete(keyOf(entry));
			if (call) {
				call.result = entry;
				return;
			}
		}
		const item: Waiting = {entry};
		this.waiting.push(item);
		if (entry.kind !== 'tool_call') return;
		const calls = this.open.get(keyOf(entry));
		if (calls) calls.push(item);
		else this.open.set(keyOf(entry), [item]);
	}

	/** Up to the first call that has no result yet. */
	takeComplete(): Waiting[] {
		const end = this.waiting.findIndex(({entry, result}) => entry.kind === 'tool_call' && !result);
		return end === 0 ? [] : this.waiting.splice(0, end < 0 ? this.waiting.length : end);
	}

	/** The exchange is over: whatever comes later for its calls stands alone. */
	takeAll(): Waiting[] {
		this.open.clear();
		return this.waiting.splice(0);
	}
}

function keyOf({tool}: Entry): string {
	return tool?.callId === undefined ? `tool ${tool?.name || 'unknown'}` : `call ${tool.callId}`;
}
