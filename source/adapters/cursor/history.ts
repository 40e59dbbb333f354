/** Reading a whole session: once for its shape, again for the text somebody wants to see. */
import type {Entry} from '../../model/entry.ts';
import type {Warning} from '../../model/warning.ts';
import type {BranchChoice, History, ReadOptions, SessionRef} from '../adapter.ts';
import {type Chat, openChat} from './chat.ts';
import {allRecordsOf, entriesOf, openingOf, recordsOf, type Source} from './entries.ts';
import {describeSession} from './head.ts';
import {locate} from './locate.ts';
import {type Outline, outline} from './nodes.ts';
import {spawnedBy} from './subagents.ts';
import {type Surveyed, survey} from './survey.ts';

export async function readHistory(ref: SessionRef, options: ReadOptions = {}): Promise<History> {
	const warnings: Warning[] = [];
	const {chat, surveyed, outlined, spawned} = await readWhole(ref, warning => warnings.push(warning), options);
	try {
		const {nodes, graph, counts} = outlined;
		const session = await describeSession(ref, chat, outlined);
		const chosen = (branch?: BranchChoice) => {
			const belongs = graph.membership(branch);
			return nodes.filter((_, at) => belongs(at));
		};
		return {
			session: {...session, parentCallId: await callThatStarted(ref), counts},
			graph,
			compactions: nodes.filter(({piece}) => piece.isSummary).map(({id}) => ({id})),
			warnings,
			entries: (branch, options) => again(ref, surveyed, spawned, source => entriesOf(source, chosen(branch), options)),
			records: branch => {
				const read = branch === 'all' ? allRecordsOf : recordsOf;
				return again(ref, surveyed, spawned, source => read(source, chosen(branch)));
			},
		};
	} finally {
		chat.close();
	}
}

type Whole = {
	readonly chat: Chat;
	readonly surveyed: Surveyed;
	readonly outlined: Outline;
	readonly spawned: ReadonlyMap<string, string>;
};

/** The chat is left open. */
async function readWhole(ref: SessionRef, warn: (warning: Warning) => void, options: ReadOptions): Promise<Whole> {
	const chat = await openChat(ref, warn);
	try {
		const surveyed = await survey(chat, warn, {...options, size: ref.size});
		const own = [chat.meta && !chat.inner && 'meta', chat.sidecar && 'sidecar', chat.rootId && !chat.inner && 'root'];
		const outlined = outline(surveyed, own.filter(isKind));
		const spawned = await spawnedBy(ref, chat, outlined.nodes);
		options.onProgress?.(ref.size, ref.size);
		return {chat, surveyed, outlined, spawned};
	} catch (error) {
		chat.close();
		throw error;
	}
}

function isKind(value: unknown): value is 'meta' | 'sidecar' | 'root' {
	return typeof value === 'string' && value !== '';
}

/** Opens the sources once more for as long as somebody reads. */
async function* again<T>(
	ref: SessionRef,
	{shown}: Surveyed,
	spawned: ReadonlyMap<string, string>,
	read: (source: Source) => AsyncIterable<T>,
): AsyncGenerator<T> {
	const chat = await openChat(ref);
	try {
		yield* read({chat, shown, spawned});
	} finally {
		chat.close();
	}
}

/** The sub-agents of the parent that was asked last: its children come one after the other. */
let lastParent: {readonly key: string; readonly spawned: Promise<ReadonlyMap<string, string>>} | undefined;

/** Only the parent's own records tell which of its calls started a sub-agent. */
async function callThatStarted(ref: SessionRef): Promise<string | undefined> {
	const parent = ref.parentId === undefined ? undefined : await locate(ref.store, ref.parentId, ref.path);
	if (!parent) return undefined;
	const key = `${parent.path} ${parent.size} ${parent.endedAt}`;
	if (lastParent?.key !== key) lastParent = {key, spawned: spawnedIn(parent)};
	const {spawned} = lastParent;
	return [...(await spawned)].find(([, child]) => child === ref.id)?.[0];
}

async function spawnedIn(parent: SessionRef): Promise<ReadonlyMap<string, string>> {
	try {
		const {chat, spawned} = await readWhole(parent, () => {}, {});
		chat.close();
		return spawned;
	} catch {
		return new Map();
	}
}

/** The first entries, for a preview: what the present root names, or else the transcript. Nothing is woven together. */
export async function* readOpening(ref: SessionRef): AsyncGenerator<Entry> {
	const chat = await openChat(ref);
	try {
		yield* openingOf(chat);
	} finally {
		chat.close();
	}
}
