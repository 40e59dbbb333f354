/** What every open format reads in the same way. */
import {isFields, listOf, numberOf, stringOf} from '../../adapters/fields.ts';
import type {EntryKind, Media} from '../../model/entry.ts';
import type {NodeRole} from '../../model/node-role.ts';

/** What an entry's record is to the graph, where the document does not tell. */
export const nodeRoleOf: Readonly<Record<EntryKind, NodeRole>> = {
	user: 'prompt',
	assistant: 'answer',
	thinking: 'answer',
	tool_call: 'answer',
	tool_result: 'result',
	system: 'aside',
	compaction: 'aside',
	title: 'aside',
	unknown: 'aside',
};

export function mediaFrom(value: unknown): Media[] | undefined {
	if (!Array.isArray(value)) return undefined;
	return listOf(value)
		.filter(isFields)
		.map(({type, bytes, width, height}) => ({
			type: stringOf(type) ?? 'unknown',
			bytes: numberOf(bytes),
			width: numberOf(width),
			height: numberOf(height),
		}));
}
