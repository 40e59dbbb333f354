import {Column} from '../../model/column.ts';
import type {Block} from './block.ts';

const kinds = ['prompt', 'answer', 'thinking', 'tool', 'note', 'summary', 'boundary', 'fork', 'unknown'] as const;

const hasTime = 1;
const hasSpaceBefore = 2;
const isAside = 4;
const isError = 8;
const isEdit = 16;
const isRunStart = 32;

export type Facts = Pick<Block, 'kind' | 'hasTime' | 'hasSpaceBefore' | 'isAside' | 'isError' | 'side'> & {
	readonly isEdit: boolean;
	/** Of the memory of entries; none for a block that is kept. */
	readonly entry: number;
};

/** What few blocks have. */
export type RareFacts = {
	readonly model?: string;
	/** The prompts it took the place of: the first among all prompts, and the one after the last. */
	readonly replaced?: readonly [number, number];
};

export const none = -1;

/** What is known of every block without reading its text: some bytes each, for sessions of hundreds of thousands. */
export class BlockFacts {
	private readonly kinds = new Column(Uint8Array);
	private readonly flags = new Column(Uint8Array);
	private readonly entries = new Column(Int32Array);
	private readonly results = new Column(Int32Array);
	/** The run of side work a block belongs to, + 1. */
	private readonly runs = new Column(Int32Array);
	private readonly allRuns: Array<{count: number}> = [];
	private readonly rare = new Map<number, RareFacts>();

	get length(): number {
		return this.kinds.length;
	}

	push(facts: Facts, rare: RareFacts): number {
		const {side} = facts;
		if (side?.isFirst) this.allRuns.push(side.run);
		if (rare.model !== undefined || rare.replaced) this.rare.set(this.length, rare);
		this.flags.push(
			(facts.hasTime ? hasTime : 0) |
				(facts.hasSpaceBefore ? hasSpaceBefore : 0) |
				(facts.isAside ? isAside : 0) |
				(facts.isError ? isError : 0) |
				(facts.isEdit ? isEdit : 0) |
				(side?.isFirst ? isRunStart : 0),
		);
		this.entries.push(facts.entry);
		this.results.push(none);
		this.runs.push(side ? this.allRuns.length : 0);
		return this.kinds.push(kinds.indexOf(facts.kind));
	}

	/** The result of a call came: what it did and how it ended may be other than it was meant. */
	complete(
		index: number,
		{result, hasFailed, hasPatch}: {result: number; hasFailed: boolean; hasPatch: boolean},
	): void {
		this.results.set(index, result);
		const flags = this.flags.at(index) & (hasFailed ? ~isEdit : ~0);
		this.flags.set(index, flags | (hasFailed ? isError : hasPatch ? isEdit : 0));
	}

	kindOf(index: number): Block['kind'] {
		return kinds[this.kinds.at(index)]!;
	}

	hasFailed(index: number): boolean {
		return (this.flags.at(index) & isError) !== 0;
	}

	isEdit(index: number): boolean {
		return (this.flags.at(index) & isEdit) !== 0;
	}

	isAside(index: number): boolean {
		return (this.flags.at(index) & isAside) !== 0;
	}

	hasSpaceBefore(index: number): boolean {
		return (this.flags.at(index) & hasSpaceBefore) !== 0;
	}

	/** What depends on the blocks around it, for a block that is made again. */
	aroundOf(index: number): Pick<Block, 'hasTime' | 'hasSpaceBefore' | 'side' | 'model'> {
		const flags = this.flags.at(index);
		const run = this.allRuns[this.runs.at(index) - 1];
		return {
			hasTime: (flags & hasTime) !== 0,
			hasSpaceBefore: (flags & hasSpaceBefore) !== 0,
			side: run && {isFirst: (flags & isRunStart) !== 0, run},
			model: this.rare.get(index)?.model,
		};
	}

	/** Whether it is in the middle of a run of side work that is not unfolded. */
	isInside(index: number, opened: ReadonlyMap<object, unknown> | undefined): boolean {
		const run = this.allRuns[this.runs.at(index) - 1];
		return run !== undefined && (this.flags.at(index) & isRunStart) === 0 && opened?.has(run) !== true;
	}

	replacedBy(index: number): readonly [number, number] | undefined {
		return this.rare.get(index)?.replaced;
	}

	entryOf(index: number): number {
		return this.entries.at(index);
	}

	resultOf(index: number): number {
		return this.results.at(index);
	}
}
