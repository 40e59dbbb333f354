/** A session's sources, opened: the database with its present root, the sidecar, the transcript. */
import path from 'node:path';
import type {Warning} from '../../model/warning.ts';
import type {SessionRef} from '../adapter.ts';
import {type Archive, archivesOf} from './archives.ts';
import {type ChatMeta, readMeta, readSidecar, type Sidecar} from './chat-meta.ts';
import {ChatStore, StoreProblem} from './chat-store.ts';
import type {MessageRef} from './conversation-state.ts';
import {type ConversationState, type InnerState, innerStates, parseState} from './conversation-state.ts';
import {decode, decodeSummary} from './decode.ts';
import {type Draft, unknown} from './draft.ts';
import {isStore, isTranscript, splitPath} from './places.ts';

export type Chat = {
	readonly store?: ChatStore;
	readonly meta?: ChatMeta;
	readonly sidecar?: Sidecar;
	/** undefined: the database holds no conversation, or none that can be read. */
	readonly state?: ConversationState;
	/** The blob the state was read from; older ones stand beside it. */
	readonly rootId?: string;
	/** A sub-agent inside its parent's database. */
	readonly inner?: InnerState;
	/** What compactions took out, the oldest first. */
	readonly archives?: readonly Archive[];
	readonly transcript?: string;
	close(): void;
};

/** A database of nothing but trouble must not fill the memory with warnings. */
const mostWarnings = 200;

/** Throws where nothing of the session can be read any more. */
export async function openChat(ref: SessionRef, warn: (warning: Warning) => void = () => {}): Promise<Chat> {
	let told = 0;
	const tell = (warning: Warning) => {
		told++;
		if (told < mostWarnings) warn(warning);
		else if (told === mostWarnings) warn({path: warning.path, message: 'and more like these'});
	};
	const {file, inside} = splitPath(ref.path);
	const storeFile = isStore(file) ? file : ref.files.find(isStore);
	const transcript = ref.files.find(isTranscript);
	const sidecarFile = ref.files.find(each => path.basename(each) === 'meta.json');
	const sidecar = sidecarFile && inside === undefined ? readSidecar(path.dirname(sidecarFile)) : undefined;
	const base = {sidecar, transcript, close() {}};
	if (storeFile === undefined) return base;
	try {
		return {...base, ...(await openStore(storeFile, inside, tell))};
	} catch (error) {
		if (!(error instanceof StoreProblem) || transcript === undefined) throw error;
		tell({path: storeFile, message: `${error.message}; the session is shown from its transcript`});
		return base;
	}
}

async function openStore(file: string, inside: string | undefined, warn: (warning: Warning) => void) {
	const store = await ChatStore.open(file, warn);
	try {
		const meta = readMeta(store.meta());
		const root = readRoot(store, meta.rootId);
		const inner =
			root && inside !== undefined ? innerStates(root.state, store).find(({id}) => id === inside) : undefined;
		if (inside !== undefined && !inner) throw new StoreProblem('the sub-agent is no longer in its parent’s database');
		const state = inner?.state ?? root?.state;
		const archives = state && root ? archivesOf(state, root.id, store) : [];
		return {store, meta, rootId: root?.id, state, inner, archives, close: () => store.close()};
	} catch (error) {
		store.close();
		throw error;
	}
}

type Root = {readonly id: string; readonly state: ConversationState};

/** The present root; where it can't be read, the newest that can, or simply all messages there are. */
export function readRoot(store: ChatStore, rootId: string | undefined): Root | undefined {
	const bytes = rootId === undefined ? undefined : store.blob(rootId);
	if (bytes?.length === 0) return undefined;
	const state = bytes && parseState(bytes);
	if (state && rootId !== undefined) return {id: rootId, state};

	const older = store.referringBlobs().find(id => isRoot(store, id));
	const messages = older === undefined ? store.jsonBlobs().filter(id => isMessage(store, id)) : [];
	if (older === undefined && messages.length === 0) return undefined;
	store.complain(
		rootId ?? '(none)',
		older === undefined
			? 'there is no root that can be read; the messages are shown in the order they were stored'
			: 'the root can’t be read; the newest earlier one is shown',
	);
	if (older !== undefined) return {id: older, state: parseState(store.blob(older)!)!};
	return {id: '', state: {messages: messages.map(id => ({id})), turns: [], workspaces: [], others: []}};
}

/** Other blobs begin with a reference too; only a root begins with one to a message. */
export function isRoot(store: ChatStore, id: string): boolean {
	const bytes = store.blob(id);
	const state = bytes && parseState(bytes);
	const first = state?.messages[0];
	return first !== undefined && (first.inline !== undefined || isMessage(store, first.id));
}

function isMessage(store: ChatStore, id: string): boolean {
	const value = tryParse(store.blob(id));
	return typeof value === 'object' && value !== null && typeof (value as {role?: unknown}).role === 'string';
}

/** A message's entries. One that can't be read is shown as such and told of. */
export function readMessage({store, archives}: Pick<Chat, 'store' | 'archives'>, {id, inline}: MessageRef): Draft[] {
	const bytes = inline ?? store?.namedBlob(id);
	if (!bytes) return [unknown('message/missing', {blob: id})];
	const value = tryParse(bytes);
	if (value !== undefined)
		return archives?.some(({summaryId}) => summaryId === id) ? decodeSummary(value) : decode(value);
	store?.complain(id, `${bytes.length} bytes that are not a JSON message (encrypted, or damaged)`);
	return [unknown('message/unreadable', {blob: id, bytes: bytes.length})];
}

export function tryParse(bytes: Buffer | undefined): unknown {
	if (bytes?.[0] !== 0x7b) return undefined;
	try {
		return JSON.parse(bytes.toString('utf8'));
	} catch {
		return undefined;
	}
}
