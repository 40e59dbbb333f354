/** Where records lie that are shown in another way than they say themselves, because others have a say in it. */
import type {ByteRange} from '../adapter.ts';
import {firstOf} from '../jsonl/node-at.ts';
import type {Survey} from './survey.ts';

/** To be asked of parts of the file. `spawned`: the sub-agents that whoever reads the part knows of. */
export function toldLater(survey: Survey, spawned: ReadonlyMap<string, string>): (range: ByteRange) => boolean {
	const {repeats, renamed, sums, steeredPrompts, spawns, nodeOffsets} = survey;
	const nodes = [...repeats, ...renamed.keys(), ...sums.repeatedBlocks.nodes];
	const unknown = spawns.filter(({call}) => spawned.get(call) !== sums.spawned.get(call));
	const places = Float64Array.from([
		...nodes.map(node => nodeOffsets.at(node)),
		...steeredPrompts,
		...unknown.map(({place}) => place),
	]).sort();
	return ({from, to}) => {
		const next = places[firstOf(places.length, at => places[at]! >= from)];
		return next !== undefined && next < to;
	};
}
