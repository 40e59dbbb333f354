import {keyOf, type ListedSession} from '../session-source.ts';
import {type ListRow, listRows, type SessionRow} from './list-rows.ts';

/** Rows that stay visible above and below the selection. */
const margin = 2;

/** The list's own state: which rows there are, which is selected, which is at the top of the screen. */
export class SessionList {
	rows: readonly ListRow[] = [];
	areAgentsShown = false;
	/** Sub-agents that are folded, or would be. */
	agentSessions = 0;
	top = 0;
	private sessions: readonly ListedSession[] = [];
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

	setSessions(sessions: readonly ListedSession[], now: number): void {
		this.sessions = sessions;
		this.agentSessions = sessions.filter(({isFolded}) => isFolded).length;
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

	movePages(pages: number): void {
		this.move(Math.trunc(pages * this.height) || Math.sign(pages));
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

	private arrange(now: number): void {
		const selected = this.selected;
		this.rows = listRows(this.sessions, this.areAgentsShown, now);
		this.places = this.rows.flatMap((row, at) => (row.kind === 'session' ? [at] : []));
		this.position = selected ? this.positionOf(selected.ref) : 0;
		this.follow();
	}

	/** Where a session is now; a sub-agent that was folded away is found at its parent. */
	private positionOf(ref: ListedSession): number {
		const at = this.places.findIndex(place => {
			const row = this.rows[place] as SessionRow;
			return keyOf(row.ref) === keyOf(ref);
		});
		if (at >= 0) return at;
		const parent = this.sessions.find(({agent, id}) => agent === ref.agent && id === ref.parentId);
		return parent && parent !== ref ? this.positionOf(parent) : 0;
	}

	/** Scrolls as little as is needed to keep the selection in sight, with its heading if it is the first below it. */
	private follow(): void {
		const row = Math.max(0, this.selectedRow);
		const room = Math.min(margin, Math.floor((this.height - 1) / 2));
		const lowest = Math.max(0, this.rows.length - this.height);
		this.top = Math.max(row + room - this.height + 1, Math.min(this.top, row - room));
		this.top = Math.max(0, Math.min(lowest, this.top));
	}
}
