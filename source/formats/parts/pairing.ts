/** Puts a call and its result together, in the order of the calls, while entries go by. */
import type {Entry} from '../../model/entry.ts';
import {decodeBytes} from '../../text/byte-text.ts';

/** An entry, or a call with its result; a result alone if its call is not here. */
export type Pair = {
	entry: Entry;
	result?: Entry;
};

type Waiting = Pair & {isOpen: boolean};

/** What may wait for a result before it is written without one; of the agent's own notes of its progress there may be many. */
const mostWaiting = 200;
const mostAsides = 20_000;
const mostCharacters = 2_000_000;
/** Calls that have their result: what else comes for them stands alone. */
const mostAnswered = 1000;

export class Pairing {
	private queue: Waiting[] = [];
	/** How many of them are records that no document shows. */
	private asides = 0;
	/** Bytes where texts are bytes: no fewer than there are, counted anew where it matters. */
	private characters = 0;
	private readonly calls = new Map<string, Waiting>();
	/** Results that a file holds before their call. */
	private readonly early = new Map<string, Waiting>();
	private readonly answered = new Set<string>();

	/** Takes the next entry and gives what nobody needs to wait for any more. */
	add(entry: Entry): readonly Pair[] {
		const callId = entry.tool?.callId;
		if (entry.kind === 'tool_call' && callId !== undefined) this.addCall(entry, callId);
		else if (entry.kind === 'tool_result' && callId !== undefined) this.addResult(entry, callId);
		else this.push({entry, isOpen: false});
		return this.isFull() ? this.relieved() : this.ready();
	}

	/** Whatever still waits. */
	finish(): readonly Pair[] {
		this.calls.clear();
		this.early.clear();
		return this.takeAll();
	}

	/** What waited longest is given up, and not more of it than has to be: any other may be a moment from its end. */
	private relieved(): readonly Pair[] {
		const given: Pair[] = [];
		while (this.isFull()) {
			this.giveUp(this.queue[0]!);
			given.push(...this.ready());
		}
		return given;
	}

	private giveUp(waiting: Waiting): void {
		const callId = waiting.entry.tool?.callId;
		waiting.isOpen = false;
		if (callId === undefined) return;
		if (this.calls.get(callId) === waiting) {
			this.calls.delete(callId);
			// What comes for it yet stands alone.
			this.answer(callId);
		} else if (this.early.get(callId) === waiting) this.early.delete(callId);
	}

	private isFull(): boolean {
		const isLong = this.queue.length - this.asides > mostWaiting || this.asides > mostAsides;
		return isLong || (this.characters > mostCharacters && this.countCharacters() > mostCharacters);
	}

	/** However the texts are kept, as many wait. */
	private countCharacters(): number {
		let characters = 0;
		for (const {entry, result} of this.queue) characters += lengthOf(entry) + (result ? lengthOf(result) : 0);
		return characters;
	}

	private addCall(entry: Entry, callId: string): void {
		const early = this.early.get(callId);
		if (early) {
			this.early.delete(callId);
			this.answer(callId);
			early.result = early.entry;
			early.entry = entry;
			early.isOpen = false;
			return;
		}
		const waiting = {entry, isOpen: true};
		this.calls.set(callId, waiting);
		this.push(waiting);
	}

	private addResult(entry: Entry, callId: string): void {
		const call = this.calls.get(callId);
		if (call) {
			this.calls.delete(callId);
			this.answer(callId);
			call.result = entry;
			call.isOpen = false;
			this.characters += entry.text.length;
			return;
		}
		const isLast = this.answered.has(callId);
		const waiting = {entry, isOpen: !isLast};
		if (!isLast) this.early.set(callId, waiting);
		this.push(waiting);
	}

	private push(waiting: Waiting): void {
		this.queue.push(waiting);
		if (waiting.entry.isAside) this.asides++;
		this.characters += waiting.entry.text.length;
	}

	private answer(callId: string): void {
		this.answered.add(callId);
		if (this.answered.size <= mostAnswered) return;
		for (const oldest of this.answered) {
			this.answered.delete(oldest);
			return;
		}
	}

	private ready(): readonly Pair[] {
		let count = 0;
		while (count < this.queue.length && !this.queue[count]!.isOpen) count++;
		if (count === 0) return none;
		if (count === this.queue.length) return this.takeAll();
		const ready = this.queue.splice(0, count);
		for (const {entry, result} of ready) {
			this.characters -= entry.text.length + (result?.text.length ?? 0);
			if (entry.isAside) this.asides--;
		}
		return ready;
	}

	private takeAll(): readonly Pair[] {
		const all = this.queue;
		this.queue = [];
		this.asides = 0;
		this.characters = 0;
		return all;
	}
}

function lengthOf({text, bytes}: Entry): number {
	return (bytes ? decodeBytes(text) : text).length;
}

const none: readonly Pair[] = [];
