/** The second pass: the entries of the messages that somebody wants to see, read again from where they lie. */
import type {Entry} from '../../model/entry.ts';
import type {EntryOptions} from '../adapter.ts';
import {withFacts} from '../entry-facts.ts';
import {fieldsOf, isoTime, unshortened} from '../fields.ts';
import {type Draft, decode} from './decode.ts';
import type {Node} from './node.ts';
import {RecordReader} from './record-reader.ts';
import {type Shape, toldBefore} from './shape.ts';

const turnEvery = 8;

export async function* readEntries(
	shape: Shape,
	belongs: (index: number) => boolean,
	{isWhole}: EntryOptions = {},
): AsyncGenerator<Entry> {
	const reader = new RecordReader(isWhole);
	const calls = new CallBook();
	let turns = 0;
	try {
		for (const [index, node] of shape.nodes.entries()) {
			if (!belongs(index)) continue;
			const surroundings: Surroundings = {
				parentId: shape.shownAbove(node.parent)?.id,
				complete: drafts => calls.complete(node.id, drafts),
			};
			const read = () => entriesOf(node, reader, surroundings);
			yield* isWhole ? withFacts(unshortened(read), {tokens: node.shape.tokens}) : read();
			if (reader.reads < turns + turnEvery) continue;
			turns = reader.reads;
			await new Promise(resolve => setImmediate(resolve));
		}
	} finally {
		reader.close();
	}
}

type Surroundings = {
	readonly parentId?: string;
	/** Adds what other records tell. */
	readonly complete?: (drafts: readonly Draft[]) => readonly Draft[];
};

export function entriesOf(node: Node, reader: RecordReader, {parentId, complete}: Surroundings = {}): Entry[] {
	const {id, form, place, textPlace} = node;
	// A rewind may stand in a snapshot of the whole history; what it says is known without it.
	const read = form === 'rewind' ? {value: {}, cutBytes: 0} : reader.read(place);
	const locator = {path: place.path, offset: place.offset, length: place.length};
	if (!read) {
		const text = 'This record changed after the session was read, or is too large.';
		return [{id, parent: parentId, kind: 'unknown', detail: 'unreadable', text, locator}];
	}
	const text = textPlace && reader.read(textPlace);
	const told = node.shape.results.length > 0 ? toldBefore(node) : undefined;
	const own = decode(form, read.value, text?.value).filter(
		({kind, tool}) => kind !== 'tool_result' || !told?.has(tool?.callId ?? ''),
	);
	const drafts = complete?.(own) ?? own;
	const record = fieldsOf(read.value);
	const timestamp = isoTime(record.timestamp) ?? node.shape.timestamp;
	const cutBytes = read.cutBytes + (text?.cutBytes ?? 0);
	const message = form === 'answer' || form === 'empty' ? id : undefined;
	let parent = parentId;
	return drafts.map((draft, index) => {
		const entry: Entry = {
			...draft,
			id: index === 0 ? id : `${id}#${index}`,
			parent,
			timestamp: draft.timestamp ?? timestamp,
			...(message === undefined ? undefined : {message}),
			...(cutBytes > 0 ? {cutBytes} : undefined),
			...(draft.model === undefined && node.shape.model !== undefined && draft.role === 'assistant'
				? {model: node.shape.model}
				: undefined),
			locator,
		};
		parent = entry.id;
		return entry;
	});
}

/** Sees to it that calls without an id and their results find each other. */
class CallBook {
	private readonly open: Array<{name: string; callId: string}> = [];

	complete(id: string, drafts: readonly Draft[]): Draft[] {
		return drafts.map((draft, index) => {
			const {tool, kind} = draft;
			if (!tool || tool.callId !== undefined) return draft;
			return {...draft, tool: {...tool, callId: this.pair(kind, tool.name, `${id}/${index}`)}};
		});
	}

	private pair(kind: Draft['kind'], name: string, callId: string): string {
		if (kind === 'tool_call') {
			this.open.push({name, callId});
			return callId;
		}
		const at = this.open.findIndex(call => call.name === name);
		return at === -1 ? callId : this.open.splice(at, 1)[0]!.callId;
	}
}
