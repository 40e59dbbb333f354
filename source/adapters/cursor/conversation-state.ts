/**
 * The root of a conversation: which messages it is made of and in which order. Every step of the agent leaves a new root;
 * the older ones stay in the database.
 */
import {createHash} from 'node:crypto';
import {fileURLToPath} from 'node:url';
import type {ChatStore} from './chat-store.ts';
import {allBytes, firstBytes, firstString, firstTime, firstValue, readWire, type WireField} from './wire.ts';

/** A message by the name of its blob. Some writers put the message itself where the name should be. */
export type MessageRef = {readonly id: string; readonly inline?: Buffer};

export type ConversationState = {
	/** What the model was sent, in order. */
	readonly messages: readonly MessageRef[];
	/** What the person was shown, turn by turn: names of blobs, or the turns themselves. */
	readonly turns: readonly Buffer[];
	/** Directories, as far as they are `file:` addresses. */
	readonly workspaces: readonly string[];
	readonly gitBranch?: string;
	readonly startedAt?: string;
	/** How full the model's memory is: a snapshot, not what was used over time. */
	readonly context?: {readonly used: number; readonly most: number};
	/** Fields whose numbers differ between versions: they are known by their shape. */
	readonly others: readonly WireField[];
};

const field = {messages: 1, context: 5, turns: 8, workspaces: 9, repositories: 21, startedAt: 26} as const;
const firstUncertainField = 11;
const idLength = 32;

export function parseState(bytes: Buffer): ConversationState | undefined {
	const fields = readWire(bytes);
	const messages = allBytes(fields, field.messages).map(messageRef);
	const turns = allBytes(fields, field.turns);
	if (!fields || messages.includes(undefined) || messages.length + turns.length === 0) return undefined;
	const repository = readWire(firstBytes(fields, field.repositories) ?? Buffer.alloc(0));
	return {
		messages: messages as MessageRef[],
		turns,
		workspaces: allBytes(fields, field.workspaces).flatMap(directoryFrom),
		gitBranch: firstString(repository, 1)?.startsWith('/') ? firstString(repository, 2) : undefined,
		startedAt: firstTime(fields, field.startedAt),
		context: contextFrom(firstBytes(fields, field.context)),
		others: fields.filter(({number, bytes}) => number >= firstUncertainField && bytes),
	};
}

function messageRef(bytes: Buffer): MessageRef | undefined {
	if (bytes.length === idLength) return {id: bytes.toString('hex')};
	if (bytes[0] !== 0x7b) return undefined;
	return {id: createHash('sha256').update(bytes).digest('hex'), inline: bytes};
}

function directoryFrom(bytes: Buffer): string[] {
	try {
		return [fileURLToPath(bytes.toString('utf8'))];
	} catch {
		return [];
	}
}

function contextFrom(bytes: Buffer | undefined): ConversationState['context'] {
	const fields = bytes && readWire(bytes);
	const [used, most] = [firstValue(fields, 1), firstValue(fields, 2)];
	return used === undefined || most === undefined ? undefined : {used, most};
}

/** The message that bytes are, or the blob whose name they are. `id` says which blob that was. */
export function resolve(bytes: Buffer, store: ChatStore): {readonly bytes: Buffer; readonly id?: string} {
	if (bytes.length !== idLength) return {bytes};
	const id = bytes.toString('hex');
	const blob = store.blob(id);
	return blob ? {bytes: blob, id} : {bytes};
}

export type InnerState = {
	/** The sub-agent's session id. */
	readonly id: string;
	readonly state: ConversationState;
	readonly createdAt?: string;
	readonly usedAt?: string;
};

/**
 * Sub-agents whose conversation lies inside their parent's root: entries of a map from their id to
 * `{1: conversation, 2: when created, 3: when last used}`, somewhere among the later fields.
 */
export function innerStates({others}: ConversationState, store: ChatStore): InnerState[] {
	return others.flatMap(({bytes}): InnerState[] => {
		const entry = readWire(bytes!);
		const id = firstString(entry, 1);
		const value = firstBytes(entry, 2);
		if (!id || !value || id.length > 200) return [];
		const persisted = readWire(resolve(value, store).bytes);
		const nested = firstBytes(persisted, 1);
		const state = nested && parseState(resolve(nested, store).bytes);
		const opening = state?.messages[0];
		if (!state || (opening && !opening.inline && !store.has(opening.id))) return [];
		return [{id, state, createdAt: firstTime(persisted, 2), usedAt: firstTime(persisted, 3)}];
	});
}
