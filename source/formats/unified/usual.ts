/** What a reader takes for granted of a block, so that only what differs has to be written. */

import type {EntryKind} from '../../model/entry.ts';
import type {NodeRole} from '../../model/node-role.ts';
import {nodeRoleOf} from '../import/read-parts.ts';

export type MessageRole = 'user' | 'assistant' | 'system';
export type BlockType = 'text' | 'tool_use' | 'tool_result' | 'thinking';

/** Results are messages of the user, as the API has them. */
export const messageRoles: Readonly<Record<EntryKind, MessageRole>> = {
	user: 'user',
	assistant: 'assistant',
	thinking: 'assistant',
	tool_call: 'assistant',
	tool_result: 'user',
	system: 'system',
	compaction: 'system',
	title: 'system',
	unknown: 'system',
};

export const blockTypes: Readonly<Partial<Record<EntryKind, BlockType>>> = {
	thinking: 'thinking',
	tool_call: 'tool_use',
	tool_result: 'tool_result',
};

export function usualKind(type: BlockType, role: MessageRole): EntryKind {
	if (type === 'tool_use') return 'tool_call';
	return type === 'text' ? role : type;
}

/** What a record is to the graph, by its first entry. */
export function usualNodeRole({
	kind,
	isSidechain,
}: {
	readonly kind: EntryKind;
	readonly isSidechain?: boolean;
}): NodeRole {
	return isSidechain ? 'aside' : nodeRoleOf[kind];
}

/** The record that an entry's name speaks of: `id#2` is a block of `id`. */
export function baseOf(id: string): string {
	return id.replace(/#\d+$/, '');
}
