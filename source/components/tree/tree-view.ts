import {type Relative, type TreeRow, treeRows} from '../../model/lineage.ts';
import {describeError} from '../describe-error.ts';
import type {ListedSession, SessionSource} from '../session-source.ts';

/** The fork tree while it is open: its rows, the one that is selected, and what is folded. */
export class TreeView {
	rows: readonly TreeRow[] = [];
	relatives: readonly Relative[] = [];
	refs: readonly ListedSession[] = [];
	failure: string | undefined;
	isRead = false;
	/** Only where roads part, without the prompts between. */
	isShort = false;
	selected = 0;
	/** The rows to compare: the last two that were marked. */
	readonly marked: TreeRow[] = [];
	top = 0;
	private all: readonly TreeRow[] = [];
	private height = 1;
	private readonly stopping = new AbortController();

	constructor(
		readonly ref: ListedSession,
		private readonly source: SessionSource,
		private readonly onChange: () => void,
	) {}

	async load(): Promise<void> {
		try {
			const {refs, relatives} = await this.source.family!(this.ref, {signal: this.stopping.signal});
			if (this.stopping.signal.aborted) return;
			this.refs = refs;
			this.relatives = relatives;
			this.all = treeRows(relatives);
			this.isRead = true;
			this.arrange();
			// Where one came from.
			const own = this.rows.findIndex(row => this.relatives[row.relative]?.id === this.ref.id);
			this.select(Math.max(0, own));
		} catch (error) {
			if (this.stopping.signal.aborted) return;
			this.failure = describeError(error);
		}
		this.onChange();
	}

	close(): void {
		this.stopping.abort();
	}

	setHeight(rows: number): void {
		this.height = Math.max(1, rows);
		this.select(this.selected);
	}

	get visible(): readonly TreeRow[] {
		return this.rows.slice(this.top, this.top + this.height);
	}

	get current(): TreeRow | undefined {
		return this.rows[this.selected];
	}

	move(by: number): void {
		this.select(this.selected + by);
	}

	/** Marks the selected row, or takes its mark away. */
	mark(): void {
		const {current, marked} = this;
		if (!current) return;
		const at = marked.indexOf(current);
		if (at >= 0) marked.splice(at, 1);
		else marked.push(current);
		if (marked.length > 2) marked.shift();
	}

	/** To the next branch, copy or session, or the one before; tells whether there was one. */
	moveToSegment(direction: 1 | -1): boolean {
		for (let at = this.selected + direction; at >= 0 && at < this.rows.length; at += direction) {
			const {kind, prompts} = this.rows[at]!;
			if (kind === 'prompt' && prompts === undefined) continue;
			this.select(at);
			return true;
		}
		return false;
	}

	toggleShort(): void {
		const {current} = this;
		this.isShort = !this.isShort;
		this.arrange();
		const at = current ? this.rows.indexOf(current) : 0;
		this.select(Math.max(0, at));
	}

	private arrange(): void {
		// A branch, a session, a compaction: where something begins.
		const isMilestone = ({kind, prompts}: TreeRow) => kind !== 'prompt' || prompts !== undefined;
		this.rows = this.isShort ? this.all.filter(isMilestone) : this.all;
	}

	private select(row: number): void {
		this.selected = Math.max(0, Math.min(this.rows.length - 1, row));
		this.top = Math.max(this.selected - this.height + 1, Math.min(this.top, this.selected));
		this.top = Math.max(0, Math.min(this.top, this.rows.length - this.height));
	}
}
