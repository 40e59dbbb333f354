/** A library without files: made sessions for tests of the screens, and switches that make it fail where a test wants. */
import type {SessionSource} from '../../source/components/session-source.ts';
import type {AgentId} from '../../source/model/agent.ts';
import {BranchGraphBuilder} from '../../source/model/branch-graph-builder.ts';
import type {Entry} from '../../source/model/entry.ts';
import type {Session} from '../../source/model/session.ts';

export type FakeSession = {
	readonly id: string;
	readonly agent?: AgentId;
	readonly title?: string;
	readonly cwd?: string;
	readonly minutesAgo?: number;
	readonly parentId?: string;
	readonly entries?: readonly Entry[];
	readonly size?: number;
	/** Reading its header, and reading it, fails with this. */
	readonly failure?: string;
};

export type FakeOptions = {
	/** Counts what was asked for. */
	readonly calls?: {head: number; opening: number; history: number};
	readonly scanFailure?: string;
	/** Milliseconds before a history is ready. */
	readonly delay?: number;
	readonly now?: number;
};

type Refs = Awaited<ReturnType<SessionSource['scan']>>['sessions'];

export function fakeLibrary(sessions: readonly FakeSession[], options: FakeOptions = {}): SessionSource {
	const now = options.now ?? Date.now();
	const calls = options.calls ?? {head: 0, opening: 0, history: 0};
	const byId = new Map(sessions.map(session => [session.id, session]));
	const refs: Refs = sessions.map(session => ({
		agent: session.agent ?? 'claude',
		id: session.id,
		path: `/fake/${session.id}.jsonl`,
		size: session.size ?? 1000,
		endedAt: new Date(now - (session.minutesAgo ?? 0) * 60_000).toISOString(),
		parentId: session.parentId,
		isFolded: session.parentId !== undefined,
		// What the real library knows besides.
		files: [],
		isAgentSession: session.parentId !== undefined,
		store: '/fake',
	}));
	const find = (id: string): FakeSession => {
		const session = byId.get(id)!;
		if (session.failure) throw new Error(session.failure);
		return session;
	};
	const headOf = (id: string): Session => {
		const {agent = 'claude', title, cwd} = find(id);
		return {agent, id, path: '', files: [], size: 0, title, titleSource: 'first-prompt', cwd, isAgentSession: false};
	};

	return {
		places: ['/fake'],
		async scan() {
			if (options.scanFailure) throw new Error(options.scanFailure);
			return {sessions: refs, candidates: refs.map(() => ({verdict: 'listed'})), warnings: []};
		},
		async head({id}) {
			calls.head++;
			return headOf(id);
		},
		async *opening({id}) {
			calls.opening++;
			yield* find(id).entries ?? [];
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
			const counts = {prompts, messages: prompts * 2, toolCalls: 1, errors: 0, forks: 0};
			return {
				session: {...headOf(id), counts},
				graph: new BranchGraphBuilder().build(),
				compactions: [],
				warnings: [],
				async *entries() {
					yield* entries;
				},
				async *records() {},
			};
		},
	};
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
		locator: {path: '', offset: 0, length: 0},
		...more,
	};
}

/** A tool call with its result. */
export function toolUse(name: string, input: Record<string, unknown>, output: string, isError = false): Entry[] {
	const callId = `call${made}`;
	const tool = {name, universal: 'bash', callId} as const;
	return [
		entry('tool_call', String(Object.values(input)[0] ?? ''), {tool: {...tool, input}}),
		entry('tool_result', output, {tool: {...tool, output, isError}, isError}),
	];
}
