import type {Mode} from '../../search/query/query.ts';
import {count, plural} from '../../text/figures.ts';
import {joinSpans, lineWidth, spread} from '../line-tools.ts';
import {statusSpans} from '../live/status-line.ts';
import type {CatalogueStatus, Scope} from '../search-source.ts';
import type {Line, Span} from '../theme.ts';
import type {SessionList} from './session-list.ts';

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
	/** Sessions that are marked. */
	readonly marked: number;
	/** How the list stands, if that is not as usual, and how many stand at its end for want of being counted. */
	readonly order: string;
	readonly uncounted: number;
	/** Where in the list one is. */
	readonly position: number;
	readonly rows: number;
	readonly isDemo: boolean;
	readonly status?: CatalogueStatus;
	/** Absent where nothing can be searched. */
	readonly search?: {readonly mode: Mode; readonly scope: Scope};
};

export function totalsOf({sessions, agentSessions, agents}: SessionList, unreadable: number): Totals {
	return {sessions: sessions.length - agentSessions, agentSessions, agents: agents.length, unreadable};
}

/** What there is: every session counted, and what could not be read said as well. */
export function listHeader(header: ListHeader, columns: number): Line {
	const {totals, status} = header;
	const name: Line = [{text: ' recollect', role: 'title'}, {text: '   '}];
	const right = rightSide(header, columns);
	if (!totals) return spread([...name, {text: 'looking for sessions …', role: 'dim'}], right, columns);
	const facts = factsOf(totals, header, statusSpans(status));
	const room = columns - lineWidth(name) - lineWidth(right) - 2;
	return spread([...name, ...joinSpans(asManyAsFit(facts, room))], right, columns);
}

/** A fact, and how soon it gives way: the largest number first. */
type Fact = {readonly span: Span; readonly rank: number};

function factsOf({sessions, agentSessions, agents, unreadable}: Totals, header: ListHeader, status: Span[]): Fact[] {
	const {areAgentsShown: isShown, marked, order, uncounted} = header;
	const facts: Array<Fact | undefined> = [
		{span: {text: plural(sessions, 'session')}, rank: 0},
		marked > 0 ? {span: {text: `◆ ${count(marked)} marked`, role: 'marked'}, rank: 0} : undefined,
		order === '' ? undefined : {span: {text: order}, rank: 1},
		order !== '' && uncounted > 0
			? {span: {text: `${count(uncounted)} not counted yet`, role: 'dim'}, rank: 3}
			: undefined,
		agentSessions > 0
			? {span: {text: `${plural(agentSessions, 'sub-agent')}${isShown ? '' : ' folded'}`, role: 'dim'}, rank: 5}
			: undefined,
		agents > 1 ? {span: {text: plural(agents, 'agent'), role: 'dim'}, rank: 6} : undefined,
		unreadable > 0 ? {span: {text: `${plural(unreadable, 'file')} unreadable`, role: 'error'}, rank: 2} : undefined,
		...status.map((span, at) => ({span, rank: at === 0 ? 4 : 7})),
	];
	return facts.filter(fact => fact !== undefined);
}

/** A fact is there or not: half a word tells nothing. The first one stays in any case. */
function asManyAsFit(facts: readonly Fact[], columns: number): Span[] {
	let kept = [...facts];
	while (kept.length > 1 && lineWidth(joinSpans(kept.map(({span}) => span))) > columns) {
		const last = Math.max(...kept.map(({rank}) => rank));
		kept = kept.filter(fact => fact !== kept.findLast(({rank}) => rank === last));
	}
	return kept.map(({span}) => span);
}

function rightSide({totals, position, rows, isDemo, search}: ListHeader, columns: number): Line {
	// As wide as it can become: what stands before it does not move while one types.
	const most = count(totals ? totals.sessions : 0).length * 2 + 2;
	const place = (rows > 0 ? `${count(position)}/${count(rows)} ` : '').padStart(search ? most : 0);
	const spans: Span[] = isDemo ? [{text: 'demo   ', role: 'tool'}] : [];
	// Where there is little room, only what is not as usual is worth it.
	if (search && (columns >= 60 || search.scope !== 'all' || search.mode !== 'fuzzy')) {
		const hasNames = columns >= 100;
		spans.push(
			{text: hasNames ? 'scope: ' : '', role: 'dim'},
			{text: search.scope, role: search.scope === 'all' ? 'dim' : undefined},
			{text: hasNames ? '   mode: ' : ' · ', role: 'dim'},
			{text: search.mode, role: search.mode === 'fuzzy' ? 'dim' : undefined},
			{text: '   '},
		);
	}
	return [...spans, {text: place, role: 'dim'}];
}
