/**
 * The explorer without its looks: which screen is open, what it shows, and what each key does. Keys come in, a change
 * goes out; the components draw what is here.
 */
import type {Place} from '../keymap/binding.ts';
import {findBinding} from '../keymap/find-binding.ts';
import type {Action} from '../keymap/keymap.ts';
import {describeError} from './describe-error.ts';
import {type Actions, actionsOf} from './explorer-actions.ts';
import type {Help} from './help/help.ts';
import {keyStateOf} from './key-state.ts';
import {type Layout, layoutFor} from './layout.ts';
import {type Totals, totalsOf} from './list/list-header.ts';
import {ListScene} from './list/list-scene.ts';
import {StoreNews} from './live/store-news.ts';
import {Reader} from './reader/reader.ts';
import type {LineEditor} from './search/line-editor.ts';
import {queryRoom} from './search/query-line.ts';
import type {ListedSession, SessionSource} from './session-source.ts';
import {type TypedKey, typedText} from './typed-key.ts';

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
	readonly scene: ListScene;
	readonly news: StoreNews;
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
	private unreadable = 0;
	/** Keys typed before what they are meant for was there. */
	private readonly early: Array<string | TypedKey> = [];
	/** Keys typed behind an Enter that waits for an answer: they are meant for what it opens. */
	private readonly afterAnswer: Array<string | TypedKey> = [];
	private readonly actions: Actions;

	constructor(readonly options: ExplorerOptions) {
		this.scene = new ListScene({
			source: options.source,
			now: () => this.now,
			onDraw: () => options.onChange(),
			onChange: () => this.changed(),
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
	}

	get place(): Place {
		if (this.help) return 'help';
		if (this.reader) return this.reader.find.isTyping ? 'find' : 'reader';
		return this.scene.search?.isTyping ? 'search' : 'list';
	}

	/** The line one types into. */
	get editor(): LineEditor | undefined {
		return this.place === 'find' ? this.reader?.find.editor : this.scene.search?.editor;
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
		this.news.close();
		this.scene.close();
		this.reader?.close();
	}

	resize(columns: number, rows: number): void {
		this.layout = layoutFor(columns, rows);
		this.changed();
	}

	press(key: string | TypedKey): void {
		const name = typeof key === 'string' ? key : key.name;
		this.message = '';
		const {place} = this;
		const found = findBinding(place, name, keyStateOf(this));
		const action = found && 'action' in found ? found.action : undefined;
		const text = place === 'search' || place === 'find' ? typedText(key) : undefined;
		if (action !== 'complete' && this.scene.search) this.scene.search.completion = undefined;
		if (this.mustWait(action, key)) this.early.push(key);
		else if (this.scene.isWaiting && name === 'escape') this.stopWaiting();
		else if (this.scene.isWaiting && name !== 'ctrl-c') this.afterAnswer.push(key);
		else if (text !== undefined) this.edit(editor => editor.insert(text));
		else if (found && 'reason' in found) this.message = found.reason;
		else if (action) this.actions[action]();
		this.changed();
	}

	/** Changes the line one types into, and everything that follows from it. */
	edit(change: (editor: LineEditor) => void): void {
		const {editor} = this;
		if (!editor) return;
		const before = editor.text;
		change(editor);
		if (editor.text === before) return;
		if (this.place === 'find') this.reader?.find.edited();
		else this.scene.search?.edited();
	}

	/** Opens the selected session when it is known which one that is. */
	readWhenAnswered(): void {
		this.scene.whenAnswered(() => {
			this.read();
			if (!this.reader) this.message = 'No session matches';
			for (const key of this.afterAnswer.splice(0)) this.press(key);
			this.changed();
		});
	}

	/** Opens the selected session; at its best match, if words are searched for. */
	read(): void {
		const {scene, options} = this;
		const ref = scene.list.selected?.ref;
		if (!ref) return;
		scene.rest();
		this.reader?.close();
		const {request, target} = scene.targetIn(ref);
		const reader = new Reader(ref, {
			source: options.source,
			head: scene.sessionOf(ref),
			query: request,
			mode: scene.search?.mode,
			onChange: () => options.onChange(),
			onMessage: message => this.say(message),
		});
		if (this.reader) reader.fold(this.reader.folds);
		this.reader = reader;
		reader.resize(this.layout.columns, this.layout.bodyRows);
		if (target) reader.aimAt(target);
		reader.load();
	}

	leaveReader(): void {
		const {reader} = this;
		if (!reader) return;
		// What was read whole need not be counted again.
		if (reader.history) this.scene.heads.set(reader.readRef, reader.history.session);
		reader.close();
		this.reader = undefined;
	}

	/** The session a key is about. */
	get current(): ListedSession | undefined {
		return this.reader?.ref ?? this.scene.list.selected?.ref;
	}

	isStarred(ref: ListedSession): boolean {
		return this.options.source.stars?.has(ref) ?? false;
	}

	say(message: string): void {
		this.message = message;
		this.options.onChange();
	}

	/** Everything that follows from a change: what is in sight is read, and a frame is asked for. */
	private changed(): void {
		const {columns, rows} = this.layout;
		const {scene, reader, help} = this;
		this.layout = layoutFor(columns, rows, !reader && !help && scene.search?.isOpen);
		scene.search?.editor.fitTo(queryRoom(columns));
		reader?.find.editor.fitTo(queryRoom(columns));
		scene.list.setHeight(this.layout.list.rows);
		reader?.resize(columns, this.layout.bodyRows);
		if (!reader) scene.wantInSight();
		this.options.onChange();
	}

	private stopWaiting(): void {
		this.scene.stopWaiting();
		this.afterAnswer.length = 0;
	}

	private opened(): void {
		this.isOpen = true;
		this.changed();
		for (const key of this.early.splice(0)) this.press(key);
	}

	private countSessions(): void {
		this.totals = totalsOf(this.scene.list, this.unreadable);
	}

	/** Keys for a list that is not there yet; leaving does not wait, unless the key is a letter of a query. */
	private mustWait(action: Action | undefined, key: string | TypedKey): boolean {
		if (this.isOpen) return false;
		const isOfQuery = this.early.includes('/') && typedText(key) !== undefined;
		return action === undefined || !needsNoList.has(action) || isOfQuery;
	}
}
