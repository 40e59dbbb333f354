import {count, plural} from '../../text/figures.ts';
import {joinSpans, spread} from '../line-tools.ts';
import type {FoundSessions} from '../session-source.ts';
import type {Line} from '../theme.ts';

/** How much was found, counted once. */
export type Totals = {
	readonly sessions: number;
	readonly agentSessions: number;
	readonly agents: number;
	readonly unreadable: number;
};

export type ListHeader = {
	/** Undefined while nobody knows. */
	readonly totals: Totals | undefined;
	readonly areAgentsShown: boolean;
	/** Where in the list one is. */
	readonly position: number;
	readonly rows: number;
	readonly isDemo: boolean;
};

export function totalsOf({sessions, candidates}: FoundSessions): Totals {
	const agentSessions = sessions.filter(({isFolded}) => isFolded).length;
	return {
		sessions: sessions.length - agentSessions,
		agentSessions,
		agents: new Set(sessions.map(({agent}) => agent)).size,
		unreadable: candidates.filter(({verdict}) => verdict === 'unreadable').length,
	};
}

/** What there is: every session counted, and what could not be read said as well. */
export function listHeader({totals, areAgentsShown, position, rows, isDemo}: ListHeader, columns: number): Line {
	const name: Line = [{text: ' recollect', role: 'title'}, {text: '   '}];
	if (!totals) return spread([...name, {text: 'looking for sessions …', role: 'dim'}], [], columns);
	const {sessions, agentSessions, agents, unreadable} = totals;
	const facts = joinSpans([
		{text: plural(sessions, 'session')},
		agentSessions > 0
			? {text: `${plural(agentSessions, 'sub-agent')}${areAgentsShown ? '' : ' folded'}`, role: 'dim'}
			: undefined,
		agents > 1 ? {text: plural(agents, 'agent'), role: 'dim'} : undefined,
		unreadable > 0 ? {text: `${plural(unreadable, 'file')} unreadable`, role: 'error'} : undefined,
	]);
	const right: Line = [
		{text: isDemo ? 'demo   ' : '', role: 'tool'},
		{text: rows > 0 ? `${count(position)}/${count(rows)} ` : '', role: 'dim'},
	];
	return spread([...name, ...facts], right, columns);
}
