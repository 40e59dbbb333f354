/**
 * The explorer without its looks: which screen is open, what it shows, and what each action does. Keys come in, a
 * change goes out; the components draw what is here.
 */
import type {Place} from '../keymap/binding.ts';
import {findBinding} from '../keymap/find-binding.ts';
import type {Action} from '../keymap/keymap.ts';
import {describeError} from './describe-error.ts';
import {Help} from './help/help.ts';
import {type Layout, layoutFor} from './layout.ts';
import {HeadCache} from './list/head-cache.ts';
import {type Totals, totalsOf} from './list/list-header.ts';
import {Preview} from './list/preview.ts';
import {RowCounts} from './list/row-counts.ts';
import {SessionList} from './list/session-list.ts';
import {Reader} from './reader/reader.ts';
import type {ListedSession, SessionSource} from './session-source.ts';

export type ExplorerOptions = {
	readonly source: SessionSource;
	/** Something to draw has changed. */
	readonly onChange: () => void;
	readonly onQuit: () => void;
	readonly onSuspend: () => void;
	readonly canSuspend: boolean;
	readonly now?: () => number;
};

const needsNoList: ReadonlySet<Action> = new Set<Action>(['quit', 'suspend', 'help', 'back']);

export class Explorer {
	readonly list = new SessionList();
	readonly heads: HeadCache;
	readonly preview: Preview;
	private readonly rowCounts: RowCounts;
	reader: Reader | undefined;
	/** Lies over the screen it is about. */
	help: Help | undefined;
	totals: Totals | undefined;
	/** Why there is no list. */
	failure: string | undefined;
	/** Said in the footer until the next key. */
	message = '';
	layout: Layout = layoutFor(80, 23);
	private isOpen = false;
	/** Keys typed before the list was there: they are meant for it. */
	private readonly early: string[] = [];

	constructor(private readonly options: ExplorerOptions) {
		const {source, onChange} = options;
		this.heads = new HeadCache(ref => source.head(ref), onChange);
		this.preview = new Preview(source, onChange, (ref, session) => this.heads.set(ref, session));
		this.rowCounts = new RowCounts(
			source,
			ref => this.isCounted(ref),
			(ref, session) => this.heads.set(ref, session),
		);
	}

	get place(): Place {
		return this.help ? 'help' : this.reader ? 'reader' : 'list';
	}

	get places(): readonly string[] {
		return this.options.source.places;
	}

	get now(): number {
		return this.options.now?.() ?? Date.now();
	}

	/** Finds the sessions. Never rejects: what went wrong is shown. */
	async open(): Promise<void> {
		try {
			const found = await this.options.source.scan();
			this.totals = totalsOf(found);
			this.list.setSessions(found.sessions, this.now);
		} catch (error) {
			this.failure = describeError(error);
		}
		this.isOpen = true;
		this.changed();
		for (const key of this.early.splice(0)) this.press(key);
	}

	close(): void {
		this.preview.close();
		this.rowCounts.close();
		this.reader?.close();
	}

	resize(columns: number, rows: number): void {
		this.layout = layoutFor(columns, rows);
		this.changed();
	}

	press(key: string): void {
		this.message = '';
		const found = findBinding(this.place, key, {
			sessions: this.list.count,
			agentSessions: this.list.agentSessions,
			canGoToNextSession: !this.list.isAtLast,
			canGoToPreviousSession: !this.list.isAtFirst,
			canSuspend: this.options.canSuspend,
		});
		if (!this.isOpen && !(found && 'action' in found && needsNoList.has(found.action))) this.early.push(key);
		else if (found && 'reason' in found) this.message = found.reason;
		else if (found) this.actions[found.action]();
		this.changed();
	}

	private readonly actions: Readonly<Record<Action, () => void>> = {
		'select-next': () => this.list.move(1),
		'select-previous': () => this.list.move(-1),
		'select-half-page-down': () => this.list.movePages(0.5),
		'select-half-page-up': () => this.list.movePages(-0.5),
		'select-page-down': () => this.list.movePages(1),
		'select-page-up': () => this.list.movePages(-1),
		'select-first': () => this.list.moveToFirst(),
		'select-last': () => this.list.moveToLast(),
		'toggle-agent-sessions': () => this.list.toggleAgents(this.now),
		peek: () => this.turnPreview(),
		read: () => this.read(),
		'next-session': () => this.readNeighbour(1),
		'previous-session': () => this.readNeighbour(-1),
		'next-prompt': () => this.goToPrompt(1),
		'previous-prompt': () => this.goToPrompt(-1),
		'toggle-tools': () => this.reader?.fold({tools: !this.reader.folds.tools}),
		'toggle-thinking': () => this.reader?.fold({thinking: !this.reader.folds.thinking}),
		'toggle-side-work': () => this.reader?.fold({side: !this.reader.folds.side}),
		'scroll-down': () => this.scroll(1),
		'scroll-up': () => this.scroll(-1),
		'scroll-half-page-down': () => this.scrollPages(0.5),
		'scroll-half-page-up': () => this.scrollPages(-0.5),
		'scroll-page-down': () => this.scrollPages(1),
		'scroll-page-up': () => this.scrollPages(-1),
		'scroll-to-start': () => this.scrollToEdge('start'),
		'scroll-to-end': () => this.scrollToEdge('end'),
		help: () => {
			this.help = new Help(this.place);
		},
		back: () => this.back(),
		quit: () => this.options.onQuit(),
		suspend: () => this.options.onSuspend(),
	};

	/** Everything that follows from a change: what is in sight is read, and a frame is asked for. */
	private changed(): void {
		const {list, bodyRows, columns} = this.layout;
		this.list.setHeight(list.rows);
		this.reader?.resize(columns, bodyRows);
		if (!this.reader) {
			const inSight = this.list.visible.flatMap(row => (row.kind === 'session' ? [row.ref] : []));
			this.heads.want(inSight);
			this.rowCounts.want(inSight);
			const selected = this.list.selected?.ref;
			this.preview.select(selected, selected !== undefined && this.isCounted(selected));
		}
		this.options.onChange();
	}

	private isCounted(ref: ListedSession): boolean {
		const head = this.heads.get(ref);
		return head !== undefined && 'session' in head && head.session.counts !== undefined;
	}

	private read(): void {
		const ref = this.list.selected?.ref;
		if (!ref) return;
		this.preview.close();
		this.rowCounts.close();
		this.reader?.close();
		const head = this.heads.get(ref);
		const reader = new Reader(ref, head && 'session' in head ? head.session : undefined, () => this.options.onChange());
		if (this.reader) reader.fold(this.reader.folds);
		this.reader = reader;
		reader.resize(this.layout.columns, this.layout.bodyRows);
		reader.load(this.options.source);
	}

	private readNeighbour(direction: 1 | -1): void {
		this.list.move(direction);
		this.read();
	}

	private goToPrompt(direction: 1 | -1): void {
		if (this.reader?.goToPrompt(direction)) return;
		this.message = direction > 0 ? 'No prompt after this one' : 'No prompt before this one';
	}

	private turnPreview(): void {
		if (this.layout.preview) this.preview.turn();
		else this.message = 'The window is too small for a preview: Enter reads the session';
	}

	private scroll(lines: number): void {
		if (this.help) this.help.scrollBy(lines, this.layout.bodyRows);
		else this.reader?.scrollBy(lines);
	}

	private scrollPages(pages: number): void {
		if (this.help) this.help.scrollBy(Math.trunc(pages * this.layout.bodyRows), this.layout.bodyRows);
		else this.reader?.scrollPages(pages);
	}

	private scrollToEdge(edge: 'start' | 'end'): void {
		if (this.help) this.help.scrollBy(edge === 'start' ? -Infinity : Infinity, this.layout.bodyRows);
		else if (edge === 'start') this.reader?.scrollToStart();
		else this.reader?.scrollToEnd();
	}

	private back(): void {
		if (this.help) this.help = undefined;
		else if (this.reader) {
			this.keepCounts(this.reader);
			this.reader.close();
			this.reader = undefined;
		}
	}

	/** What was read whole need not be counted again. */
	private keepCounts({ref, history}: Reader): void {
		if (history) this.heads.set(ref, history.session);
	}
}
