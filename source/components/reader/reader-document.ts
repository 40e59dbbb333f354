import type {Entry, Media} from '../../model/entry.ts';
import {bytes, compact} from '../../text/figures.ts';
import {sanitizeLine} from '../../text/sanitize.ts';
import {clock} from '../../text/times.ts';
import type {CompactionFacts} from '../session-source.ts';
import type {Block} from './block.ts';
import {noText, TextKeeper} from './kept-text.ts';
import {Tail} from './tail.ts';
import {toolBody} from './tool-body.ts';

type Draft = Partial<Block> & Pick<Block, 'kind'>;

const longestSummary = 400;

/** The entries of a session as blocks to draw, in the order they come; what a reader does not miss is left out. */
export class ReaderDocument {
	readonly blocks: Block[] = [];
	/** Where the prompts are among the blocks. */
	readonly prompts: number[] = [];
	/** The blocks whose result came after them, in the order it came. */
	readonly completed: number[] = [];
	readonly tail = new Tail();
	/** Where the block of an entry is; a result is in the block of its call. */
	private readonly places = new Map<string, number>();
	/** Calls that wait for their result. */
	private readonly calls = new Map<string, number>();
	private readonly keeper: TextKeeper;
	private readonly compactions: ReadonlyMap<string, CompactionFacts>;
	private sideRun: {count: number} | undefined;

	constructor({room, compactions = []}: {room?: number; compactions?: readonly CompactionFacts[]} = {}) {
		this.keeper = new TextKeeper(room);
		this.compactions = new Map(compactions.map(each => [each.id, each]));
	}

	/** Where the block of an entry is. */
	indexOf(id: string): number | undefined {
		return this.places.get(id);
	}

	add(entry: Entry): void {
		this.tail.add(entry);
		if (entry.isAside) return;
		if (entry.kind === 'tool_result' && this.addResult(entry)) return;
		const draft = this.draftOf(entry);
		if (draft) this.push(entry, draft);
		// A compaction that brings its summary along is a line and something to unfold.
		if (entry.kind === 'compaction' && entry.text.length > longestSummary) this.push(entry, this.summary(entry));
	}

	private draftOf(entry: Entry): Draft | undefined {
		const hasNothing = entry.text.trim() === '' && !entry.media?.length;
		switch (entry.kind) {
			case 'user':
				return {kind: 'prompt', body: this.keeper.keep(withMedia(entry), true)};
			case 'assistant':
				return hasNothing ? undefined : {kind: 'answer', body: this.keeper.keep(withMedia(entry), true)};
			case 'thinking':
				return {kind: 'thinking', name: 'thinking', body: this.keeper.keep(entry.text)};
			case 'tool_call':
				return this.call(entry);
			case 'tool_result':
				return {
					kind: 'tool',
					name: entry.tool?.name ?? 'result',
					summary: 'a result whose call is not here',
					result: this.resultOf(entry),
				};
			case 'compaction':
				return {kind: 'boundary', summary: this.describeCompaction(entry)};
			case 'title':
				return {kind: 'note', name: 'named', summary: oneLine(entry.text)};
			case 'system':
				if (entry.detail === 'compact_summary') return this.summary(entry);
				return {
					kind: 'note',
					name: noteName(entry),
					summary: oneLine(entry.text),
					body: this.keeper.keep(withMedia(entry)),
				};
			case 'unknown':
				return {kind: 'unknown', name: sanitizeLine(entry.detail ?? 'unknown'), summary: oneLine(entry.text)};
		}
	}

	private call(entry: Entry): Draft {
		const tool = entry.tool ?? {name: entry.detail ?? 'tool', universal: 'unknown' as const};
		const {text, isDiff, change} = toolBody(tool);
		return {
			kind: 'tool',
			name: sanitizeLine(tool.name),
			summary: oneLine(entry.text),
			body: this.keeper.keep(text),
			isDiff,
			change,
		};
	}

	private summary(entry: Entry): Draft {
		return {kind: 'summary', name: 'summary', body: this.keeper.keep(entry.text)};
	}

	private addResult(entry: Entry): boolean {
		const index = entry.tool?.callId === undefined ? undefined : this.calls.get(entry.tool.callId);
		if (index === undefined) return false;
		this.blocks[index]!.result = this.resultOf(entry);
		this.completed.push(index);
		if (!this.places.has(entry.id)) this.places.set(entry.id, index);
		this.calls.delete(entry.tool!.callId!);
		return true;
	}

	private resultOf(entry: Entry): Block['result'] {
		const output = withMedia({...entry, text: entry.tool?.output ?? entry.text});
		const body = this.keeper.keep(output);
		return {body, lines: countLines(output), isError: entry.isError === true || entry.tool?.isError === true};
	}

	private push(entry: Entry, draft: Draft): void {
		const before = this.blocks.at(-1);
		const index = this.blocks.length;
		const isSide = entry.isSidechain === true;
		if (!isSide) this.sideRun = undefined;
		const isRunStart = isSide && this.sideRun === undefined;
		if (isRunStart) this.sideRun = {count: 0};
		if (this.sideRun) this.sideRun.count++;

		const block: Block = {
			id: entry.id,
			locator: entry.locator,
			timestamp: entry.timestamp,
			hasTime: draft.kind === 'prompt' || clock(entry.timestamp) !== clock(before?.timestamp),
			hasSpaceBefore: before !== undefined && needsSpace(before.kind, draft.kind),
			name: '',
			summary: '',
			body: noText,
			isDiff: false,
			cutBytes: entry.cutBytes ?? 0,
			isError: entry.isError === true,
			side: isSide ? {isFirst: isRunStart, run: this.sideRun!} : undefined,
			...draft,
		};
		this.blocks.push(block);
		if (!this.places.has(entry.id)) this.places.set(entry.id, index);
		if (block.kind === 'prompt') this.prompts.push(index);
		if (entry.kind === 'tool_call' && entry.tool?.callId !== undefined) this.calls.set(entry.tool.callId, index);
	}

	private describeCompaction(entry: Entry): string {
		const {tokensBefore, tokensAfter} = this.compactions.get(entry.id) ?? {};
		const time = clock(entry.timestamp);
		const tokens = [tokensBefore, tokensAfter].filter(value => value !== undefined).map(compact);
		return `compacted${time === '' ? '' : ` at ${time}`}${tokens.length > 0 ? ` · ${tokens.join(' → ')} tokens` : ''}`;
	}
}

/** Speech stands apart; what an answer does follows it closely. */
function needsSpace(before: Block['kind'], kind: Block['kind']): boolean {
	return ['prompt', 'answer', 'boundary'].includes(kind) || ['prompt', 'boundary'].includes(before);
}

function noteName(entry: Entry): string {
	return sanitizeLine(entry.detail ?? 'note').replace(/^system\//, '');
}

function oneLine(text: string): string {
	return sanitizeLine(text.slice(0, longestSummary));
}

function withMedia({text, media}: {text: string; media?: readonly Media[]}): string {
	if (!media?.length) return text;
	const described = media.map(({type, bytes: size}) => `[${type}${size === undefined ? '' : `, ${bytes(size)}`}]`);
	return [text, ...described].filter(part => part !== '').join('\n');
}

function countLines(text: string): number {
	const trimmed = text.trimEnd();
	if (trimmed === '') return 0;
	let lines = 1;
	for (let at = trimmed.indexOf('\n'); at >= 0; at = trimmed.indexOf('\n', at + 1)) lines++;
	return lines;
}
