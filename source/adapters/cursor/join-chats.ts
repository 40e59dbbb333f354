/** Databases, sidecars and transcripts that tell of one chat, joined into one session; a verdict for every file. */
import {createHash} from 'node:crypto';
import fs from 'node:fs';
import type {Candidate, SessionRef} from '../adapter.ts';
import type {Look} from '../look.ts';
import type {SidecarFacts} from './chat-meta.ts';
import {rootAbove} from './places.ts';
import {type FoundStore, storeFiles} from './probe-store.ts';
import type {Summary} from './summaries.ts';
import {type FoundTranscript, lastTimeIn} from './transcript.ts';

export type Finds = {
	readonly stores: readonly FoundStore[];
	readonly transcripts: readonly FoundTranscript[];
	/** Sidecars of chats that have no database. */
	readonly sidecars: ReadonlyArray<{readonly id: string; readonly sidecar: SidecarFacts}>;
	/** By root, and by the chat's id. */
	readonly summaries: ReadonlyMap<string, ReadonlyMap<string, Summary>>;
};

export type Joined = {readonly candidates: Candidate[]; readonly sessions: SessionRef[]};

const bookkeeping = 'no conversation in it, only bookkeeping';

export function joinChats(finds: Finds, look: Look): Joined {
	const setting: Setting = {look, summaryOf: (root, id) => finds.summaries.get(root)?.get(id)};
	const chats = [...groupById(finds)].map(([id, chat]) => joinChat(id, chat, setting));
	const known = new Set(chats.flatMap(({sessions}) => sessions.map(({id}) => id)));
	const sessions = chats.flatMap(chat => chat.sessions).map(ref => fold(ref, known));
	const folded = new Map(sessions.filter(({isFolded}) => isFolded).map(ref => [ref.path, ref.parentId]));
	const candidates = chats
		.flatMap(chat => chat.candidates)
		.map((each): Candidate => {
			const isFolded = each.verdict === 'listed' && folded.has(each.path);
			if (!isFolded) return each;
			const reason = 'sub-agent of a listed session';
			return {...each, verdict: 'hidden', reason, detail: folded.get(each.path)};
		});
	return {candidates, sessions};
}

function fold(ref: SessionRef, known: ReadonlySet<string>): SessionRef {
	return {...ref, isFolded: ref.parentId !== undefined && ref.parentId !== ref.id && known.has(ref.parentId)};
}

type Inner = FoundStore['inner'][number] & {readonly store: FoundStore};

type Chat = {
	readonly stores: FoundStore[];
	readonly transcripts: FoundTranscript[];
	readonly sidecars: Array<Finds['sidecars'][number]>;
	readonly inner: Inner[];
};

function groupById({stores, transcripts, sidecars}: Finds): Map<string, Chat> {
	const chats = new Map<string, Chat>();
	const chatOf = (id: string): Chat => {
		const chat = chats.get(id) ?? {stores: [], transcripts: [], sidecars: [], inner: []};
		chats.set(id, chat);
		return chat;
	};
	for (const store of stores) {
		chatOf(store.id).stores.push(store);
		for (const inner of store.inner) chatOf(inner.id).inner.push({...inner, store});
	}
	for (const transcript of transcripts) chatOf(transcript.id).transcripts.push(transcript);
	for (const sidecar of sidecars) chatOf(sidecar.id).sidecars.push(sidecar);
	return chats;
}

function joinChat(id: string, {stores, transcripts, sidecars, inner}: Chat, setting: Setting): Joined {
	const candidates: Candidate[] = [];
	const tell = (path: string, verdict: Candidate['verdict'], reason?: string, detail?: string) =>
		candidates.push({agent: 'cursor', path, verdict, reason, detail, sessionId: id});

	const [store, ...otherStores] = stores.filter(each => each.hasConversation).sort(newestFirst);
	const spoken = transcripts.filter(each => each.verdict === 'session').sort(bestFirst);
	const {main: transcript, copies, others} = sortOut(spoken, setting.look);
	const inside = store ? undefined : inner[0];
	const silent = stores.filter(each => !each.hasConversation);
	const sidecar = [...stores.flatMap(each => each.sidecar ?? []), ...sidecars.map(each => each.sidecar)][0];
	const parts = {id, store, inside, silent, transcript, sidecar};
	const more = otherStores.map(each => refOf({id, store: each, sidecar: each.sidecar}, setting));
	const sessions = [refOf(parts, setting), ...more, ...others.map(each => refOf({id, transcript: each}, setting))];
	const listed = sessions.filter(ref => ref !== undefined);

	for (const {path} of listed) tell(path, 'listed');
	const isListed = (path: string) => listed.some(ref => ref.path === path);
	const part = 'part of a listed session';
	for (const {path, problem} of silent) {
		const isJoined = listed[0]?.files.includes(path);
		if (problem) tell(path, problem.reason === 'empty file' ? 'hidden' : 'unreadable', problem.reason, problem.detail);
		else tell(path, 'hidden', isJoined ? part : bookkeeping);
	}
	for (const each of transcripts) {
		if (each.verdict !== 'session') tell(each.path, each.verdict, each.reason, each.detail);
		else if (copies.includes(each)) tell(each.path, 'hidden', 'copy of a listed session', id);
		else if (!isListed(each.path)) tell(each.path, 'hidden', part, id);
	}
	for (const each of sidecars)
		tell(each.sidecar.path, 'hidden', listed[0] ? part : bookkeeping, listed[0] ? id : 'it has no store.db');
	for (const each of inner) {
		const path = `${each.store.path}#${id}`;
		if (!isListed(path)) tell(path, 'hidden', 'copy of a listed session', id);
	}
	return {candidates, sessions: listed};
}

type Parts = {
	readonly id: string;
	readonly store?: FoundStore;
	readonly inside?: Inner;
	/** Databases without a conversation: they may still name the chat. */
	readonly silent?: readonly FoundStore[];
	readonly transcript?: FoundTranscript;
	readonly sidecar?: SidecarFacts;
};

/** What a session is seen with. */
export type Setting = {readonly look: Look; summaryOf(root: string, id: string): Summary | undefined};

/** undefined: nobody speaks in any of them. */
export function refOf(
	{id, store, inside, silent = [], transcript, sidecar}: Parts,
	{look, summaryOf}: Setting,
): SessionRef | undefined {
	const path = store?.path ?? (inside ? `${inside.store.path}#${id}` : transcript?.path);
	if (path === undefined) return undefined;
	const chat = store ?? inside?.store;
	const unheard = chat ? [] : silent.filter(({problem}) => problem?.reason !== 'empty file').slice(0, 1);
	const own = chat ? chat.files.filter(file => !inside || !file.endsWith('meta.json')) : [];
	const files = [...own, ...(transcript ? [transcript.path] : []), ...unheard.flatMap(each => each.files)];
	if (sidecar && !files.includes(sidecar.path)) files.push(sidecar.path);
	const told =
		sidecar?.updatedAt ?? inside?.usedAt ?? (chat || !transcript ? undefined : timeIn(transcript.path, look));
	const modified = Math.max(chat?.modifiedMs ?? 0, transcript?.modifiedMs ?? 0);
	const parentId = transcript?.parentId ?? inside?.store.id;
	const root = rootAbove(path);
	const stamped = [...files, ...[...(store ? [store] : []), ...unheard].flatMap(each => storeFiles(each.path))];
	// A sub-agent's file is its parent's too: only what it says itself tells of a change.
	const seen = inside ? stamped.filter(file => !inside.store.files.includes(file)) : stamped;
	const stamps = [
		...(inside ? [innerStamp(inside)] : []),
		...(seen.length > 0 ? [look.stampOf([...new Set(seen)])] : []),
		...summaryPrint(summaryOf(root, id)),
	];
	return {
		agent: 'cursor',
		id,
		path,
		files: [...new Set(chat || !transcript ? files : [transcript.path, ...files])],
		size: (inside ? 0 : (store?.size ?? 0)) + (transcript?.size ?? 0),
		endedAt: told ?? new Date(modified).toISOString(),
		isAgentSession: parentId !== undefined || sidecar?.isSubagent === true,
		parentId,
		isFolded: false,
		store: root,
		stamp: stamps.join(' '),
	};
}

/** In the form of a file's stamp. */
function innerStamp({usedAt, print}: Inner): string {
	return `inner.${usedAt === undefined ? 0 : Date.parse(usedAt) * 1000}.${print}`;
}

function summaryPrint(summary: Summary | undefined): string[] {
	if (!summary) return [];
	return [
		createHash('sha1')
			.update(JSON.stringify([summary.title, summary.model]))
			.digest('base64url'),
	];
}

function timeIn(transcript: string, look: Look): string | undefined {
	try {
		return look.facts('cursor last time', [transcript], () => lastTimeIn(transcript) ?? null) ?? undefined;
	} catch {
		return undefined;
	}
}

function newestFirst(a: FoundStore, b: FoundStore): number {
	return b.modifiedMs - a.modifiedMs || (a.path < b.path ? -1 : 1);
}

/** The plain text form is the oldest, and the longest file has the most to tell. */
function bestFirst(a: FoundTranscript, b: FoundTranscript): number {
	const isText = ({path}: FoundTranscript) => (path.endsWith('.txt') ? 1 : 0);
	return isText(a) - isText(b) || b.size - a.size || (a.path < b.path ? -1 : 1);
}

/** Of several transcripts of one chat one is taken; those that only repeat its beginning are copies. */
function sortOut([main, ...rest]: readonly FoundTranscript[], look: Look) {
	const isCopy = (each: FoundTranscript) =>
		each.path.endsWith('.txt') !== main!.path.endsWith('.txt') || isBeginning(each.path, main!.path, look);
	const copies = main ? rest.filter(isCopy) : [];
	return {main, copies, others: rest.filter(each => !copies.includes(each))};
}

function isBeginning(part: string, whole: string, look: Look): boolean {
	try {
		return look.facts('cursor beginning', [part, whole], () => {
			const bytes = fs.readFileSync(part);
			return fs.readFileSync(whole).subarray(0, bytes.length).equals(bytes);
		});
	} catch {
		return false;
	}
}
