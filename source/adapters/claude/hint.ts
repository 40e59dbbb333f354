/** What some records are shown like because others have a say in it, in a form that can be sent and compared. */
import type {ByteRange, Hint} from '../adapter.ts';
import {firstFrom} from '../jsonl/node-at.ts';
import type {FirstPass} from './entry-decoder.ts';
import type {Survey} from './survey.ts';

/** A call that started a sub-agent, and where it was written. */
export type Spawn = {readonly call: string; readonly agent: string; readonly place: number};

/** Of records by their places; what is empty is absent. */
type Told = {
	/** The sub-agents that calls started. */
	readonly spawned?: ReadonlyArray<readonly [call: string, agent: string]>;
	/** Records that were written before. */
	readonly repeats?: readonly number[];
	/** Records that could not keep their uuid. */
	readonly renamed?: ReadonlyArray<readonly [place: number, id: string]>;
	/** Blocks that other records repeat. */
	readonly blocks?: ReadonlyArray<readonly [place: number, blocks: readonly number[]]>;
	/** Records of the queue that hold a prompt no other record has. */
	readonly steered?: readonly number[];
};

const noHint: Hint = new Uint8Array();

/** Of one part, as far as it is known. undefined: nobody can tell. */
export function hintOf(survey: Survey, range: ByteRange): Hint | undefined {
	const {spawns, isCallLost, nodeOffsets, repeats, renamed, sums, steeredPrompts} = survey;
	if (isCallLost) return undefined;
	const blocks = sums.repeatedBlocks.all;
	const isIn = (place: number) => place >= range.from && place < range.to;
	const spawned = spawns.filter(({place}) => isIn(place)).map(({call, agent}) => [call, agent] as const);
	const told = {
		spawned: [...new Map(spawned)],
		repeats: [] as number[],
		renamed: [] as Array<[number, string]>,
		blocks: [] as Array<[number, number[]]>,
		steered: [...steeredPrompts].filter(isIn),
	} satisfies Told;
	if (repeats.size + renamed.size + blocks.size > 0) {
		const end = firstFrom(nodeOffsets, range.to);
		for (let node = firstFrom(nodeOffsets, range.from); node < end; node++) {
			const place = nodeOffsets.at(node);
			if (repeats.has(node)) told.repeats.push(place);
			if (renamed.has(node)) told.renamed.push([place, renamed.get(node)!]);
			if (blocks.has(node)) told.blocks.push([place, [...blocks.get(node)!]]);
		}
	}
	const known = Object.entries(told).filter(([, items]) => items.length > 0);
	return known.length === 0 ? noHint : Buffer.from(JSON.stringify(Object.fromEntries(known)));
}

/** As much of a first pass as it takes to decode the records of a part: the number of a node is its place. */
export type HintedPass = FirstPass & {readonly repeats: ReadonlySet<number>};

export function hintedPass(hint: Hint, beside: ReadonlyMap<string, string>): HintedPass {
	const told: Told = hint.length === 0 ? {} : JSON.parse(Buffer.from(hint).toString('utf8'));
	const blocks = new Map(told.blocks?.map(([place, each]) => [place, new Set(each)]));
	return {
		repeats: new Set(told.repeats),
		survey: {
			renamed: new Map(told.renamed),
			steeredPrompts: new Set(told.steered),
			sums: {
				spawned: new Map([...(told.spawned ?? []), ...beside]),
				repeatedBlocks: {
					hasAny: place => blocks.has(place),
					has: (place, block) => blocks.get(place)?.has(block) ?? false,
				},
			},
		},
	};
}
