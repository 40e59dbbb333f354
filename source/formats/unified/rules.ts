/** What the document says of the unified JSON in words: messages are counted from 1, and names lead to messages. */
import {type Fields, fieldsOf, isFields, listOf, stringOf} from '../../adapters/fields.ts';
import type {RuleFinding} from '../common/finding.ts';
import {circlesIn} from './circles.ts';

export function unifiedRules(document: unknown): RuleFinding[] {
	if (!isFields(document)) return [];
	const found: RuleFinding[] = [];
	const say = (path: string, message: string) => found.push({path, message});
	const messages = listOf(document.messages);
	const uuids = new Set<unknown>();
	for (const [at, message] of messages.entries()) {
		if (!isFields(message)) continue;
		const place = `$.messages[${at}]`;
		if (Number.isInteger(message.index) && message.index !== at + 1) say(`${place}.index`, `must be ${at + 1}`);
		if (typeof message.uuid !== 'string') continue;
		if (uuids.has(message.uuid)) say(`${place}.uuid`, 'must be unique within the session');
		uuids.add(message.uuid);
	}
	for (const [at, message] of messages.entries()) {
		const parent = isFields(message) ? message.parent_uuid : undefined;
		if (typeof parent === 'string' && !uuids.has(parent)) say(`$.messages[${at}].parent_uuid`, 'names no message');
	}
	for (const at of circlesIn(parentsIn(messages)))
		say(`$.messages[${at}].parent_uuid`, 'leads back to the message itself');
	if (isFields(document.graph)) checkGraph(document.graph, uuids, say);
	return found;
}

function parentsIn(messages: readonly unknown[]): Map<string, {parent?: string; what: number}> {
	const parents = new Map<string, {parent?: string; what: number}>();
	for (const [at, message] of messages.entries()) {
		const {uuid, parent_uuid: parent} = fieldsOf(message);
		if (typeof uuid === 'string' && !parents.has(uuid)) parents.set(uuid, {parent: stringOf(parent), what: at});
	}
	return parents;
}

function checkGraph(graph: Fields, uuids: ReadonlySet<unknown>, say: (path: string, message: string) => void): void {
	const points = listOf(graph.fork_points);
	if (typeof graph.is_linear === 'boolean' && graph.is_linear !== (points.length === 0))
		say(
			'$.graph.is_linear',
			`must be ${points.length === 0}: fork_points ${points.length === 0 ? 'is empty' : 'is not'}`,
		);
	const checkPlace = (place: unknown, path: string) => {
		if (isFields(place) && typeof place.uuid === 'string' && !uuids.has(place.uuid))
			say(`${path}.uuid`, 'names no message');
	};
	for (const [at, point] of points.entries()) {
		checkPlace(point, `$.graph.fork_points[${at}]`);
		const branches = isFields(point) ? listOf(point.branches) : [];
		for (const [number, branch] of branches.entries())
			checkPlace(branch, `$.graph.fork_points[${at}].branches[${number}]`);
	}
	for (const [at, uuid] of listOf(graph.active_path).entries())
		if (typeof uuid === 'string' && !uuids.has(uuid)) say(`$.graph.active_path[${at}]`, 'names no message');
}
