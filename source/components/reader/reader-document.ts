import type {Entry} from '../../model/entry.ts';
import {isFileLocator, type Locator} from '../../model/locator.ts';
import {sanitizeLine} from '../../text/sanitize.ts';
import {clock} from '../../text/times.ts';
import type {CompactionFacts} from '../session-source.ts';
import type {Block, BlockMedia} from './block.ts';
import {BlockFacts, none} from './block-facts.ts';
import {type Around, kindOf, longestSummary, makeBlock} from './block-maker.ts';
import {BlockStore} from './block-store.ts';
import type {EntryMemory} from './entry-memory.ts';
import {describeFork, type ForkNote, type ForkNotes} from './fork-notes.ts';
import {IdPlaces} from './id-places.ts';
import {TextKeeper} from './kept-text.ts';
import {MediaPlaces} from './media-places.ts';
import {recordOf, Tail} from './tail.ts';
import {complete} from './tools/tool-blocks.ts';

export type DocumentOptions = {
	/** Characters that are kept of all texts together. */
	readonly room?: number;
	/** Gives entries again: then nothing beyond the room is kept, and nothing is cut. */
	readonly memory?: EntryMemory;
	readonly compactions?: readonly CompactionFacts[];
	/** Where roads part on the branch that is shown. */
	readonly forks?: ForkNotes;
	/** Of a window: the bytes of the session's file it stands for, and of how many. */
	readonly span?: Span;
};

export type Span = {readonly from: number; readonly to: number; readonly size: number};

/** Beyond the room blocks are made again; so they are beyond this many, however short they are. */
const mostKept = 4000;

/** The entries of a session as blocks to draw, in the order they come; what a reader does not miss is left out. */
export class ReaderDocument {
	/** Those of a large session are made again when they are asked for: whoever needs all of them takes `glance`. */
	readonly blocks: readonly Block[];
	readonly facts = new BlockFacts();
	/** Where the prompts are among the blocks. */
	readonly prompts: number[] = [];
	/** Where the forks are among the blocks, and what competes there. */
	readonly forkPlaces: Array<{readonly block: number; readonly note: ForkNote}> = [];
	/** The blocks whose result came after them, in the order it came. */
	readonly completed: number[] = [];
	readonly tail = new Tail();
	/** Undefined for the whole session, or its opening. */
	readonly span: Span | undefined;
	/** Where the block of an entry is; a result is in the block of its call. */
	private readonly places = new IdPlaces();
	/** Calls that wait for their result. */
	private readonly calls = new Map<string, number>();
	private readonly store = new BlockStore(index => this.makeAgain(index));
	private readonly memory: EntryMemory | undefined;
	private readonly keeper: TextKeeper;
	/** For blocks that are made again. */
	private readonly passing = new TextKeeper(0, true);
	private readonly mediaPlaces = new MediaPlaces();
	private readonly compactions: ReadonlyMap<string, CompactionFacts>;
	private sideRun: {count: number} | undefined;
	private readonly forks: ForkNotes;
	private lastShown: {readonly kind: Block['kind']; readonly time: string} | undefined;
	/** The model that answered last. */
	private model: string | undefined;
	/** The prompt after the last compaction, among `prompts`. */
	private firstUnreplaced = 0;

	constructor({room, memory, compactions = [], forks, span}: DocumentOptions = {}) {
		this.span = span;
		this.forks = forks ?? new Map();
		this.memory = memory;
		this.keeper = new TextKeeper(room, memory !== undefined);
		this.compactions = new Map(compactions.map(each => [each.id, each]));
		this.blocks = this.store.list;
	}

	/** Where in its file the record of a block begins. */
	byteOf(index: number): number | undefined {
		const locator = this.locatorOf(index);
		return locator && isFileLocator(locator) ? locator.offset : undefined;
	}

	/** Where the record of a block lies, as far as that is known without reading. */
	locatorOf(index: number): Locator | undefined {
		if (index < 0 || index >= this.facts.length) return undefined;
		return this.store.known(index)?.locator ?? this.memory?.locatorOf(this.facts.entryOf(index));
	}

	/** A block that is in memory. */
	known(index: number): Block | undefined {
		return this.store.known(index);
	}

	/** A block for somebody who passes over all of them. */
	glance(index: number): Block {
		return this.store.glance(index);
	}

	/** Where the block of an entry is. */
	indexOf(id: string): number | undefined {
		return this.places.get(id);
	}

	add(entry: Entry): void {
		this.tail.add(entry);
		this.addFork(entry);
		const media = this.mediaPlaces.of(entry);
		if (entry.kind === 'tool_result' && this.addResult(entry, media)) return;
		const kind = kindOf(entry);
		if (kind) this.push(entry, kind, media);
		// A compaction that brings its summary along is a line and something to unfold.
		if (entry.kind === 'compaction' && entry.text.length > longestSummary) this.push(entry, 'summary');
	}

	/** A line before the first record of the road that is shown. */
	private addFork(entry: Entry): void {
		const note = this.forks.get(recordOf(entry.id));
		if (!note || entry.id !== recordOf(entry.id) || this.places.has(entry.id)) return;
		this.forkPlaces.push({block: this.blocks.length, note});
		const fork = {...entry, id: `${entry.id}#fork`, isAside: false};
		this.push(fork, 'fork', undefined, {summary: describeFork(note)});
	}

	private newModel({kind, model}: Entry): string | undefined {
		if (kind !== 'assistant' || model === undefined || model === this.model) return undefined;
		// In the middle of a session nobody knows who answered before.
		const isUnsure = this.model === undefined && (this.span?.from ?? 0) > 0;
		this.model = model;
		return isUnsure ? undefined : sanitizeLine(model);
	}

	private addResult(entry: Entry, media: readonly BlockMedia[] | undefined): boolean {
		const {tool} = entry;
		const index = tool?.callId === undefined ? undefined : this.calls.get(tool.callId);
		if (index === undefined) return false;
		const isKept = this.store.isKept(index);
		const block = this.store.known(index);
		if (block) complete(block, entry, isKept ? this.keeper : this.passing, media);
		this.facts.complete(index, {
			result: isKept || !this.memory ? none : this.memory.keep(entry),
			hasFailed: entry.isError === true || tool?.isError === true || (tool?.exitCode ?? 0) !== 0,
			hasPatch: tool?.patch !== undefined,
		});
		this.completed.push(index);
		this.places.add(entry.id, index);
		this.calls.delete(tool!.callId!);
		return true;
	}

	private push(entry: Entry, kind: Block['kind'], media?: readonly BlockMedia[], own?: Partial<Block>): void {
		const index = this.facts.length;
		const around = this.aroundOf(entry, kind);
		const isKept = !this.memory || own !== undefined || (this.keeper.hasRoom && this.store.keptCount < mostKept);
		const replaced = kind === 'summary' ? ([this.firstUnreplaced, this.prompts.length] as const) : undefined;
		if (replaced) this.firstUnreplaced = this.prompts.length;
		const isAside = entry.isAside === true;
		this.facts.push(
			{
				kind,
				...around,
				isAside,
				isError: entry.isError === true,
				isEdit: isEdit(entry),
				entry: isKept ? none : this.memory!.keep(entry),
			},
			{model: around.model, replaced},
		);
		const block = isKept ? this.make(entry, index, this.keeper, media) : undefined;
		this.store.push(own && block ? {...block, ...own} : block);
		// What is not shown neither speaks first nor needs space.
		if (!isAside) this.lastShown = {kind, time: clock(entry.timestamp)};
		this.places.add(entry.id, index);
		if (kind === 'prompt') this.prompts.push(index);
		if (entry.kind === 'tool_call' && entry.tool?.callId !== undefined) this.calls.set(entry.tool.callId, index);
	}

	private aroundOf(entry: Entry, kind: Block['kind']): Around {
		const before = this.lastShown;
		const isSide = entry.isSidechain === true;
		if (!isSide) this.sideRun = undefined;
		const isRunStart = isSide && this.sideRun === undefined;
		if (isRunStart) this.sideRun = {count: 0};
		if (this.sideRun) this.sideRun.count++;
		return {
			hasTime: kind === 'prompt' || clock(entry.timestamp) !== (before?.time ?? ''),
			hasSpaceBefore: before !== undefined && needsSpace(before.kind, kind),
			model: this.newModel(entry),
			side: isSide ? {isFirst: isRunStart, run: this.sideRun!} : undefined,
		};
	}

	private make(entry: Entry, index: number, keeper: TextKeeper, media: readonly BlockMedia[] | undefined): Block {
		const compaction = entry.kind === 'compaction' ? this.compactions.get(entry.id) : undefined;
		const {facts} = this;
		const block = makeBlock(entry, {
			kind: facts.kindOf(index),
			around: facts.aroundOf(index),
			keeper,
			media,
			compaction,
		});
		return this.withReplaced(block, facts.replacedBy(index));
	}

	/** What a summary took the place of: the prompts since the one before. They are read when somebody looks at them. */
	private withReplaced(block: Block, range: readonly [number, number] | undefined): Block {
		if (!range) return block;
		let known: readonly string[] | undefined;
		const read = () => this.prompts.slice(...range).map(prompt => this.glance(prompt).summary);
		return Object.defineProperty(block, 'replaced', {
			get() {
				known ??= read();
				return known;
			},
			enumerable: true,
		});
	}

	private makeAgain(index: number): Block {
		const {facts, memory, passing} = this;
		const [entry, media] = lastOf(memory!.recall(facts.entryOf(index)));
		if (!entry) return this.lost(index);
		const block = this.make(entry, index, passing, media);
		const number = facts.resultOf(index);
		const [result, more] = number === none ? [] : lastOf(memory!.recall(number));
		if (!result) return block;
		const {name, universal} = entry.tool ?? {};
		// Only the stream knows the tool of a result.
		const tool = result.tool && name !== undefined && universal ? {...result.tool, name, universal} : result.tool;
		complete(block, {...result, tool}, passing, more);
		return block;
	}

	private lost(index: number): Block {
		const {facts} = this;
		const text = 'This record is not in the file any more.';
		const locator = this.memory?.locatorOf(facts.entryOf(index)) ?? {path: '', offset: 0, length: 0};
		const entry: Entry = {id: `lost#${index}`, kind: 'system', text, locator};
		return {...this.make(entry, index, this.passing, undefined), summary: text, isAside: facts.isAside(index)};
	}
}

/** The entry that was meant, and the media of it: they are counted over all entries of a record. */
function lastOf(entries: readonly Entry[]): [Entry | undefined, (readonly BlockMedia[] | undefined)?] {
	const places = new MediaPlaces();
	const media = entries.map(entry => places.of(entry));
	return [entries.at(-1), media.at(-1)];
}

function isEdit({kind, tool}: Entry): boolean {
	return kind === 'tool_call' && (tool?.universal === 'edit' || tool?.universal === 'write');
}

/** Speech stands apart; what an answer does follows it closely. */
function needsSpace(before: Block['kind'], kind: Block['kind']): boolean {
	return ['prompt', 'answer', 'boundary', 'fork'].includes(kind) || ['prompt', 'boundary', 'fork'].includes(before);
}
