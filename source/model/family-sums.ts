import type {Relative} from './relative.ts';
import type {TreeRow} from './tree-row.ts';

export type FamilySums = {
	readonly sessions: number;
	readonly agents: number;
	/** What a person typed; what a copy shares with its original counts once. */
	readonly prompts: number;
	readonly branches: number;
};

export function familySums(relatives: readonly Relative[], rows: readonly TreeRow[]): FamilySums {
	// A sub-agent's prompts were not typed.
	const isTyped = ({kind}: TreeRow) => kind === 'session' || kind === 'fork' || kind === 'converted';
	return {
		sessions: relatives.length,
		agents: new Set(relatives.map(({agent}) => agent)).size,
		prompts: rows.filter(isTyped).reduce((sum, {prompts = 0}) => sum + prompts, 0),
		branches: rows.filter(({branch}) => branch !== undefined).length,
	};
}
