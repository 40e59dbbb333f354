import {keyOf, type ListedSession} from '../session-source.ts';
import {
	countUncounted,
	type FactsOf,
	type Group,
	type Grouping,
	groupsOf,
	needsFacts,
	type Sort,
	withoutFacts,
} from './arrangement.ts';
import {familyOf, foundRows, type ListRow, listRows, noFamily} from './list-rows.ts';
import {MarkedSessions} from './marked-sessions.ts';
import {SelectableRows} from './selectable-rows.ts';

/** What the list shows: all sessions, some of them in the same order, or what a search found, the best first. */
export type ListView =
	| {readonly kind: 'all'}
	| {readonly kind: 'some'; readonly refs: readonly ListedSession[]}
	| {readonly kind: 'found'; readonly refs: readonly ListedSession[]; readonly hasSnippets: boolean};

/** The list's own state: which sessions there are, which of them are shown, and in which order. */
export class SessionList extends SelectableRows {
	/** What was asked for. What can't be had of it before anything is known of the sessions waits for that. */
	grouping: Grouping = 'day';
	sort: Sort = 'newest';
	areAgentsShown = false;
	/** Sub-agents that are folded, or would be. */
	agentSessions = 0;
	/** Whose sessions there are. */
	agents: readonly string[] = [];
	/** Every session, newest first. */
	sessions: readonly ListedSession[] = [];
	readonly marks = new MarkedSessions();
	/** Sessions that stand at the end because nobody knows yet what they are sorted by. */
	uncounted = 0;
	private factsOf: FactsOf | undefined;
	private view: ListView = {kind: 'all'};
	private family = noFamily;
	/** Of the sessions in view, and how they are grouped; made anew when something they depend on changed. */
	private shownFamily = noFamily;
	private groups: readonly Group[] | undefined;
	/** Whose sub-agents are folded while all others are shown, or the other way round; by their keys. */
	private readonly foldedOtherwise = new Set<string>();

	/** Whether what was found stands in an order of its own. */
	get isRanked(): boolean {
		return this.view.kind === 'found';
	}

	/** Whether the project of a session is said above it. */
	get hasProjectHeadings(): boolean {
		return this.grouping === 'project' && this.factsOf !== undefined && !this.isRanked;
	}

	/** Whether its order can be told only by what is known of all sessions. */
	get needsFacts(): boolean {
		return needsFacts(this);
	}

	/** The sessions that are marked, in the order of the list; those that are not in view come last. */
	get marked(): ListedSession[] {
		return this.marks.among([...this.shown, ...this.sessions]);
	}

	setSessions(sessions: readonly ListedSession[], now: number): void {
		this.sessions = sessions;
		this.agentSessions = sessions.reduce((sum, {isFolded}) => sum + Number(isFolded), 0);
		this.agents = [...new Set(sessions.map(({agent}) => agent))];
		this.family = familyOf(sessions);
		this.marks.keepOnly(sessions);
		this.regroup(now);
	}

	show(view: ListView, now: number): void {
		this.view = view;
		this.regroup(now);
	}

	setGrouping(grouping: Grouping, now: number): void {
		this.grouping = grouping;
		this.reorder(now);
	}

	setSort(sort: Sort, now: number): void {
		this.sort = sort;
		this.reorder(now);
	}

	/** What is known of the sessions is more than before; until it is known at all they stand by time. */
	setFacts(factsOf: FactsOf, now: number): void {
		const isFirst = this.factsOf === undefined;
		this.factsOf = factsOf;
		if (!this.needsFacts || this.isRanked) this.groups = undefined;
		else if (isFirst) this.reorder(now);
		else this.regroup(now);
	}

	toggleAgents(now: number): void {
		this.areAgentsShown = !this.areAgentsShown;
		this.foldedOtherwise.clear();
		this.arrange(now);
	}

	/** Shows the sub-agents of the selected session, or folds them, or those it is one of. Tells whether there are any. */
	foldSelected(isFolded: boolean, now: number): boolean {
		const {selected} = this;
		if (!selected || this.isRanked) return false;
		const canFold = this.hasChildren(selected.ref) && this.isUnfolded(selected.ref) === isFolded;
		const ref = canFold || !isFolded ? selected.ref : this.parentOf(selected.ref);
		if (!ref || !this.hasChildren(ref)) return false;
		const key = keyOf(ref);
		if (isFolded !== this.areAgentsShown) this.foldedOtherwise.delete(key);
		else this.foldedOtherwise.add(key);
		this.arrange(now);
		return true;
	}

	/** Another order was asked for: whoever is at the first session wants to see which one is first now. */
	private reorder(now: number): void {
		const {isAtFirst} = this;
		this.regroup(now);
		if (isAtFirst && !this.isRanked) this.moveToFirst();
	}

	private regroup(now: number): void {
		this.groups = undefined;
		this.arrange(now);
	}

	private arrange(now: number): void {
		// A sub-agent that was folded away is found at its parent.
		this.replaceRows(this.makeRows(now), ref => this.parentOf(ref));
	}

	private makeRows(now: number): ListRow[] {
		const {view} = this;
		if (view.kind === 'found') return foundRows(view.refs, this.family.sizes, view.hasSnippets);
		if (!this.groups) {
			this.shownFamily = view.kind === 'all' ? this.family : familyOf(view.refs);
			const {roots} = this.shownFamily;
			const {factsOf = () => undefined} = this;
			const order = this.factsOf ? this : withoutFacts(this);
			this.groups = groupsOf(roots, order, factsOf, now);
			this.uncounted = countUncounted(roots, order.sort, factsOf);
		}
		return listRows(this.groups, this.shownFamily, ref => this.isUnfolded(ref));
	}

	private isUnfolded(ref: ListedSession): boolean {
		const isOtherwise = this.foldedOtherwise.size > 0 && this.foldedOtherwise.has(keyOf(ref));
		return this.areAgentsShown !== isOtherwise;
	}

	private hasChildren(ref: ListedSession): boolean {
		return this.shownFamily.children.has(ref);
	}

	private parentOf({agent, parentId}: ListedSession): ListedSession | undefined {
		if (parentId === undefined) return undefined;
		return this.sessions.find(each => each.agent === agent && each.id === parentId);
	}
}
