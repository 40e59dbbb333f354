import type {ListedSession} from '../session-source.ts';
import type {ListRow, SessionRow} from './list-rows.ts';

/** Rows that stay visible above and below the selection. */
const margin = 2;

/** Rows of which one session is selected, and the part of them that is on the screen. */
export class SelectableRows {
	rows: readonly ListRow[] = [];
	top = 0;
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

	/** Moves the selection by so many sessions, as far as there are any. */
	move(by: number): void {
		this.position = Math.max(0, Math.min(this.count - 1, this.position + by));
		this.follow();
	}

	/** Selects a session, if it is in view; tells whether it is. */
	select(isWanted: (ref: ListedSession) => boolean): boolean {
		const at = this.places.findIndex(place => isWanted((this.rows[place] as SessionRow).ref));
		if (at >= 0) this.move(at - this.position);
		return at >= 0;
	}

	/** How many sessions so many pages are. */
	pageStep(pages: number): number {
		const rowsEach = this.rows[1]?.kind === 'snippet' ? 2 : 1;
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

	/** The sessions that have a row, from top to bottom. */
	protected get shown(): ListedSession[] {
		return this.places.map(place => (this.rows[place] as SessionRow).ref);
	}

	/** Other rows, around the selection: it stays on its session, or on one that stands for it, and where it is on the screen. */
	protected replaceRows(rows: readonly ListRow[], standIn: (ref: ListedSession) => ListedSession | undefined): void {
		const {selected} = this;
		const rowOnScreen = this.selectedRow - this.top;
		const wasAtTop = this.top === 0;
		this.rows = rows;
		this.places = placesOf(rows);
		// What is gone leaves the selection to what takes its place.
		const position = selected && this.positionOf(selected.ref, standIn);
		this.position = Math.max(0, Math.min(position ?? this.position, this.count - 1));
		// Whoever is at the very top sees what comes in above; for anybody else nothing moves.
		if (!wasAtTop) this.top = this.selectedRow - rowOnScreen;
		this.follow();
	}

	private positionOf(
		ref: ListedSession,
		standIn: (ref: ListedSession) => ListedSession | undefined,
	): number | undefined {
		const seen = new Set<ListedSession>();
		for (let each: ListedSession | undefined = ref; each && !seen.has(each); each = standIn(each)) {
			const wanted = each;
			const at = this.places.findIndex(place => isSameSession((this.rows[place] as SessionRow).ref, wanted));
			if (at >= 0) return at;
			seen.add(each);
		}
		return undefined;
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
