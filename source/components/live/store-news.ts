import {sanitizeLine} from '../../text/sanitize.ts';
import type {ListScene} from '../list/list-scene.ts';
import type {Reader} from '../reader/reader.ts';
import type {CatalogueStatus, News} from '../search-source.ts';
import {keyOf, type ListedSession, type SessionSource} from '../session-source.ts';
import {mergeSessions} from './merge-sessions.ts';

export type StoreNewsOptions = {
	readonly scene: ListScene;
	readonly reader: () => Reader | undefined;
	/** The list of all sessions is another one. */
	readonly onSessions: () => void;
	readonly now: () => number;
	readonly onChange: () => void;
	readonly say: (message: string) => void;
};

/** What happens in the stores while the explorer is open: rows change in place, and the open session grows. */
export class StoreNews {
	status: CatalogueStatus | undefined;
	private stop: (() => void) | undefined;
	private readonly said = new Set<string>();
	private onFirst: (() => void) | undefined;
	private hasList = false;

	constructor(private readonly options: StoreNewsOptions) {}

	/** `onFirst` is called when the whole list is known. */
	follow(source: SessionSource, onFirst: () => void): void {
		this.onFirst = onFirst;
		this.stop = source.follow?.(news => this.hear(news));
	}

	/** From now on what changes, changes a list. */
	listed(): void {
		this.hasList = true;
	}

	close(): void {
		this.stop?.();
	}

	private hear(news: News): void {
		const {scene, onSessions, onChange, now} = this.options;
		if (news.status) this.takeStatus(news.status);
		const {all, changed, gone} = news;
		const isFirst = all !== undefined && !this.hasList;
		if (all || (this.hasList && (changed?.length || gone?.length))) {
			this.hasList = true;
			scene.list.setSessions(mergeSessions(scene.list.sessions, news), now());
			scene.refreshFound(changed ?? all, gone);
			onSessions();
			this.tellReader(changed ?? all ?? [], gone ?? []);
		}
		if (isFirst) this.onFirst?.();
		onChange();
	}

	private takeStatus(status: CatalogueStatus): void {
		const isFurther = status.indexed !== this.status?.indexed;
		this.status = status;
		// What was not in the index a moment ago may be found now.
		if (isFurther) {
			this.options.scene.search?.refresh();
			this.options.scene.refreshFacts();
		}
		const {polling, note} = status;
		if (polling !== undefined) this.sayOnce(`Changes are seen by looking from time to time: ${polling}`);
		if (note !== undefined) this.sayOnce(note);
	}

	private sayOnce(message: string): void {
		if (this.said.has(message)) return;
		this.said.add(message);
		this.options.say(sanitizeLine(message));
	}

	private tellReader(changed: readonly ListedSession[], gone: readonly ListedSession[]): void {
		const reader = this.options.reader();
		if (!reader) return;
		const key = keyOf(reader.ref);
		const ref = changed.find(each => keyOf(each) === key);
		if (ref && ref.stamp !== reader.ref.stamp) reader.reading.heard(ref);
		if (gone.some(each => keyOf(each) === key))
			this.options.say('This session is gone from the disk; what was read stays');
	}
}
