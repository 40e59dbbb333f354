/**
 * The explorer without its looks: which screen is open, what it shows, and what each key does. Keys come in, a change
 * goes out; the components draw what is here.
 */
import {type ExportChoice, usualChoice} from '../actions/export/export-choice.ts';
import type {Place} from '../keymap/binding.ts';
import {Chords} from '../keymap/chords.ts';
import {bindingOf} from '../keymap/effective-keymap.ts';
import type {Action} from '../keymap/keymap.ts';
import {headRows} from './compare/comparison-screen.tsx';
import type {ComparisonView} from './compare/comparison-view.ts';
import {describeError} from './describe-error.ts';
import {type Actions, actionsOf} from './explorer-actions.ts';
import type {ExportForm, LastExport} from './export/export-form.ts';
import {targetRoom} from './export/export-screen.tsx';
import {type FaultReport, Faults} from './fault/faults.ts';
import type {Help} from './help/help.ts';
import {keyStateOf} from './key-state.ts';
import {type Layout, layoutFor} from './layout.ts';
import {type Totals, totalsOf} from './list/list-header.ts';
import {ListScene} from './list/list-scene.ts';
import {StoreNews} from './live/store-news.ts';
import {isPointed, type Pointed, point} from './mouse/mouse.ts';
import type {Confirmation} from './overlay/confirmation.ts';
import type {Menu} from './overlay/menu.ts';
import type {Pages} from './overlay/pages.ts';
import {onLanguageReady} from './reader/markdown/highlight.ts';
import {hasMinimap} from './reader/minimap.ts';
import type {Reader} from './reader/reader.ts';
import {ReaderStack} from './reader/reader-stack.ts';
import type {LineEditor} from './search/line-editor.ts';
import {queryRoom} from './search/query-line.ts';
import type {ListedSession, SessionSource} from './session-source.ts';
import {labelRoom} from './tree/tree-screen.tsx';
import type {TreeView} from './tree/tree-view.ts';
import {type TypedKey, typedText} from './typed-key.ts';

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

const typingPlaces: ReadonlySet<Place> = new Set<Place>([
	'search',
	'find',
	'palette',
	'help-find',
	'export-target',
	'label',
]);
const needsNoList: ReadonlySet<Action> = new Set<Action>([
	'quit',
	'suspend',
	'help',
	'back',
	'leave-error',
	'copy-error',
]);

export class Explorer {
	readonly scene: ListScene;
	readonly news: StoreNews;
	/** Errors of our own: the last one is shown instead of the screen. */
	readonly faults: Faults;
	readonly readers: ReaderStack;
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
	/** The key that was pressed last. */
	key = '';
	/** Digits typed for the key after them. */
	number = '';
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
	/** Keys typed before what they are meant for was there. */
	private readonly early: Array<string | TypedKey> = [];
	/** Keys typed behind an Enter that waits for an answer: they are meant for what it opens. */
	private readonly afterAnswer: Array<string | TypedKey> = [];
	private readonly actions: Actions;
	private readonly chords = new Chords();
	private readonly stopHighlighting: () => void;
	/** What a key is doing, should it fail. */
	private during = '';

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
		if (this.menu) return this.menu.editor ? 'palette' : 'menu';
		if (this.help) return this.help.editor ? 'help-find' : 'help';
		if (this.form) return this.form.isTyping ? 'export-target' : 'export';
		if (this.pages) return 'pages';
		if (this.comparison) return 'compare';
		if (this.tree) return this.tree.editor ? 'label' : 'tree';
		if (this.reader) return this.reader.place;
		return this.scene.search?.isTyping ? 'search' : 'list';
	}

	/** The line one types into. */
	get editor(): LineEditor | undefined {
		const {place} = this;
		if (place === 'palette') return this.menu?.editor;
		if (place === 'export-target') return this.form?.editor;
		if (place === 'help-find') return this.help?.editor;
		if (place === 'label') return this.tree?.editor;
		return place === 'find' ? this.reader?.find.editor : this.scene.search?.editor;
	}

	get places(): readonly string[] {
		return this.options.source.places;
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
		this.during = 'a key';
		this.faults.guard(
			() => this.during,
			() => (isPointed(key) ? this.pointed(key) : this.take(key)),
		);
	}

	private take(key: string | TypedKey): void {
		const name = nameOf(key);
		// Whatever else fails, this does not.
		if (name === 'ctrl-c') {
			this.options.onQuit();
			return;
		}
		this.key = name;
		this.message = '';
		const {place} = this;
		this.faults.noteKey(key, typingPlaces.has(place));
		const found = this.chords.find(place, name, keyStateOf(this));
		const action = found && 'action' in found ? found.action : undefined;
		this.during = action ?? `a key of the ${place}`;
		const isWaiting = this.scene.isWaiting && place !== 'error';
		const text = typingPlaces.has(place) ? typedText(key) : undefined;
		if (action !== 'complete' && this.scene.search) this.scene.search.completion = undefined;
		if (this.mustWait(action, key)) this.putOff(key, this.early);
		else if (isWaiting && name === 'escape') this.stopWaiting();
		else if (isWaiting && name !== 'ctrl-c') this.putOff(key, this.afterAnswer);
		else if (text !== undefined) this.edit(editor => editor.insert(text));
		else if (found && 'reason' in found) this.message = found.reason;
		else if (found && 'first' in found) this.message = this.chords.hint;
		else if (action) this.actions[action]();
		if (action !== 'digit') this.number = '';
		this.changed();
	}

	/** The mouse is about what is on the screen: it does not wait for anything else. */
	private pointed(key: Pointed): void {
		this.key = key.name;
		this.faults.noteKey(key, false);
		this.during = `the mouse (${key.name})`;
		this.chords.forget();
		this.number = '';
		if (this.isOpen && !this.scene.isWaiting) point(this, key);
		this.changed();
	}

	/** The key is pressed again when what it is meant for is there. */
	private putOff(key: string | TypedKey, until: Array<string | TypedKey>): void {
		this.chords.forget();
		until.push(key);
	}

	/** Does what a key would do. */
	act(action: Action): void {
		this.actions[action]();
	}

	/** Changes the line one types into, and everything that follows from it. */
	edit(change: (editor: LineEditor) => void): void {
		const {editor} = this;
		if (!editor) return;
		const before = editor.text;
		change(editor);
		if (editor.text === before) return;
		const {place} = this;
		if (place === 'palette') this.menu?.edited();
		else if (place === 'help-find') this.help?.edited();
		else if (place === 'find') this.reader?.find.edited();
		else if (place === 'export-target') this.form?.edited();
		else if (place !== 'label') this.scene.search?.edited();
	}

	/** Opens the selected session when it is known which one that is. */
	readWhenAnswered(): void {
		this.scene.whenAnswered(() => {
			this.readers.read();
			if (!this.reader) this.message = 'No session matches';
			for (const key of this.afterAnswer.splice(0)) this.press(key);
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
		scene.search?.editor.fitTo(queryRoom(columns));
		reader?.find.editor.fitTo(queryRoom(columns));
		this.menu?.editor?.fitTo(columns - 4);
		this.form?.editor.fitTo(targetRoom(columns));
		help?.editor?.fitTo(queryRoom(columns));
		this.tree?.editor?.fitTo(labelRoom(columns));
		scene.list.setHeight(this.layout.list.rows);
		reader?.resize(columns, this.layout.bodyRows);
		this.comparison?.resize(columns, this.layout.bodyRows - headRows(columns));
		this.tree?.setHeight(this.layout.bodyRows);
		if (!reader) scene.wantInSight();
		this.options.onChange();
	}

	private stopWaiting(): void {
		this.scene.stopWaiting();
		this.afterAnswer.length = 0;
	}

	private opened(): void {
		this.isOpen = true;
		this.onList?.();
		this.changed();
		for (const key of this.early.splice(0)) this.press(key);
	}

	private countSessions(): void {
		this.totals = totalsOf(this.scene.list, this.unreadable);
		this.onList?.();
	}

	/** Keys for a list that is not there yet; leaving does not wait, unless the key is a letter of a query. */
	private mustWait(action: Action | undefined, key: string | TypedKey): boolean {
		if (this.isOpen) return false;
		const opensLine = (each: string | TypedKey) => bindingOf('list', nameOf(each))?.action === 'search';
		const isOfQuery = this.early.some(opensLine) && typedText(key) !== undefined;
		return action === undefined || !needsNoList.has(action) || isOfQuery;
	}
}

function nameOf(key: string | TypedKey): string {
	return typeof key === 'string' ? key : key.name;
}
