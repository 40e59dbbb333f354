/** Claude Code: one JSONL file a session, below `projects/` of its config directory. */
import type {Adapter, SessionRef} from '../adapter.ts';
import {markBefore} from '../jsonl/passages.ts';
import {Look} from '../look.ts';
import {discover} from './discover.ts';
import {glance} from './glance.ts';
import {readHead} from './head.ts';
import {readHistory, readOpening, readPassages} from './history.ts';
import {ownId} from './own-id.ts';
import {companionOf, companionsOf, isSubagentName, stemOf} from './places.ts';
import {relate} from './relate.ts';
import {sniff} from './sniff.ts';

export const claude: Adapter = {
	agent: 'claude',
	name: 'Claude Code',
	discover,
	async recognize(path): Promise<SessionRef | undefined> {
		if (!path.endsWith('.jsonl')) return undefined;
		const sniffed = sniff(path);
		if (sniffed.reason !== undefined || sniffed.sessionId === undefined) return undefined;
		const isAgentSession = companionOf(path) !== undefined || isSubagentName(stemOf(path).concat('.jsonl'));
		const look = new Look();
		return {
			agent: 'claude',
			id: isAgentSession ? stemOf(path) : ownId(path, sniffed),
			path,
			files: [path],
			size: sniffed.size,
			endedAt: sniffed.endedAt,
			isAgentSession,
			parentId: isAgentSession ? (companionOf(path) ?? sniffed.sessionId) : undefined,
			isFolded: false,
			forkedFrom: sniffed.forkedFrom,
			store: path,
			stamp: look.stampOf([path, ...companionsOf(path).filter(file => look.stamp(file) !== '-')]),
		};
	},
	head: async ref => readHead(ref),
	opening: readOpening,
	history: readHistory,
	glance,
	passages: readPassages,
	mark: (ref, from) => markBefore(ref.path, from),
	hasLines: () => true,
	relate,
};
