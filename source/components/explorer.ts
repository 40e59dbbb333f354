/**
 * The explorer without its looks: which screen is open, and what it shows. Keys come in, a change goes out; the
 * components draw what is here.
 */
import {type ExportChoice, usualChoice} from '../actions/export/export-choice.ts';
import type {Place} from '../keymap/binding.ts';
import type {Action} from '../keymap/keymap.ts';
import {headRows} from './compare/comparison-screen.tsx';
import type {ComparisonView} from './compare/comparison-view.ts';
import {describeError} from './describe-error.ts';
import {type Actions, actionsOf} from './explorer-actions.ts';
import type {ExportForm, LastExport} from './export/export-form.ts';
import {type FaultReport, Faults} from './fault/faults.ts';
import type {Help} from './help/help.ts';
import {type Layout, layoutFor} from './layout.ts';
import {type Totals, totalsOf} from './list/list-header.ts';
import {ListScene} from './list/list-scene.ts';
import {StoreNews} from './live/store-news.ts';
import type {Confirmation} from './overlay/confirmation.ts';
import {type Menu, placeOf} from './overlay/menu.ts';
import type {Pages} from './overlay/pages.ts';
import {PressedKeys} from './pressed-keys.ts';
import {onLanguageReady} from './reader/markdown/highlight.ts';
import {hasMinimap} from './reader/minimap.ts';
import type {Reader} from './reader/reader.ts';
import {ReaderStack} from './reader/reader-stack.ts';
import type {ListedSession, SessionSource} from './session-source.ts';
import type {TreeView} from './tree/tree-view.ts';
import type {TypedKey} from './typed-key.ts';
import {TypingLines} from './typing-lines.ts';

export type ExplorerOptions = {
	readonly source: SessionSource;
	/** Something to draw has changed. */
	readonly onChange: () => void;
	readonly onQuit: () => void;
	readonly onSuspend: () => void;
	readonly canSuspend: boolean;
	/** Puts text into the clipboard of whoever sits at the terminal. */
	readonly copy?: (text: string) => {readonly ok: boolean; readonly note?: string};
	/** Draws an image over the screen until a key is pressed. */
	readonly showImage?: (image: {readonly type: string; readonly data: Buffer}) => Promise<'shown' | 'cannot'>;
	/** Writes an error of our own down; tells where. */
	readonly onFault?: (report: FaultReport) => string | undefined;
	readonly now?: () => number;
};

export class Explorer {
	readonly scene: ListScene;
	readonly news: StoreNews;
	/** Errors of our own: the last one is shown instead of the screen. */
	readonly faults: Faults;
	readonly readers: ReaderStack;
	readonly keys = new PressedKeys(this);
	readonly typingLines = new TypingLines(this);
	/** These lie over the screen they are about. */
	help: Help | undefined;
	menu: Menu | undefined;
	confirmation: Confirmation | undefined;
	pages: Pages | undefined;
	comparison: ComparisonView | undefined;
	tree: TreeView | undefined;
	/** What is asked before sessions are exported. */
	form: ExportForm | undefined;
	/** What was chosen the last time. */
	lastExport: LastExport | undefined;
	/** Where nothing was chosen yet. */
	usualExport: ExportChoice = usualChoice;
	totals: Totals | undefined;
	/** Hears when the list shows something else. */
	onList: (() => void) | undefined;
	/** Why there is no list. */
	failure: string | undefined;
	/** Said in the footer until the next key. */
	message = '';
	layout: Layout = layoutFor(80, 23);
	/** Whether all sessions are known. */
	isOpen = false;
	private unreadable = 0;
	private readonly actions: Actions;
	private readonly stopHighlighting: () => void;

	constructor(readonly options: ExplorerOptions) {
		this.faults = new Faults(options.onFault, options.onChange);
		this.scene = new ListScene({
			source: options.source,
			now: () => this.now,
			onDraw: () => options.onChange(),
			onChange: () => {
				this.onList?.();
				this.changed();
			},
		});
		this.readers = new ReaderStack({
			source: options.source,
			scene: this.scene,
			size: () => this.layout,
			onChange: () => options.onChange(),
			onMessage: message => this.say(message),
		});
		this.news = new StoreNews({
			scene: this.scene,
			reader: () => this.reader,
			now: () => this.now,
			onSessions: () => this.countSessions(),
			onChange: () => this.changed(),
			say: message => this.say(message),
		});
		this.actions = actionsOf(this);
		this.stopHighlighting = onLanguageReady(() => options.onChange());
	}

	get place(): Place {
		if (this.faults.current) return 'error';
		if (this.confirmation) return 'confirm';
		if (this.menu) return placeOf(this.menu);
		if (this.help) return this.help.editor ? 'help-find' : 'help';
		if (this.form) return this.form.isTyping ? 'export-target' : 'export';
		if (this.pages) return 'pages';
		if (this.comparison) return 'compare';
		if (this.tree) return this.tree.editor ? 'label' : 'tree';
		if (this.reader) return this.reader.place;
		return this.scene.search?.isTyping ? 'search' : 'list';
	}

	get now(): number {
		return this.options.now?.() ?? Date.now();
	}

	/** Finds the sessions. Never rejects: what went wrong is shown. */
	async open(): Promise<void> {
		const {source} = this.options;
		this.news.follow(source, () => this.opened());
		try {
			const found = await source.scan();
			this.unreadable = found.unreadable;
			this.scene.list.setSessions(found.sessions, this.now);
			this.countSessions();
			if (found.total && this.totals) {
				// They can be looked at; keys wait for the others.
				this.totals = {...this.totals, ...found.total};
				return this.changed();
			}
			this.news.listed();
		} catch (error) {
			if (!this.totals) this.failure = describeError(error);
		}
		this.opened();
	}

	close(): void {
		this.stopHighlighting();
		this.news.close();
		this.scene.close();
		this.readers.closeAll();
		this.comparison?.close();
		this.tree?.close();
		this.form?.close();
	}

	resize(columns: number, rows: number): void {
		this.layout = layoutFor(columns, rows);
		this.faults.guard(
			() => 'resizing',
			() => this.changed(),
		);
	}

	press(key: string | TypedKey): void {
		this.keys.press(key);
	}

	/** Does what a key would do. */
	act(action: Action): void {
		this.actions[action]();
	}

	/** Opens the selected session when it is known which one that is. */
	readWhenAnswered(): void {
		this.scene.whenAnswered(() => {
			this.readers.read();
			if (!this.reader) this.message = 'No session matches';
			this.keys.pressAfterAnswer();
			this.changed();
		});
	}

	/** The session that is open. */
	get reader(): Reader | undefined {
		return this.readers.current;
	}

	closeTree(): void {
		this.tree?.close();
		this.tree = undefined;
	}

	/** The session a key is about. */
	get current(): ListedSession | undefined {
		return this.reader?.ref ?? this.scene.list.selected?.ref;
	}

	/** The sessions that are marked in the list, in its order. */
	get marked(): readonly ListedSession[] {
		return this.scene.list.marked;
	}

	isStarred(ref: ListedSession): boolean {
		return this.options.source.stars?.has(ref) ?? false;
	}

	say(message: string): void {
		this.message = message;
		this.options.onChange();
	}

	/** Everything that follows from a change: what is in sight is read, and a frame is asked for. */
	changed(): void {
		const {columns, rows} = this.layout;
		const {scene, reader, help} = this;
		const isCovered = this.comparison !== undefined || this.tree !== undefined;
		this.layout = layoutFor(
			columns,
			rows,
			isCovered ? false : reader ? hasMinimap(rows) : !help && scene.search?.isOpen,
			scene.isPreviewShown,
		);
		this.typingLines.fitTo(columns);
		scene.list.setHeight(this.layout.list.rows);
		reader?.resize(columns, this.layout.bodyRows);
		this.comparison?.resize(columns, this.layout.bodyRows - headRows(columns));
		this.tree?.setHeight(this.layout.bodyRows);
		if (!reader) scene.wantInSight();
		this.options.onChange();
	}

	private opened(): void {
		this.isOpen = true;
		this.onList?.();
		this.changed();
		this.keys.pressEarly();
	}

	private countSessions(): void {
		this.totals = totalsOf(this.scene.list, this.unreadable);
		this.onList?.();
	}
}
