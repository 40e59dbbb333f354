/** Why a key can not act now; nothing where it can. `{action}` stands for the key of an action on that screen. */
import type {KeyState} from './binding.ts';

type Reason = string | undefined;

export function needsSession({sessions}: KeyState): Reason {
	return sessions > 0 ? undefined : 'There is no session here';
}

export function needsAgentSessions({agentSessions}: KeyState): Reason {
	return agentSessions > 0 ? undefined : 'No session here has sub-agents';
}

export function needsNextSession({canGoToNextSession}: KeyState): Reason {
	return canGoToNextSession ? undefined : 'This is the last session of the list';
}

export function needsPreviousSession({canGoToPreviousSession}: KeyState): Reason {
	return canGoToPreviousSession ? undefined : 'This is the first session of the list';
}

export function needsJobControl({canSuspend}: KeyState): Reason {
	return canSuspend ? undefined : 'This system cannot suspend a program';
}

export function needsSearch({canSearch}: KeyState): Reason {
	return canSearch ? undefined : 'These sessions cannot be searched';
}

export function needsNarrowing({isNarrowed}: KeyState): Reason {
	return isNarrowed ? undefined : 'Nothing is searched for; {quit} quits';
}

export function needsMarks({canSearch, hasMarks}: KeyState): Reason {
	if (hasMarks) return undefined;
	return canSearch
		? 'Nothing is searched for: {find} finds words in this session'
		: needsSearch({canSearch} as KeyState);
}

export function needsMarkedSessions({marked}: KeyState): Reason {
	return marked > 0 ? undefined : 'No session is marked: m marks one';
}

export function needsOrder({isRanked}: KeyState): Reason {
	return isRanked ? 'What was found stands by how well it matches' : undefined;
}

/** Exactly two are compared. */
export function needsTwoMarked({marked}: KeyState): Reason {
	if (marked === 2) return undefined;
	return marked < 2
		? 'Mark two sessions with m, then compare them'
		: `${marked} sessions are marked: two can be compared`;
}

export function needsFamily(state: KeyState): Reason {
	return state.hasFamilies ? needsSession(state) : 'There is no tree of these sessions';
}

export function needsForks({forks}: KeyState): Reason {
	return forks > 0 ? undefined : 'This session has no fork';
}

export function needsExport(state: KeyState): Reason {
	return state.canExport ? needsSession(state) : 'These sessions cannot be exported';
}

export function needsStars(state: KeyState): Reason {
	return state.canStar ? needsSession(state) : 'There is no place here to keep stars in';
}

export function needsLabels({canLabel}: KeyState): Reason {
	return canLabel ? undefined : 'There is no place here to keep labels in';
}

export function comesLater(): Reason {
	return 'Forking a session comes with a later version of recollect';
}
