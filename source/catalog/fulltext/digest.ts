/** From the entries of a session to what the index keeps of them. */
import type {Passage} from '../../adapters/adapter.ts';
import type {Entry} from '../../model/entry.ts';
import {withCjkPairs} from './cjk.ts';
import {chunkSize} from './row-numbers.ts';
import {columns, entryBreak, searchableOf} from './searchable.ts';

/** A stretch of a session, and its words by column. */
export type Chunk = {
	readonly from: number;
	readonly to: number;
	/** From another thread they come as bytes: those need not be copied on the way, and the index wants bytes. */
	readonly texts: ReadonlyArray<string | Uint8Array>;
};

export function sizeOf(chunks: readonly Chunk[]): number {
	return chunks.reduce((sum, {texts}) => sum + texts.reduce((all, {length}) => all + length, 0), 0);
}

/** What a session's text tells besides its words. */
export type TextFacts = {
	readonly tools: readonly string[];
	readonly models: readonly string[];
	readonly hasImage: boolean;
	readonly hasThinking: boolean;
	readonly hasError: boolean;
	/** The beginning of what was first asked. */
	readonly firstPrompt?: string;
	/** Not all of it is in the index: long outputs, data. */
	readonly isCut: boolean;
};

const promptLength = 400;
/** Names come from files: a hostile one must not fill the catalogue. */
const mostNames = 200;

export class Digest {
	private readonly tools: Set<string>;
	private readonly models: Set<string>;
	private hasImage: boolean;
	private hasThinking: boolean;
	private hasError: boolean;
	private firstPrompt: string | undefined;
	private isCut: boolean;
	private texts = emptyTexts();
	private size = 0;
	private from: number | undefined;
	private to = 0;

	/** Goes on from what earlier passages told. */
	constructor(before?: TextFacts) {
		this.tools = new Set(before?.tools);
		this.models = new Set(before?.models);
		this.hasImage = before?.hasImage ?? false;
		this.hasThinking = before?.hasThinking ?? false;
		this.hasError = before?.hasError ?? false;
		this.firstPrompt = before?.firstPrompt;
		this.isCut = before?.isCut ?? false;
	}

	get facts(): TextFacts {
		const {hasImage, hasThinking, hasError, firstPrompt, isCut} = this;
		return {tools: [...this.tools], models: [...this.models], hasImage, hasThinking, hasError, firstPrompt, isCut};
	}

	/** A chunk, if it is full now. */
	add({from, to, entries}: Passage): Chunk | undefined {
		this.from ??= from;
		// A last record that is still being written has no end yet: whatever there is of it is meant.
		this.to = to > from ? to : Number.MAX_SAFE_INTEGER;
		for (const entry of entries) this.take(entry);
		return this.size >= chunkSize ? this.close() : undefined;
	}

	/** The last chunk, however small; undefined if there is nothing since the one before. */
	finish(): Chunk | undefined {
		return this.from === undefined ? undefined : this.close();
	}

	private close(): Chunk {
		const chunk = {from: this.from!, to: this.to, texts: this.texts.map(parts => withCjkPairs(parts.join(entryBreak)))};
		this.texts = emptyTexts();
		this.size = 0;
		this.from = undefined;
		return chunk;
	}

	private take(entry: Entry): void {
		const {kind, tool, model, media} = entry;
		if (kind === 'thinking' && entry.text !== '') this.hasThinking = true;
		if (media?.some(({type}) => type.startsWith('image'))) this.hasImage = true;
		if (model !== undefined) addName(this.models, model);
		if (kind === 'tool_call' && tool) {
			addName(this.tools, tool.name);
			if (tool.universal !== 'unknown') addName(this.tools, tool.universal);
		}
		if (kind === 'user' && this.firstPrompt === undefined && !entry.isSidechain)
			this.firstPrompt = entry.text.slice(0, promptLength);
		if (entry.cutBytes) this.isCut = true;
		if (entry.isError) this.hasError = true;

		const found = searchableOf(entry);
		if (!found) return;
		this.texts[columns.indexOf(found.column)]!.push(found.text);
		this.size += found.text.length;
		if (found.isCut) this.isCut = true;
		if (found.files && found.files.length > 0) this.texts[columns.indexOf('files')]!.push(found.files.join(entryBreak));
	}
}

function emptyTexts(): string[][] {
	return columns.map(() => []);
}

function addName(names: Set<string>, name: string): void {
	if (names.size < mostNames) names.add(name);
}
