/** Which call started which sub-agent. Nothing says it but the words: the task is the sub-agent's first prompt. */
import fs from 'node:fs';
import path from 'node:path';
import type {SessionRef} from '../adapter.ts';
import {type Chat, readMessage} from './chat.ts';
import {innerStates} from './conversation-state.ts';
import {entryId} from './entries.ts';
import type {Node} from './nodes.ts';
import {keyOf} from './piece.ts';
import {parseTranscriptName, transcriptFolder} from './places.ts';
import {firstPromptIn} from './transcript.ts';

type Child = {readonly id: string; readonly promptKey?: string};

/** The sub-agent of each call that is known to have started one. */
export async function spawnedBy(ref: SessionRef, chat: Chat, nodes: readonly Node[]): Promise<Map<string, string>> {
	const spawned = new Map<string, string>();
	const told = nodes.filter(({isTwin}) => !isTwin);
	for (const {piece} of told) for (const {callId, agentId} of piece.agents) spawned.set(callId, agentId);
	const tasks = told.flatMap(({id, piece}) =>
		piece.tasks.map(({draft, callId, promptKey}) => ({callId: callId ?? entryId(id, draft), promptKey})),
	);
	if (tasks.length === 0) return spawned;

	const taken = new Set(spawned.values());
	const children = (await childrenOf(ref, chat)).filter(({id}) => !taken.has(id));
	for (const {callId, promptKey} of tasks) {
		if (spawned.has(callId)) continue;
		const at = children.findIndex(child => child.promptKey === promptKey);
		if (at !== -1) spawned.set(callId, children.splice(at, 1)[0]!.id);
	}
	return spawned;
}

async function childrenOf(ref: SessionRef, chat: Chat): Promise<Child[]> {
	const children: Child[] = [];
	for (const file of subagentFiles(ref, chat.transcript)) {
		const prompt = await firstPromptIn(file).catch(() => undefined);
		children.push({id: parseTranscriptName(file).id, promptKey: prompt && keyOf(prompt.text)});
	}
	if (!chat.store || !chat.state || chat.inner) return children;
	for (const {id, state} of innerStates(chat.state, chat.store)) {
		if (children.some(child => child.id === id)) continue;
		const drafts = state.messages.flatMap(message => readMessage(chat, message));
		const prompt = drafts.find(({kind}) => kind === 'user');
		children.push({id, promptKey: prompt && keyOf(prompt.text)});
	}
	return children;
}

/** `<project>/agent-transcripts/<id>/subagents/*.jsonl`, the oldest first. */
function subagentFiles({id, store}: SessionRef, transcript: string | undefined): string[] {
	const beside = transcript === undefined ? [] : [path.dirname(transcript), path.join(path.dirname(transcript), id)];
	const projects = path.join(store, 'projects');
	const elsewhere = namesIn(projects).map(name => path.join(projects, name, transcriptFolder, id));
	const folders = [...new Set([...beside.filter(each => path.basename(each) === id), ...elsewhere])];
	return folders
		.map(folder => path.join(folder, 'subagents'))
		.flatMap(folder => namesIn(folder).map(name => path.join(folder, name)))
		.filter(file => file.endsWith('.jsonl'))
		.map(file => ({file, made: fs.statSync(file, {throwIfNoEntry: false})?.birthtimeMs ?? 0}))
		.sort((a, b) => a.made - b.made || (a.file < b.file ? -1 : 1))
		.map(({file}) => file);
}

function namesIn(folder: string): string[] {
	try {
		return fs.readdirSync(folder);
	} catch {
		return [];
	}
}
