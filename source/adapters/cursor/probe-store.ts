/** What a few reads tell of a database that might be a chat. */
import fs from 'node:fs';
import path from 'node:path';
import {readMessage, readRoot} from './chat.ts';
import {readMeta, readSidecar, type Sidecar} from './chat-meta.ts';
import {ChatStore, StoreProblem} from './chat-store.ts';
import {type ConversationState, innerStates} from './conversation-state.ts';
import {chatIdOf} from './places.ts';

export type FoundStore = {
	readonly path: string;
	readonly id: string;
	/** The database, what it has not yet taken over from its log, and the sidecar. */
	readonly files: readonly string[];
	readonly size: number;
	readonly modifiedMs: number;
	readonly sidecar?: Sidecar;
	readonly hasConversation: boolean;
	/** Sub-agents whose conversation lies in it. */
	readonly inner: ReadonlyArray<{readonly id: string; readonly usedAt?: string}>;
	/** Set when it can't be read. */
	readonly problem?: {readonly reason: string; readonly detail?: string};
};

/** Throws errors of the file system only. */
export async function probeStore(file: string): Promise<FoundStore> {
	const folder = path.dirname(file);
	const sidecar = readSidecar(folder);
	const stats = [file, `${file}-wal`]
		.map(each => ({each, stat: fs.statSync(each, {throwIfNoEntry: each === file})}))
		.filter(({stat}) => stat && stat.size > 0);
	const found = {
		path: file,
		id: chatIdOf(file),
		files: [file, ...stats.map(({each}) => each).filter(each => each !== file), ...(sidecar ? [sidecar.path] : [])],
		size: stats.reduce((sum, {stat}) => sum + stat!.size, sidecar?.size ?? 0),
		modifiedMs: Math.max(0, ...stats.map(({stat}) => stat!.mtimeMs)),
		sidecar,
	};
	if (stats.length === 0)
		return {
			...found,
			modifiedMs: fs.statSync(file).mtimeMs,
			hasConversation: false,
			inner: [],
			problem: {reason: 'empty file'},
		};
	try {
		return {...found, ...(await lookInside(file))};
	} catch (error) {
		if (!(error instanceof StoreProblem)) throw error;
		return {...found, hasConversation: false, inner: [], problem: {reason: error.reason, detail: error.detail}};
	}
}

async function lookInside(file: string): Promise<Pick<FoundStore, 'hasConversation' | 'inner'>> {
	const store = await ChatStore.open(file);
	try {
		const root = readRoot(store, readMeta(store.meta()).rootId);
		return {
			hasConversation: root !== undefined && isConversation(root.state, store),
			inner: root ? innerStates(root.state, store).map(({id, usedAt}) => ({id, usedAt})) : [],
		};
	} finally {
		store.close();
	}
}

/** Whether anybody speaks: as a rule the third message, after the instructions and the environment. */
function isConversation(state: ConversationState, store: ChatStore): boolean {
	if (state.turns.length > 0) return true;
	return state.messages.some(message => readMessage({store}, message).some(({kind}) => kind !== 'system'));
}
