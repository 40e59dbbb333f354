import type {KeyState} from '../keymap/binding.ts';
import type {Explorer} from './explorer.ts';

/** What the keys ask before they act. */
export function keyStateOf({scene, reader: open, options, faults}: Explorer): KeyState {
	// What has failed is not asked: the keys of the error screen must work.
	const reader = faults.current ? undefined : open;
	const {list, search} = scene;
	return {
		// A session that is read need not be in the list; and what is being searched for may be there in a moment: Enter waits for it.
		sessions: reader || search?.isWaiting ? Math.max(1, list.count) : list.count,
		agentSessions: list.agentSessions,
		canGoToNextSession: !list.isAtLast,
		canGoToPreviousSession: !list.isAtFirst,
		canSuspend: options.canSuspend,
		canSearch: search !== undefined,
		isNarrowed: search?.isNarrowed ?? false,
		isRanked: list.isRanked,
		marked: list.marks.count,
		hasMarks: reader?.hits.isMarking ?? false,
		hasFamilies: options.source.family !== undefined,
		forks: reader?.history?.graph.forks.length ?? 0,
		canExport: options.source.export !== undefined,
		canStar: options.source.stars !== undefined,
		canLabel: options.source.labels !== undefined,
	};
}
