/** A single session, without a look at all the others. */
import fs from 'node:fs';
import path from 'node:path';
import type {SessionRef} from '../adapter.ts';
import {Look} from '../look.ts';
import {refOf, type Setting} from './join-chats.ts';
import {isStore, isTranscript, parseTranscriptName, rootAbove, splitPath, transcriptFolder} from './places.ts';
import {probeStore} from './probe-store.ts';
import {summariesIn} from './summaries.ts';
import {probeTranscript} from './transcript.ts';

/** A session from any path, wherever it lies; undefined if it is not one of Cursor's. */
export async function recognize(place: string): Promise<SessionRef | undefined> {
	const {file, inside} = splitPath(place);
	if (isStore(file)) {
		const store = await probeStore(file);
		if (inside !== undefined) {
			const inner = store.inner.find(({id}) => id === inside);
			return inner && refOf({id: inside, inside: {...inner, store}}, await settingOf(rootAbove(file)));
		}
		if (!store.hasConversation) return undefined;
		const transcript = await transcriptOf(rootAbove(file), store.id);
		return refOf({id: store.id, store, transcript, sidecar: store.sidecar}, await settingOf(rootAbove(file)));
	}
	// Plain text is a transcript only where transcripts are kept.
	if (!isTranscript(file) || (file.endsWith('.txt') && !file.split(path.sep).includes(transcriptFolder)))
		return undefined;
	if (file.endsWith('.jsonl') && !looksOurs(file)) return undefined;
	const transcript = await probeTranscript(file);
	if (transcript.verdict !== 'session') return undefined;
	return refOf({id: transcript.id, transcript}, await settingOf(rootAbove(file)));
}

async function settingOf(root: string): Promise<Setting> {
	const summaries = await summariesIn(root);
	return {look: new Look(), summaryOf: (_, id) => summaries.get(id)};
}

/** The other agents' lines have a `type`, an id or a time; ours begin with who speaks, and hold a message. */
function looksOurs(file: string): boolean {
	const fd = fs.openSync(file, 'r');
	try {
		const bytes = Buffer.alloc(200);
		const text = bytes.toString('utf8', 0, fs.readSync(fd, bytes));
		return /^\s*\{\s*"role"\s*:\s*"(?:user|assistant)"\s*,\s*"message"\s*:/.test(text);
	} finally {
		fs.closeSync(fd);
	}
}

/** The session of an id below a root; `near` is a file that may lie in it or beside it. */
export async function locate(root: string, id: string, near: string): Promise<SessionRef | undefined> {
	try {
		const {file} = splitPath(near);
		const stores = isStore(file) && path.basename(path.dirname(file)) === id ? [file] : storesOf(root, id);
		for (const store of stores) {
			const ref = await recognize(store);
			if (ref) return ref;
		}
		const transcript = await transcriptOf(root, id);
		return transcript && refOf({id, transcript}, await settingOf(root));
	} catch {
		return undefined;
	}
}

function storesOf(root: string, id: string): string[] {
	const chats = path.join(root, 'chats');
	const folders = [...namesIn(chats).map(name => path.join(chats, name)), path.join(root, 'acp-sessions')];
	return folders.map(folder => path.join(folder, id, 'store.db')).filter(file => fs.existsSync(file));
}

async function transcriptOf(root: string, id: string) {
	const projects = path.join(root, 'projects');
	const folders = namesIn(projects).map(name => path.join(projects, name, transcriptFolder));
	const files = folders.flatMap(folder => [
		path.join(folder, id, `${id}.jsonl`),
		path.join(folder, `${id}.jsonl`),
		path.join(folder, id, `${id}.txt`),
		path.join(folder, `${id}.txt`),
		...namesIn(folder).map(parent => path.join(folder, parent, 'subagents', `${id}.jsonl`)),
	]);
	for (const file of files) {
		if (!fs.existsSync(file) || parseTranscriptName(file).id !== id) continue;
		const found = await probeTranscript(file);
		if (found.verdict === 'session') return found;
	}
	return undefined;
}

function namesIn(folder: string): string[] {
	try {
		return fs.readdirSync(folder);
	} catch {
		return [];
	}
}
