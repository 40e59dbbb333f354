/** GitHub Copilot CLI: one log of events a session, below `session-state/` of its home. */
import type {Adapter, SessionRef} from '../adapter.ts';
import {markBefore} from '../jsonl/passages.ts';
import {Look} from '../look.ts';
import {discover} from './discover.ts';
import {readHead} from './head.ts';
import {readHistory, readOpening} from './history.ts';
import {readPassages} from './passages.ts';
import {idInPath, isLegacy, sourcesOf, storeAbove} from './places.ts';
import {sniff} from './sniff.ts';

export const copilot: Adapter = {
	agent: 'copilot',
	name: 'GitHub Copilot CLI',
	discover,
	async recognize(path): Promise<SessionRef | undefined> {
		if (!path.endsWith('.jsonl') && !isLegacy(path)) return undefined;
		const {start, reason, size, endedAt} = sniff(path);
		// Without its first event a log could be anybody's.
		if (!start || reason !== undefined) return undefined;
		return {
			agent: 'copilot',
			id: idInPath(path) ?? start.sessionId,
			path,
			files: [path],
			size,
			endedAt,
			isAgentSession: start.parentId !== undefined,
			parentId: start.parentId,
			isFolded: false,
			store: storeAbove(path),
			stamp: new Look().stampOf(sourcesOf(path)),
		};
	},
	head: readHead,
	opening: readOpening,
	history: readHistory,
	passages: readPassages,
	// A document is written anew each time.
	mark: (ref, from) => (isLegacy(ref.path) ? undefined : markBefore(ref.path, from)),
	hasLines: ref => !isLegacy(ref.path),
};
