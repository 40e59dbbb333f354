/** The graph beside the messages says the same as their parents do. */
import {type Fields, isFields, listOf} from '../../adapters/fields.ts';
import type {Say} from '../common/finding.ts';
import {toldParent, toldParentOfRecord} from './told-parent.ts';

type Told = {
	readonly messages: readonly unknown[];
	readonly places: ReadonlyMap<string, number>;
	readonly say: Say;
};

export function checkGraph(graph: Fields, told: Told): void {
	const points = listOf(graph.fork_points);
	if (typeof graph.is_linear === 'boolean' && graph.is_linear !== (points.length === 0))
		told.say(
			'$.graph.is_linear',
			`must be ${points.length === 0}: fork_points ${points.length === 0 ? 'is empty' : 'is not'}`,
		);
	for (const [at, point] of points.entries()) if (isFields(point)) checkFork(point, `$.graph.fork_points[${at}]`, told);
	checkPath(listOf(graph.active_path), told);
}

function checkFork(point: Fields, path: string, told: Told): void {
	checkPlace(point, path, told);
	for (const [at, branch] of listOf(point.branches).entries()) {
		if (!isFields(branch)) continue;
		const place = checkPlace(branch, `${path}.branches[${at}]`, told);
		const message = place === undefined ? undefined : told.messages[place];
		const find = (uuid: string) => told.messages[told.places.get(uuid) ?? -1];
		const parent = isFields(message) ? toldParentOfRecord(message, find) : undefined;
		// Turns that compete for the very first place follow nobody.
		if (parent !== undefined && point.uuid !== undefined && parent !== point.uuid)
			told.say(`${path}.branches[${at}].uuid`, 'is no child of the fork');
	}
}

/** Where the message is that a place of the graph names; undefined: nowhere. */
function checkPlace({uuid, index}: Fields, path: string, {places, say}: Told): number | undefined {
	if (typeof uuid !== 'string') return undefined;
	const place = places.get(uuid);
	if (place === undefined) say(`${path}.uuid`, 'names no message');
	else if (Number.isInteger(index) && index !== place + 1) say(`${path}.index`, `must be ${place + 1}`);
	return place;
}

/** From the first message to the last, and none is left out whose child is there. */
function checkPath(path: readonly unknown[], {messages, places, say}: Told): void {
	const passed = new Set<number>();
	let last = -1;
	const wrongAt = (place: number): string | undefined => {
		if (passed.has(place)) return 'is on the path twice';
		const message = messages[place];
		const uuid = isFields(message) ? toldParent(message) : undefined;
		const parent = typeof uuid === 'string' ? places.get(uuid) : undefined;
		if (parent === undefined) return place < last ? 'must come before the messages that follow it' : undefined;
		return passed.has(parent) || parent === place ? undefined : 'must come after its parent';
	};
	for (const [at, uuid] of path.entries()) {
		if (typeof uuid !== 'string') continue;
		const place = places.get(uuid);
		const wrong = place === undefined ? 'names no message' : wrongAt(place);
		if (wrong !== undefined) say(`$.graph.active_path[${at}]`, wrong);
		if (place === undefined) continue;
		passed.add(place);
		last = place;
	}
}
