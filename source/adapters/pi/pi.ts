/** pi: one JSONL file a session, a tree of entries, below `sessions/` of its agent directory. Formats 1 to 3. */
import type {Adapter, SessionRef} from '../adapter.ts';
import {markBefore} from '../jsonl/passages.ts';
import {stampNow} from '../look.ts';
import {discover} from './discover.ts';
import {readHead} from './head.ts';
import {readHistory, readOpening, readPassages} from './history.ts';
import {idInName, isSubagentPlace, storeAbove} from './places.ts';
import {sniff} from './sniff.ts';

export const pi: Adapter = {
	agent: 'pi',
	name: 'pi',
	discover,
	async recognize(path): Promise<SessionRef | undefined> {
		if (!path.endsWith('.jsonl')) return undefined;
		const {header, reason, size, endedAt} = sniff(path);
		// Without its header a file could be anybody's.
		if (!header || reason !== undefined) return undefined;
		return {
			agent: 'pi',
			id: header.id,
			path,
			files: [path],
			size,
			endedAt,
			isAgentSession: isSubagentPlace(path),
			isFolded: false,
			forkedFrom: header.parentPath === undefined ? undefined : idInName(header.parentPath),
			store: storeAbove(path),
			stamp: stampNow(path),
		};
	},
	head: readHead,
	opening: readOpening,
	history: readHistory,
	passages: readPassages,
	mark: (ref, from) => markBefore(ref.path, from),
	hasLines: () => true,
};
