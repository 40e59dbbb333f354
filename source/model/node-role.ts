import type {IdTable} from './id-table.ts';

/** What a record is to the branch graph. */
export type NodeRole =
	| 'prompt' // a person typed it
	| 'answer' // the model said it or called a tool
	| 'result' // a tool's result
	| 'aside'; // anything else: attachments, notes, progress, sub-agents inside the file

/** Stands for "no node": a root's parent, the fork before the first node. */
export const none = -1;

export const nodeRoles: readonly NodeRole[] = ['prompt', 'answer', 'result', 'aside'];

/** The nodes of a graph, column by column: a session may have hundreds of thousands. */
export type NodeTable = {
	readonly size: number;
	readonly ids: Pick<IdTable, 'at' | 'find'>;
	readonly parents: Int32Array;
	/** Of each node, the place of its role among `nodeRoles`. */
	readonly roles: Uint8Array;
	/** Answers with the same message are blocks of one. Its number; none for no message. */
	readonly messages: Int32Array;
	readonly messageIds: IdTable;
	/** The agent keeps a tree itself: whoever has a sibling there is a branch, and not a parallel call or a note. */
	readonly isTree?: boolean;
	/** Where turns compete, if that was told: by the node they follow. Then nothing else is a fork. */
	readonly sides?: ReadonlyMap<number, readonly number[]>;
};
