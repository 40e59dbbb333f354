import {familyFacts} from '../../actions/family-text.ts';
import {treeItems} from '../../model/lineage.ts';
import type {Relative} from '../../model/relative.ts';
import {rowKey, rowsOf, type TreeItem, type TreeRow} from '../../model/tree-row.ts';
import {type TreeUsage, treeUsage} from '../../model/tree-usage.ts';
import type {Spending} from '../../model/usage.ts';
import {describeError} from '../describe-error.ts';
import {LineEditor} from '../search/line-editor.ts';
import type {ListedSession, ReadFamily, SessionSource} from '../session-source.ts';

/** Which rows stand in the tree: all, what was typed, or only where something begins. */
export const treeFilters = ['all', 'prompts', 'branches'] as const;
export type TreeFilter = (typeof treeFilters)[number];

/** The fork tree while it is open: its rows, the one that is selected, and what is folded. */
export class TreeView {
	rows: readonly TreeRow[] = [];
	/** With nothing folded or left out. */
	allRows: readonly TreeRow[] = [];
	relatives: readonly Relative[] = [];
	refs: readonly ListedSession[] = [];
	failure: string | undefined;
	isRead = false;
	filter: TreeFilter = 'all';
	selected = 0;
	/** The rows to compare: the last two that were marked. */
	readonly marked: TreeRow[] = [];
	top = 0;
	/** What branches and sessions took, when that is known. */
	usage: TreeUsage | undefined;
	/** What is said of the family, the most important first. */
	facts: readonly string[] = [];
	/** The label of the selected row, while it is typed. */
	editor: LineEditor | undefined;
	private family: ReadFamily | undefined;
	/** Sessions of which only the sum is known. */
	private uncounted = 0;
	private items: readonly TreeItem[] = [];
	private readonly folded = new Set<string>();
	private height = 1;
	private readonly stopping = new AbortController();

	constructor(
		readonly ref: ListedSession,
		private readonly source: SessionSource,
		private readonly onChange: () => void,
	) {}

	async load(): Promise<void> {
		try {
			const family = await this.source.family!(this.ref, {signal: this.stopping.signal});
			const {refs, relatives} = family;
			if (this.stopping.signal.aborted) return;
			this.refs = refs;
			this.relatives = relatives;
			this.items = treeItems(relatives);
			this.allRows = rowsOf(this.items);
			this.facts = familyFacts(relatives, this.allRows);
			this.isRead = true;
			this.arrange();
			// Where one came from.
			const own = this.rows.findIndex(({relative}) => this.isOwn(relative));
			this.select(Math.max(0, own));
			this.family = family;
			void this.count(family);
		} catch (error) {
			if (this.stopping.signal.aborted) return;
			this.failure = describeError(error);
		}
		this.onChange();
	}

	/** Counts what large sessions took as well; tells whether there is one that was not counted. */
	countLarge(): boolean {
		const {family} = this;
		if (!family || this.uncounted === 0) return false;
		void this.count(family, true);
		return true;
	}

	/** Behind the screen: what each branch took is there when all was read again. */
	private async count(family: ReadFamily, isAnySize = false): Promise<void> {
		const {relatives} = family;
		const read = relatives.map((): readonly Spending[] | undefined => undefined);
		for (const at of relatives.keys()) {
			// What can't be read any more is told by its sum.
			read[at] = await family.spendings?.(at, isAnySize).catch(() => undefined);
			if (this.stopping.signal.aborted) return;
		}
		this.uncounted = family.spendings ? read.filter(each => each === undefined).length : 0;
		this.usage = treeUsage(relatives, this.allRows, read);
		this.facts = familyFacts(relatives, this.allRows, this.usage);
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

	get title(): string | undefined {
		return this.relatives.find((_, at) => this.isOwn(at))?.title;
	}

	isMarked(row: TreeRow): boolean {
		return this.marked.some(each => rowKey(each) === rowKey(row));
	}

	labelOf({relative, entryId}: TreeRow): string {
		const ref = this.refs[relative];
		return (ref && this.source.labels?.of(ref, entryId)) ?? '';
	}

	move(by: number): void {
		this.select(this.selected + by);
	}

	/** Marks the selected row, or takes its mark away. */
	mark(): void {
		const {current, marked} = this;
		if (!current) return;
		const at = marked.findIndex(each => rowKey(each) === rowKey(current));
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

	/** Folds what hangs below the selected row, or below the one it hangs on; tells whether there was something. */
	fold(): boolean {
		const {rows, selected} = this;
		let at = selected;
		while (at >= 0 && !(rows[at]!.below > 0 && at + rows[at]!.below >= selected)) at--;
		const row = rows[at];
		if (!row) return false;
		this.select(at);
		this.folded.add(rowKey(row));
		this.arrange();
		return true;
	}

	/** Tells whether something was folded. */
	unfold(): boolean {
		const {current} = this;
		if (!current || !this.folded.delete(rowKey(current))) return false;
		this.arrange();
		return true;
	}

	/** Every branch and every copy, or none. */
	foldAll(isFolded: boolean): void {
		this.folded.clear();
		if (isFolded) for (const row of this.allRows) if (row.depth > 0 && row.below > 0) this.folded.add(rowKey(row));
		this.arrange();
	}

	nextFilter(): void {
		this.filter = treeFilters[(treeFilters.indexOf(this.filter) + 1) % treeFilters.length]!;
		this.arrange();
	}

	startLabel(): void {
		const {current} = this;
		if (!current) return;
		this.editor = new LineEditor();
		this.editor.set(this.labelOf(current));
	}

	/** Keeps what was typed; nothing takes the label away. Throws where it can't be kept. */
	saveLabel(): void {
		const {current, editor} = this;
		this.editor = undefined;
		const ref = current && this.refs[current.relative];
		if (ref && editor) this.source.labels?.set(ref, current.entryId, editor.text.trim());
	}

	/** Draws the rows anew; what was selected, or what stood before it, stays so. */
	private arrange(): void {
		const before = this.rows.slice(0, this.selected + 1).reverse();
		this.rows = rowsOf(this.items, {
			isKept: row => this.isKept(row),
			isFolded: row => this.folded.has(rowKey(row)),
		});
		const places = new Map(this.rows.map((row, at) => [rowKey(row), at]));
		const kept = before.find(row => places.has(rowKey(row)));
		this.select(kept ? places.get(rowKey(kept))! : 0);
	}

	private isKept({kind, prompts}: Pick<TreeRow, 'kind' | 'prompts'>): boolean {
		if (this.filter === 'prompts') return kind !== 'sub-agent' && kind !== 'compaction';
		return this.filter === 'all' || kind !== 'prompt' || prompts !== undefined;
	}

	private isOwn(relative: number): boolean {
		const {agent, id} = this.relatives[relative]!;
		return agent === this.ref.agent && id === this.ref.id;
	}

	private select(row: number): void {
		this.selected = Math.max(0, Math.min(this.rows.length - 1, row));
		this.top = Math.max(this.selected - this.height + 1, Math.min(this.top, this.selected));
		this.top = Math.max(0, Math.min(this.top, this.rows.length - this.height));
	}
}
