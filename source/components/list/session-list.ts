import type {ListedSession} from '../session-source.ts';
import {familyOf, foundRows, type ListRow, listRows, noFamily, type SessionRow} from './list-rows.ts';

/** Rows that stay visible above and below the selection. */
const margin = 2;

/** What the list shows: all sessions, some of them in the same order, or what a search found, the best first. */
export type ListView =
	| {readonly kind: 'all'}
	| {readonly kind: 'some'; readonly refs: readonly ListedSession[]}
	| {readonly kind: 'found'; readonly refs: readonly ListedSession[]; readonly hasSnippets: boolean};

/** The list's own state: which rows there are, which is selected, which is at the top of the screen. */
export class SessionList {
	rows: readonly ListRow[] = [];
	areAgentsShown = false;
	/** Sub-agents that are folded, or would be. */
	agentSessions = 0;
	/** Whose sessions there are. */
	agents: readonly string[] = [];
	top = 0;
	/** Every session, newest first. */
	sessions: readonly ListedSession[] = [];
	private view: ListView = {kind: 'all'};
	private family = noFamily;
	/** Where in `rows` the sessions are. */
	private places: readonly number[] = [];
	/** The selected one among `places`. */
	private position = 0;
	private height = 1;

	get count(): number {
		return this.places.length;
	}

	get selected(): SessionRow | undefined {
		const row = this.rows[this.selectedRow];
		return row?.kind === 'session' ? row : undefined;
	}

	get selectedRow(): number {
		return this.places[this.position] ?? -1;
	}

	/** The how-manieth session is selected, from 1. */
	get selectedPosition(): number {
		return this.count === 0 ? 0 : this.position + 1;
	}

	get isAtFirst(): boolean {
		return this.position <= 0;
	}

	get isAtLast(): boolean {
		return this.position >= this.count - 1;
	}

	/** Whether the last rows are in sight, or nearly. */
	get isNearEnd(): boolean {
		return this.top + 2 * this.height >= this.rows.length;
	}

	setSessions(sessions: readonly ListedSession[], now: number): void {
		this.sessions = sessions;
		this.agentSessions = sessions.reduce((sum, {isFolded}) => sum + Number(isFolded), 0);
		this.agents = [...new Set(sessions.map(({agent}) => agent))];
		this.family = familyOf(sessions);
		this.arrange(now);
	}

	show(view: ListView, now: number): void {
		this.view = view;
		this.arrange(now);
	}

	toggleAgents(now: number): void {
		this.areAgentsShown = !this.areAgentsShown;
		this.arrange(now);
	}

	/** Moves the selection by so many sessions, as far as there are any. */
	move(by: number): void {
		this.position = Math.max(0, Math.min(this.count - 1, this.position + by));
		this.follow();
	}

	/** How many sessions so many pages are. */
	pageStep(pages: number): number {
		const rowsEach = this.view.kind === 'found' && this.view.hasSnippets ? 2 : 1;
		return Math.trunc((pages * this.height) / rowsEach) || Math.sign(pages);
	}

	moveToFirst(): void {
		this.move(-this.count);
	}

	moveToLast(): void {
		this.move(this.count);
	}

	setHeight(height: number): void {
		if (height === this.height) return;
		this.height = Math.max(1, height);
		this.follow();
	}

	/** The rows on the screen. */
	get visible(): readonly ListRow[] {
		return this.rows.slice(this.top, this.top + this.height);
	}

	/** Makes the rows anew around the selection: it stays on its session, and where it is on the screen. */
	private arrange(now: number): void {
		const selected = this.selected;
		const rowOnScreen = this.selectedRow - this.top;
		const wasAtTop = this.top === 0;
		this.rows = this.makeRows(now);
		this.places = placesOf(this.rows);
		// What is gone leaves the selection to what takes its place.
		const position = selected && this.positionOf(selected.ref);
		this.position = Math.max(0, Math.min(position ?? this.position, this.count - 1));
		// Whoever is at the very top sees what comes in above; for anybody else nothing moves.
		if (!wasAtTop) this.top = this.selectedRow - rowOnScreen;
		this.follow();
	}

	private makeRows(now: number): ListRow[] {
		const {view, family, areAgentsShown} = this;
		if (view.kind === 'all') return listRows(family, areAgentsShown, now);
		if (view.kind === 'some') return listRows(familyOf(view.refs), areAgentsShown, now);
		return foundRows(view.refs, family.sizes, view.hasSnippets);
	}

	/** Where a session is now; a sub-agent that was folded away is found at its parent. */
	private positionOf(ref: ListedSession): number | undefined {
		const at = this.places.findIndex(place => isSameSession((this.rows[place] as SessionRow).ref, ref));
		if (at >= 0) return at;
		if (ref.parentId === undefined) return undefined;
		const parent = this.sessions.find(({agent, id}) => agent === ref.agent && id === ref.parentId);
		return parent && parent !== ref ? this.positionOf(parent) : undefined;
	}

	/** Scrolls as little as is needed to keep the selection in sight, with its heading if it is the first below it. */
	private follow(): void {
		const row = Math.max(0, this.selectedRow);
		// The snippet below it belongs to it.
		const last = this.rows[row + 1]?.kind === 'snippet' ? row + 1 : row;
		const room = Math.max(0, Math.min(margin, Math.floor((this.height - 1 - (last - row)) / 2)));
		const lowest = Math.max(0, this.rows.length - this.height);
		this.top = Math.max(last + room - this.height + 1, Math.min(this.top, row - room));
		this.top = Math.max(0, Math.min(lowest, this.top));
	}
}

/** As their keys tell, without making ten thousand of them. */
function isSameSession(a: ListedSession, b: ListedSession): boolean {
	return a.id === b.id && a.agent === b.agent && a.path === b.path;
}

function placesOf(rows: readonly ListRow[]): number[] {
	const places: number[] = [];
	for (const [at, row] of rows.entries()) if (row.kind === 'session') places.push(at);
	return places;
}
