/** How far a block is unfolded: its one line, all but the middle of long texts, all of it. */
export type Opening = 'folded' | 'open' | 'whole';

/** What was unfolded and folded one by one, whatever is folded by kind: blocks, and runs of side work. */
export type Openings = ReadonlyMap<object, Opening>;
