import type {KeyState} from '../keymap/binding.ts';
import type {Explorer} from './explorer.ts';

/** What the keys ask before they act. */
export function keyStateOf({scene, reader, options}: Explorer): KeyState {
	const {list, search} = scene;
	return {
		// What is being searched for may be there in a moment: Enter waits for it.
		sessions: search?.isWaiting ? Math.max(1, list.count) : list.count,
		agentSessions: list.agentSessions,
		canGoToNextSession: !list.isAtLast,
		canGoToPreviousSession: !list.isAtFirst,
		canSuspend: options.canSuspend,
		canSearch: search !== undefined,
		isNarrowed: search?.isNarrowed ?? false,
		hasMarks: reader?.hits.isMarking ?? false,
		canStar: options.source.stars !== undefined,
	};
}
