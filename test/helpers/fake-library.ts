/** A library without files: made sessions for tests of the screens, and switches that make it fail where a test wants. */
import type {News} from '../../source/components/search-source.ts';
import {
	keyOf,
	type ListedSession,
	type SessionFacts,
	type SessionSource,
} from '../../source/components/session-source.ts';
import type {AgentId} from '../../source/model/agent.ts';
import type {BranchGraph} from '../../source/model/branch-graph.ts';
import {BranchGraphBuilder} from '../../source/model/branch-graph-builder.ts';
import type {Entry} from '../../source/model/entry.ts';
import type {NodeRole} from '../../source/model/node-role.ts';
import {type Counts, type Session, type Tokens, tokenSum} from '../../source/model/session.ts';
import {afternoon} from './afternoon.ts';
import {type FakeSearchOptions, fakeSearch} from './fake-search.ts';

export type FakeSession = {
	readonly id: string;
	readonly agent?: AgentId;
	readonly title?: string;
	readonly cwd?: string;
	readonly minutesAgo?: number;
	readonly parentId?: string;
	readonly entries?: readonly Entry[];
	readonly size?: number;
	/** What reading it whole tells, besides what its entries do. */
	readonly counts?: Partial<Counts>;
	readonly tokens?: Tokens;
	readonly forkedFrom?: string;
	/** Reading its header, and reading it, fails with this. */
	readonly failure?: string;
};

export type FakeOptions = {
	/** Counts what was asked for. */
	readonly calls?: {head: number; opening: number; history: number; grown?: number; facts?: number};
	readonly scanFailure?: string;
	/** Milliseconds before a history is ready. */
	readonly delay?: number;
	readonly now?: number;
	/** How it is searched; false: not at all. */
	readonly search?: FakeSearchOptions | false;
	/** Whether it can tell what was written after an entry. */
	readonly canGrow?: boolean;
	readonly hasStars?: boolean;
	/** What was starred before. */
	readonly starred?: readonly string[];
	/** The sessions whose facts are known without reading them; false: it can't tell of any. */
	readonly knownFacts?: false | ((session: FakeSession) => SessionFacts | undefined);
	/** How many entries the opening has; all of them, if it is not said. */
	readonly openingEntries?: number;
	/** The scan tells only of so many at first. */
	readonly first?: number;
	/** Where the scan waits until a test lets it go. */
	readonly scanPace?: () => Promise<void>;
};

/** What a test may do to the sessions while they are shown. */
export type FakeLibrary = SessionSource & {
	ref(id: string): ListedSession;
	/** Something is written to a session, which may be a new one; tells nobody yet. */
	write(session: FakeSession): ListedSession;
	tell(news: News): void;
};

export function fakeLibrary(sessions: readonly FakeSession[], options: FakeOptions = {}): FakeLibrary {
	const now = options.now ?? afternoon();
	const calls = options.calls ?? {head: 0, opening: 0, history: 0};
	const byId = new Map(sessions.map(session => [session.id, session]));
	const refs = new Map<string, ListedSession>();
	let version = 0;
	const told = {version: -1, facts: new Map<string, SessionFacts>()};
	const list = (session: FakeSession): ListedSession => {
		const ref = {
			agent: session.agent ?? 'claude',
			id: session.id,
			path: `/fake/${session.id}.jsonl`,
			size: session.size ?? 1000,
			endedAt: new Date(now - (session.minutesAgo ?? 0) * 60_000).toISOString(),
			parentId: session.parentId,
			isFolded: session.parentId !== undefined,
			stamp: `${++version}`,
			// What the real library knows besides.
			files: [],
			isAgentSession: session.parentId !== undefined,
			store: '/fake',
		};
		refs.set(session.id, ref);
		byId.set(session.id, session);
		return ref;
	};
	for (const session of sessions) list(session);

	const find = (id: string): FakeSession => {
		const session = byId.get(id)!;
		if (session.failure) throw new Error(session.failure);
		return session;
	};
	const headOf = (id: string): Session => {
		const {agent = 'claude', title, cwd, forkedFrom} = find(id);
		const named = {agent, id, path: '', files: [], size: 0, title, cwd, forkedFrom};
		return {...named, titleSource: 'first-prompt', isAgentSession: false};
	};
	const hears = new Set<(news: News) => void>();
	const stars = new Set(options.starred);

	return {
		places: ['/fake'],
		async scan() {
			await options.scanPace?.();
			if (options.scanFailure) throw new Error(options.scanFailure);
			const found = sessions.map(({id}) => refs.get(id)!);
			const {first} = options;
			if (first === undefined) return {sessions: found, unreadable: 0};
			return {sessions: found.slice(0, first), unreadable: 0, total: {sessions: found.length, agentSessions: 0}};
		},
		facts:
			options.knownFacts === false
				? undefined
				: async () => {
						calls.facts = (calls.facts ?? 0) + 1;
						if (told.version === version) return told.facts;
						const tell = options.knownFacts || factsOf;
						const known = [...refs.values()].map(ref => [keyOf(ref), tell(byId.get(ref.id)!)] as const);
						told.version = version;
						told.facts = new Map(known.flatMap(([key, facts]) => (facts ? [[key, facts] as const] : [])));
						return told.facts;
					},
		async head({id}) {
			calls.head++;
			return headOf(id);
		},
		async *opening({id}) {
			calls.opening++;
			yield* find(id).entries?.slice(0, options.openingEntries) ?? [];
		},
		async history({id}, reading) {
			calls.history++;
			const {entries = []} = find(id);
			for (let step = 1; step <= 4 && options.delay; step++) {
				await new Promise(resolve => setTimeout(resolve, options.delay! / 4));
				reading?.signal?.throwIfAborted();
				reading?.onProgress?.(step, 4);
			}
			const prompts = entries.filter(({kind}) => kind === 'user').length;
			const {counts: more, tokens} = find(id);
			const counts = {prompts, messages: prompts * 2, toolCalls: 1, errors: 0, forks: 0, ...more};
			const graph = graphOf(entries);
			return {
				session: {...headOf(id), counts, tokens},
				graph,
				compactions: [],
				warnings: [],
				async *entries(branch?: number) {
					const belongs = graph.size > 0 ? graph.membership(branch) : () => true;
					yield* entries.filter((_, node) => belongs(node));
				},
				async *records() {},
			};
		},
		grown:
			options.canGrow === false
				? undefined
				: async ({id}, last) => {
						calls.grown = (calls.grown ?? 0) + 1;
						const {entries = []} = find(id);
						const from = entries.findIndex(each => each.id === last.id);
						return iterate(entries.slice(from));
					},
		follow(onNews) {
			hears.add(onNews);
			return () => hears.delete(onNews);
		},
		search:
			options.search === false
				? undefined
				: fakeSearch(
						() =>
							[...refs.values()].map(ref => {
								const {title = '', cwd = '', entries = [], failure} = byId.get(ref.id)!;
								return {ref, session: failure ? undefined : headOf(ref.id), title, cwd, entries};
							}),
						options.search,
					),
		stars: options.hasStars
			? {
					has: ({id}) => stars.has(id),
					toggle({id}) {
						if (!stars.delete(id)) stars.add(id);
						return stars.has(id);
					},
				}
			: undefined,
		ref: id => refs.get(id)!,
		write: session => list({...byId.get(session.id), ...session}),
		tell(news) {
			for (const hear of hears) hear(news);
		},
	};
}

/** As a catalogue knows them that has read everything. */
function factsOf({title, cwd, counts, tokens}: FakeSession): SessionFacts {
	const known = {title, cwd, prompts: counts?.prompts, tokens: tokens && tokenSum(tokens)};
	return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));
}

/** Entries that name their parents make a graph; without any the session is one line. */
function graphOf(entries: readonly Entry[]): BranchGraph {
	const builder = new BranchGraphBuilder();
	if (entries.some(({parent}) => parent !== undefined))
		for (const {id, parent, kind} of entries) builder.add({id, parent, role: roleOf(kind)});
	return builder.build();
}

function roleOf(kind: Entry['kind']): NodeRole {
	return kind === 'user' ? 'prompt' : kind === 'tool_result' ? 'result' : kind === 'system' ? 'aside' : 'answer';
}

async function* iterate(entries: readonly Entry[]): AsyncGenerator<Entry> {
	yield* entries;
}

let made = 0;

/** An entry with what every entry needs. */
export function entry(kind: Entry['kind'], text: string, more: Partial<Entry> = {}): Entry {
	made++;
	return {
		id: `e${made}`,
		kind,
		text,
		timestamp: '2026-01-02T03:04:05Z',
		locator: {path: '/fake', offset: made * 100, length: 100},
		...more,
	};
}

/** A tool call with its result. */
export function toolUse(name: string, input: Record<string, unknown>, output: string, isError = false): Entry[] {
	const callId = `call${made}`;
	const universal = name === 'Write' ? 'write' : name === 'Edit' ? 'edit' : 'bash';
	const tool = {name, universal, callId} as const;
	return [
		entry('tool_call', String(Object.values(input)[0] ?? ''), {tool: {...tool, input}}),
		entry('tool_result', output, {tool: {...tool, output, isError}, isError}),
	];
}
