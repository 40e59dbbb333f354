/**
 * Codex tells most things twice, to the model and to the person, and each text is wanted once. A passage is a record
 * with its twin, or a call with its end and its output, and whatever lies between them: so what is left out is decided
 * within the passage, and reading it alone decides the same.
 */
import type {Entry} from '../../model/entry.ts';
import type {Passage} from '../adapter.ts';
import {universalTool} from '../tools/tool-table.ts';
import type {Told} from './told.ts';

type Held = {
	readonly from: number;
	readonly to: number;
	/** Its number in the order of reading. */
	readonly order: number;
	/** The number of the last record that belongs together with it. */
	last: number;
	/** Another one may still come. */
	isOpen: boolean;
	entries: readonly Entry[];
	readonly told: Told;
	/** How the person was told of the end of this call. */
	end?: Held;
};

/** Twins stand a few records apart; further away an equal text is said again. */
const reach = 64;
/** However the records are entangled, not more of them are held. */
const mostHeld = 1024;
const mostBytes = 16 * 1024 * 1024;

export class PassageGroups {
	private queue: Held[] = [];
	private count = 0;
	/** Records that wait for another one, by what they share with it; some of them have it by now, or are too far away. */
	private open = new Map<string, Held>();
	private done: Passage[] = [];
	/** The newest passage; records without text are added to it. */
	private newest: Passage | undefined;

	push(from: number, to: number, told: Told): void {
		if (this.isFull(to)) this.settle(false);
		if (this.isFull(to)) this.settle(true);
		const order = this.count++;
		if (this.queue.length === 0 && !told.call && told.keys.length === 0) {
			this.close(from, to, told.entries);
			return;
		}
		const held: Held = {from, to, order, last: order, isOpen: false, entries: told.entries, told};
		this.queue.push(held);
		if (told.call) this.seeCall(held, told.call);
		else if (told.keys.length > 0) this.seeSpeech(held);
	}

	/** The passages that nothing can be added to any more. */
	take(): Passage[] {
		this.settle(false);
		return this.release();
	}

	/** Everything that is left: nothing more will come. */
	finish(): Passage[] {
		this.settle(true);
		if (this.newest) this.done.push(this.newest);
		this.newest = undefined;
		return this.release();
	}

	private seeSpeech(held: Held): void {
		const {keys, isModels} = held.told;
		let hasTwin = false;
		for (const key of keys) {
			const twin = this.find(key);
			if (!twin || twin.told.isModels === isModels) continue;
			hasTwin = true;
			twin.last = held.order;
			twin.isOpen = false;
			(isModels ? held : twin).entries = [];
		}
		if (!hasTwin) this.wait(held, keys);
	}

	/** As a rule the model calls, the person is told of the end, and the model is given the output. */
	private seeCall(held: Held, {id, part}: NonNullable<Told['call']>): void {
		const key = `call ${id}`;
		const teller = this.find(key);
		if (!teller) {
			if (part !== 'output') this.wait(held, [key]);
			return;
		}
		if (teller.told.call?.part === part) {
			this.wait(held, [key]);
			return;
		}
		teller.last = held.order;
		if (part === 'output') teller.isOpen = false;
		if (teller.told.call?.part === 'end') held.entries = [];
		else if (part === 'end') {
			held.entries = resultsIn(held);
			teller.end = held;
		} else {
			held.entries = named(held.entries, teller.entries);
			if (teller.end) teller.end.entries = [];
		}
	}

	private isFull(to: number): boolean {
		const {queue} = this;
		return queue.length > 0 && (queue.length >= mostHeld || to - queue[0]!.from > mostBytes);
	}

	private find(key: string): Held | undefined {
		const held = this.open.get(key);
		return held?.isOpen && this.count - 1 - held.order <= reach ? held : undefined;
	}

	private wait(held: Held, keys: readonly string[]): void {
		held.isOpen = true;
		for (const key of keys) this.open.set(key, held);
	}

	private mayGrow(held: Held): boolean {
		return held.isOpen && this.count - held.order <= reach;
	}

	private settle(isEnd: boolean): void {
		const {queue} = this;
		let start = 0;
		groups: while (start < queue.length) {
			let end = start;
			for (let at = start; at <= end; at++) {
				if (!isEnd && this.mayGrow(queue[at]!)) break groups;
				end = Math.max(end, at + queue[at]!.last - queue[at]!.order);
			}
			this.close(queue[start]!.from, queue[end]!.to, entriesIn(queue, start, end));
			start = end + 1;
		}
		if (start === 0) return;
		this.queue = queue.slice(start);
		this.open = new Map();
		for (const held of this.queue) if (held.isOpen) this.wait(held, keysOf(held));
	}

	private close(from: number, to: number, entries: readonly Entry[]): void {
		const {newest} = this;
		if (newest && entries.length === 0) this.newest = {from: newest.from, to, entries: newest.entries};
		else if (newest?.entries.length === 0) this.newest = {from: newest.from, to, entries};
		else {
			if (newest) this.done.push(newest);
			this.newest = {from, to, entries};
		}
	}

	private release(): Passage[] {
		const {done} = this;
		this.done = [];
		return done;
	}
}

function entriesIn(queue: readonly Held[], start: number, end: number): readonly Entry[] {
	if (start === end) return queue[start]!.entries;
	const entries: Entry[] = [];
	for (let at = start; at <= end; at++) for (const entry of queue[at]!.entries) entries.push(entry);
	return entries;
}

function keysOf({told: {call, keys}}: Held): readonly string[] {
	return call ? [`call ${call.id}`] : keys;
}

/** Of the end of a call that was told: what came out, as if nothing else stood in the record. */
function resultsIn({told: {entries}}: Held): Entry[] {
	const id = entries[0]?.id.split('#', 1)[0];
	const results = entries.filter(({kind}) => kind === 'tool_result');
	return results.map((entry, index) => ({...entry, id: index === 0 ? id! : `${id}#${index}`}));
}

/** An output does not know the name of its tool; its call does. */
function named(outputs: readonly Entry[], calls: readonly Entry[]): Entry[] {
	const name = calls.find(({kind}) => kind === 'tool_call')?.tool?.name;
	return outputs.map(entry =>
		name === undefined || !entry.tool ? entry : {...entry, tool: {...entry.tool, name, universal: universalTool(name)}},
	);
}
