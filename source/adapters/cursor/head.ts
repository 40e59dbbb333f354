/** A session's header, from a few reads. */
import type {Session} from '../../model/session.ts';
import type {SessionRef} from '../adapter.ts';
import {headerOf} from '../header-of.ts';
import {titleFrom} from '../titles.ts';
import {type Chat, isRoot, openChat, readMessage} from './chat.ts';
import {type MessageRef, parseState} from './conversation-state.ts';
import type {Draft} from './draft.ts';
import {later} from './piece.ts';
import {isStore, parseTranscriptName, rootAbove, splitPath, workspaceHashOf} from './places.ts';
import {summariesIn} from './summaries.ts';
import {firstPromptIn, lastTimeIn} from './transcript.ts';
import {turnsAt} from './turns.ts';
import {findWorkspace} from './workspace.ts';

export async function readHead(ref: SessionRef): Promise<Session> {
	const chat = await openChat(ref);
	try {
		return await describeSession(ref, chat, {newest: quickNewest(chat)});
	} finally {
		chat.close();
	}
}

/** What a reading of the whole session tells, or a quick look at its end. */
export type Findings = {readonly oldest?: string; readonly newest?: string; readonly models?: readonly string[]};

/**
 * Times that nobody wrote down stay unknown: the files' own times tell when they were copied, not when somebody worked.
 * Tokens are never known: the database keeps how full the model's memory is, and nothing else.
 */
export async function describeSession(ref: SessionRef, chat: Chat, findings: Findings): Promise<Session> {
	const {oldest, newest, models = []} = findings;
	const {sidecar, inner, state} = chat;
	const meta = inner ? undefined : chat.meta;
	const prompt = await firstPrompt(chat);
	const summary = (await summariesIn(ref.store)).get(ref.id);
	const startedAt =
		sidecar?.createdAt ?? meta?.createdAt ?? inner?.createdAt ?? state?.startedAt ?? oldest ?? prompt?.timestamp;
	const endedAt = later(sidecar?.updatedAt ?? inner?.usedAt, newest);
	const model = meta?.model ?? sidecar?.model ?? summary?.model;
	const used = [...new Set([...models, ...(model === undefined ? [] : [model])])];
	const storeFile = [splitPath(ref.path).file, ...ref.files].find(isStore);
	return {
		...headerOf(ref),
		...titleOf([sidecar?.title, meta?.name, summary?.title], prompt, ref.isAgentSession),
		cwd: await findWorkspace({
			said: sidecar?.cwd === undefined ? (state?.workspaces ?? []) : [sidecar.cwd],
			hash: storeFile && workspaceHashOf(storeFile),
			slug: chat.transcript && parseTranscriptName(chat.transcript).slug,
			root: storeFile ? rootAbove(storeFile) : ref.store,
		}),
		gitBranch: state?.gitBranch,
		startedAt,
		endedAt,
		...(used.length === 0 ? undefined : {models: used}),
	};
}

function titleOf(
	names: ReadonlyArray<string | undefined>,
	prompt: Draft | undefined,
	isAgent: boolean,
): Pick<Session, 'title' | 'titleSource'> {
	const name = names.map(titleFrom).find(each => each !== undefined);
	if (name !== undefined) return {title: name, titleSource: 'generated'};
	const typed = titleFrom(prompt?.text) ?? (prompt?.media ? '[Image]' : undefined);
	if (typed === undefined) return {titleSource: 'none'};
	return {title: typed, titleSource: isAgent ? 'description' : 'first-prompt'};
}

/** The database has it as a rule. After a compaction, whatever else still begins at the beginning. */
async function firstPrompt(chat: Chat): Promise<Draft | undefined> {
	const {state, store, rootId, transcript, archives = []} = chat;
	const found = promptAmong(state?.messages ?? [], chat);
	const isCompacted = found.isCompacted || archives.length > 0;
	const archived = archives[0] && promptAmong(archives[0].messages, chat).prompt;
	if (archived || (found.prompt && !isCompacted)) return archived ?? found.prompt;
	const shown = state && store ? turnsAt(state, 0, rootId ?? '', store)[0]?.prompt : undefined;
	if (shown) return {kind: 'user', role: 'user', text: shown.text, timestamp: shown.time};
	const told = transcript === undefined ? undefined : await firstPromptIn(transcript).catch(() => undefined);
	if (told || !isCompacted || !store || chat.inner) return told ?? found.prompt;
	const oldest = store.referringBlobs().findLast(id => isRoot(store, id));
	const messages = oldest === undefined ? [] : parseState(store.blob(oldest)!)!.messages;
	return promptAmong(messages, chat).prompt ?? found.prompt;
}

function promptAmong(messages: readonly MessageRef[], chat: Chat): {prompt?: Draft; isCompacted: boolean} {
	let isCompacted = false;
	for (const message of messages) {
		const drafts = readMessage(chat, message);
		isCompacted ||= drafts.some(({kind}) => kind === 'compaction');
		const prompt = drafts.find(({kind}) => kind === 'user');
		if (prompt) return {prompt, isCompacted};
	}
	return {isCompacted};
}

/** The newest time that stands near the end. */
function quickNewest({state, store, rootId, transcript}: Chat): string | undefined {
	const last = state && store ? turnsAt(state, state.turns.length - 1, rootId ?? '', store).at(-1) : undefined;
	const times = [last?.prompt?.time, ...(last?.steps.map(({time}) => time) ?? [])];
	const newest = times.reduce(later, undefined);
	if (newest !== undefined || transcript === undefined) return newest;
	try {
		return lastTimeIn(transcript);
	} catch {
		return undefined;
	}
}
