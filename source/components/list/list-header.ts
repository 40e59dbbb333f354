import {count, plural} from '../../text/figures.ts';
import {joinSpans, spread} from '../line-tools.ts';
import type {FoundSessions} from '../session-source.ts';
import type {Line} from '../theme.ts';

export type ListHeader = {
	readonly found: FoundSessions | undefined;
	readonly areAgentsShown: boolean;
	/** Where in the list one is. */
	readonly position: number;
	readonly total: number;
	readonly isDemo: boolean;
};

/** What there is: every session counted, and what could not be read said as well. */
export function listHeader({found, areAgentsShown, position, total, isDemo}: ListHeader, columns: number): Line {
	const name: Line = [{text: ' recollect', role: 'title'}, {text: '   '}];
	if (!found) return spread([...name, {text: 'looking for sessions …', role: 'dim'}], [], columns);
	const folded = found.sessions.filter(({isFolded}) => isFolded).length;
	const agents = new Set(found.sessions.map(({agent}) => agent)).size;
	const unreadable = found.candidates.filter(({verdict}) => verdict === 'unreadable').length;
	const facts = joinSpans([
		{text: plural(found.sessions.length - folded, 'session')},
		folded > 0 ? {text: `${plural(folded, 'sub-agent')}${areAgentsShown ? '' : ' folded'}`, role: 'dim'} : undefined,
		agents > 1 ? {text: plural(agents, 'agent'), role: 'dim'} : undefined,
		unreadable > 0 ? {text: `${plural(unreadable, 'file')} unreadable`, role: 'error'} : undefined,
	]);
	const right: Line = [
		...(isDemo ? ([{text: 'demo   ', role: 'tool'}] as const) : []),
		{text: total > 0 ? `${count(position)}/${count(total)} ` : '', role: 'dim'},
	];
	return spread([...name, ...facts], right, columns);
}
