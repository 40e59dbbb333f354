/** Brings the explorer back to where it was left, and keeps where it is for the next time. */
import type {ExportChoice} from '../actions/export/export-choice.ts';
import type {Explorer} from './explorer.ts';
import type {Level} from './reader/layout/layout-block.ts';
import {
	isNamed,
	type OpenSession,
	type RememberedState,
	readState,
	type SessionName,
	stateOf,
} from './remembered-state.ts';
import {worthAsking} from './search/worth-asking.ts';

export type Memory = {
	/** What was kept the last time, as it was found. */
	readonly before?: unknown;
	/** How things are where nothing else was chosen. */
	readonly usual?: RememberedState & {readonly level?: Level; readonly export?: ExportChoice};
	/** Whether all these files are there; the list may still have what is gone. */
	readonly areThere?: (files: readonly string[]) => boolean;
	/** Absent: nothing is kept. */
	readonly keep?: (state: RememberedState) => void;
};

export class Restoring {
	private readonly before: RememberedState;
	private selected: SessionName | undefined;
	private open: readonly OpenSession[] | undefined;
	private hasFrame = false;
	private isBroken = false;

	constructor(
		private readonly explorer: Explorer,
		private readonly memory: Memory,
	) {
		this.before = readState(memory.before);
		this.selected = this.before.selected;
		this.open = this.before.open;
	}

	/** All that the first frame needs; nothing is read or asked for yet. */
	begin(): void {
		const {explorer, before} = this;
		const {scene} = explorer;
		const {search, list} = scene;
		const {scope, mode, grouping, sort, preview, agentSessions} = {...this.memory.usual, ...present(before)};
		if (search) {
			search.scope = scope ?? search.scope;
			search.mode = mode ?? search.mode;
			search.editor.set(before.query ?? '');
		}
		list.grouping = grouping ?? list.grouping;
		list.sort = sort ?? list.sort;
		list.areAgentsShown = agentSessions ?? list.areAgentsShown;
		explorer.lastExport = before.exported;
		explorer.usualExport = this.memory.usual?.export ?? explorer.usualExport;
		scene.isPreviewShown = preview ?? scene.isPreviewShown;
		explorer.readers.usualLevel = this.memory.usual?.level ?? explorer.readers.usualLevel;
		explorer.onList = () => this.goOnSafely();
	}

	/** The list is on the screen: now what was searched for is, and what was open is opened. */
	firstFrameDrawn(): void {
		const {search} = this.explorer.scene;
		this.hasFrame = true;
		// Should opening it end the program, the next start is not to try again.
		if (this.open) this.keepWithout();
		if (search?.isNarrowed) search.edited();
		this.goOnSafely();
	}

	keep(): void {
		if (this.isBroken || this.explorer.faults.current) this.keepWithout();
		else this.keepSafely(state => state);
	}

	/** What was open has failed: it is not to be opened by itself again. */
	keepBroken(): void {
		this.isBroken = true;
		this.keepWithout();
	}

	private keepWithout(): void {
		this.keepSafely(({open: _, ...rest}) => rest);
	}

	/** Also called when something has failed: then even to ask what is open may fail. */
	private keepSafely(choose: (state: RememberedState) => RememberedState): void {
		try {
			this.memory.keep?.(choose(this.state));
		} catch {
			// What was kept before stays.
		}
	}

	/** Until the list is there, what was remembered of it is still to come. */
	private get state(): RememberedState {
		const now = stateOf(this.explorer, this.memory.usual);
		if (this.explorer.keys.last !== '') return now;
		return {...now, selected: now.selected ?? this.selected, open: now.open ?? this.open};
	}

	private goOnSafely(): void {
		this.explorer.faults.guard(
			() => 'opening what was open',
			() => this.goOn(),
		);
	}

	/** Another list is shown. Whoever has pressed a key wants something else than what was. */
	private goOn(): void {
		const {explorer} = this;
		const {scene} = explorer;
		if (explorer.keys.last !== '') {
			this.selected = undefined;
			this.open = undefined;
		}
		if (this.selected) scene.list.select(isNamed(this.selected));
		if (!this.hasFrame) return;
		if (this.isSettled) this.selected = undefined;
		if (this.open) this.reopen(this.open);
		if (!this.selected && !this.open) explorer.onList = undefined;
	}

	/** Whether the list is the one that was left, as far as it can be. */
	private get isSettled(): boolean {
		const {isOpen, scene} = this.explorer;
		const {search} = scene;
		if (!isOpen || !search?.isNarrowed) return isOpen;
		return !search.isWaiting && search.shown?.answer.isComplete !== false;
	}

	/** Opens all of them, or none: what is gone is not worth a word. */
	private reopen(open: readonly OpenSession[]): void {
		const {explorer, before, memory} = this;
		const {sessions} = explorer.scene.list;
		const found = open.flatMap(({session}) => sessions.find(isNamed(session)) ?? []);
		// The catalogue may know only a part: what is missing may come while the stores are looked at.
		const {status} = explorer.news;
		const isLooking = status ? status.phase === 'looking' : explorer.options.source.follow !== undefined;
		if (found.length < open.length && (!explorer.isOpen || isLooking)) return;
		this.open = undefined;
		if (found.length < open.length || !found.every(({files}) => memory.areThere?.(files) ?? true)) return;
		const mode = before.mode ?? 'fuzzy';
		const hasWords = before.query !== undefined && worthAsking(before.query, mode, []).hasWords;
		const request = hasWords ? {text: before.query!, mode, scope: 'all' as const, limit: 1} : undefined;
		for (const [at, {folds, place}] of open.entries()) {
			explorer.readers.reopen(found[at]!, {folds, place, request});
		}
		explorer.changed();
	}
}

function present<T extends object>(value: T): Partial<T> {
	return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as Partial<T>;
}
