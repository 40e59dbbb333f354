/** What a few reads tell of a database that might be a chat. */
import {createHash} from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type {Look} from '../look.ts';
import {readMessage, readRoot} from './chat.ts';
import {readMeta, type SidecarFacts, sidecarFacts, sidecarFile} from './chat-meta.ts';
import {ChatStore, StoreProblem} from './chat-store.ts';
import {type ConversationState, type InnerState, innerStates} from './conversation-state.ts';
import {chatIdOf} from './places.ts';

export type FoundStore = {
	readonly path: string;
	readonly id: string;
	/** The database, what it has not yet taken over from its log, and the sidecar. */
	readonly files: readonly string[];
	readonly size: number;
	readonly modifiedMs: number;
	readonly sidecar?: SidecarFacts;
	readonly hasConversation: boolean;
	/** Sub-agents whose conversation lies in it. */
	readonly inner: ReadonlyArray<{readonly id: string; readonly usedAt?: string; readonly print: string}>;
	/** Set when it can't be read. */
	readonly problem?: {readonly reason: string; readonly detail?: string};
};

/** What tells of a chat beside its transcript, whether it is there or not. */
export function storeFiles(file: string): string[] {
	return [file, `${file}-wal`, sidecarFile(path.dirname(file))];
}

/** What will be said of the file as long as it does not change. Other problems pass: it is asked again each time. */
const lastingReasons = ['empty file', 'not a database', 'damaged database', 'a database of another make'];

class PassingProblem extends Error {
	constructor(readonly found: FoundStore) {
		super(found.problem?.reason);
	}
}

/** As remembered, unless something of it changed. */
export async function recallStore(file: string, look: Look): Promise<FoundStore> {
	try {
		return await look.factsLater('cursor', storeFiles(file), async () => {
			const found = await probeStore(file);
			if (found.problem && !lastingReasons.includes(found.problem.reason)) throw new PassingProblem(found);
			return found;
		});
	} catch (error) {
		if (error instanceof PassingProblem) return error.found;
		throw error;
	}
}

/** Throws errors of the file system only. */
export async function probeStore(file: string): Promise<FoundStore> {
	const sidecar = sidecarFacts(path.dirname(file));
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
			inner: root ? innerStates(root.state, store).map(each => ({...pick(each), print: printOf(each)})) : [],
		};
	} finally {
		store.close();
	}
}

function pick({id, usedAt}: InnerState): {id: string; usedAt?: string} {
	return {id, usedAt};
}

/** Everything it says is named by its hash, so the names tell whether something changed. */
function printOf({state, usedAt}: InnerState): string {
	const hash = createHash('sha1').update(`${usedAt} `);
	for (const {id} of state.messages) hash.update(id);
	for (const turn of state.turns) hash.update(turn);
	return hash.digest('base64url');
}

/** Whether anybody speaks: as a rule the third message, after the instructions and the environment. */
function isConversation(state: ConversationState, store: ChatStore): boolean {
	if (state.turns.length > 0) return true;
	return state.messages.some(message => readMessage({store}, message).some(({kind}) => kind !== 'system'));
}
