/** Codex CLI: rollouts, one JSONL file a thread as a rule, below `sessions/` of its home. */
import type {Adapter, SessionRef} from '../adapter.ts';
import {Look} from '../look.ts';
import {discover, stampOfThread} from './discover.ts';
import {glance} from './glance.ts';
import {readHead} from './head.ts';
import {readHistory, readOpening} from './history.ts';
import {markBefore, readPassages} from './passages.ts';
import {isCandidateName, storeAbove} from './places.ts';
import {probe} from './probe.ts';
import {threadTable} from './thread-table.ts';

export const codex: Adapter = {
	agent: 'codex',
	name: 'Codex CLI',
	discover,
	async recognize(path): Promise<SessionRef | undefined> {
		if (!isCandidateName(path) && !path.endsWith('.json')) return undefined;
		const found = await probe(path);
		if (!('meta' in found)) return undefined;
		const {meta, size, endedAt} = found;
		const store = storeAbove(path);
		const {threads} = await threadTable(store);
		const origin = meta.forkedFrom ?? meta.base?.rolloutId;
		return {
			agent: 'codex',
			id: meta.id,
			path,
			files: [path],
			size,
			endedAt,
			isAgentSession: meta.isAgent,
			parentId: meta.parentId,
			isFolded: false,
			forkedFrom: origin === meta.id || origin === meta.parentId ? undefined : origin,
			store,
			stamp: stampOfThread([path], threads.get(meta.id), new Look()),
		};
	},
	head: readHead,
	opening: readOpening,
	history: readHistory,
	glance,
	passages: readPassages,
	mark: markBefore,
	hasLines: ({files, path}) => files.length === 1 && path.endsWith('.jsonl'),
};
