import type {ListScene, Target} from '../list/list-scene.ts';
import type {SearchRequest} from '../search-source.ts';
import type {ListedSession, SessionSource} from '../session-source.ts';
import type {Folds, Level} from './layout/layout-block.ts';
import {Reader} from './reader.ts';
import type {ReadingPlace} from './reader-hits.ts';

export type ReaderStackOptions = {
	readonly source: SessionSource;
	readonly scene: ListScene;
	/** The room there is for a reader. */
	readonly size: () => {readonly columns: number; readonly bodyRows: number};
	readonly onChange: () => void;
	readonly onMessage: (message: string) => void;
};

/** How the reader is to be set up when it opens. */
type Opening = {readonly like?: Pick<Reader, 'folds'>; readonly place?: ReadingPlace};

/** A session as it was open before. */
export type Reopened = {readonly folds: Folds; readonly place?: ReadingPlace; readonly request?: SearchRequest};

/** The open session, and those it was entered from. */
export class ReaderStack {
	current: Reader | undefined;
	/** The readers a sub-agent was entered from, the first one first. */
	readonly parents: Reader[] = [];
	/** How much of a session is shown when it is opened. */
	usualLevel: Level = 'normal';

	constructor(private readonly options: ReaderStackOptions) {}

	/** Opens the selected session; at its best match, if words are searched for. */
	read(): void {
		const {scene} = this.options;
		const ref = scene.list.selected?.ref;
		if (!ref) return;
		const before = this.current;
		this.closeAll();
		this.open(ref, {...scene.targetIn(ref), like: before});
	}

	/** Opens the session of a sub-agent over the one that started it. */
	enter(ref: ListedSession): void {
		const {current} = this;
		if (current) this.parents.push(current);
		this.open(ref, {like: current});
	}

	/** Opens a session as it was open before, over any that is. */
	reopen(ref: ListedSession, {folds, place, request}: Reopened): void {
		if (this.current) this.parents.push(this.current);
		this.open(ref, {request, like: {folds}, place});
	}

	/** Back to the session that started this one, or to the list. */
	leave(): void {
		const {current} = this;
		if (!current) return;
		// What was read whole need not be counted again.
		const {history, readRef} = current.reading;
		if (history) this.options.scene.heads.set(readRef, history.session);
		current.close();
		this.current = this.parents.pop();
	}

	closeAll(): void {
		for (const reader of [...this.parents.splice(0), this.current]) reader?.close();
		this.current = undefined;
	}

	private open(ref: ListedSession, {request, target, like, place}: Target & Opening): void {
		const {source, scene, size, onChange, onMessage} = this.options;
		scene.rest();
		const {mode} = scene.search ?? {};
		const reader = new Reader(ref, {source, head: scene.sessionOf(ref), query: request, mode, onChange, onMessage});
		reader.fold(like?.folds ?? {level: this.usualLevel});
		this.current = reader;
		const {columns, bodyRows} = size();
		reader.resize(columns, bodyRows);
		if (target) reader.aimAt(target);
		if (place) reader.returnTo(place);
		reader.reading.load();
	}
}
