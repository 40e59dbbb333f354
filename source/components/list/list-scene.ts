import type {Session} from '../../model/session.ts';
import {MatchPreview} from '../search/match-preview.ts';
import {Matches} from '../search/matches.ts';
import {Search} from '../search/search.ts';
import type {FoundSession, Match, SearchRequest} from '../search-source.ts';
import {keyOf, type ListedSession, type SessionSource} from '../session-source.ts';
import {type Grouping, groupings, type Sort, sorts} from './arrangement.ts';
import {HeadCache} from './head-cache.ts';
import {ListFacts} from './list-facts.ts';
import {Preview} from './preview.ts';
import {RowCounts} from './row-counts.ts';
import {SessionList} from './session-list.ts';

export type ListSceneOptions = {
	readonly source: SessionSource;
	readonly now: () => number;
	/** Something in sight looks different. */
	readonly onDraw: () => void;
	/** Something else may be in sight. */
	readonly onChange: () => void;
};

/** Where a session is opened at; what has to be found first takes a moment. */
export type Target = {
	readonly request?: SearchRequest;
	readonly target?: Match | ((signal: AbortSignal) => Promise<Match | undefined>);
};

/** The list screen's state: the list, the search that narrows it, and what is read for the rows in sight. */
export class ListScene {
	readonly list = new SessionList();
	readonly heads: HeadCache;
	readonly preview: Preview;
	readonly search: Search | undefined;
	readonly matches: Matches | undefined;
	/** Shown instead of the preview where words were found in the selected session. */
	matchPreview: MatchPreview | undefined;
	/** Whether a preview is wanted where there is room for one. */
	isPreviewShown = true;
	private readonly facts: ListFacts;
	private readonly rowCounts: RowCounts;
	/** What was found, as the list shows it. */
	private found: readonly FoundSession[] = [];
	private foundByKey = new Map<string, FoundSession>();
	/** How far the selection was moved while an answer was on its way, and what is to be done with it. */
	private moved = 0;
	private waiting: (() => void) | undefined;

	constructor(private readonly options: ListSceneOptions) {
		const {source, onDraw, onChange} = options;
		const keep = (ref: ListedSession, session: Session) => {
			this.facts.learn(ref, session);
			this.heads.set(ref, session);
		};
		this.facts = new ListFacts(source, () => {
			this.list.setFacts(this.facts.of, options.now());
			onChange();
		});
		this.heads = new HeadCache(async ref => {
			const session = await source.head(ref);
			this.facts.learn(ref, session);
			return session;
		}, onDraw);
		this.preview = new Preview(source, onDraw, keep);
		this.rowCounts = new RowCounts(source, ref => this.heads.isCounted(ref), keep);
		if (!source.search) return;
		this.matches = new Matches(source.search, onChange);
		this.search = new Search({
			source: source.search,
			agents: () => this.list.agents,
			onChange: onDraw,
			onShown: isNew => this.showFound(isNew),
		});
	}

	sessionOf(ref: ListedSession): Session | undefined {
		const head = this.heads.get(ref);
		return head && 'session' in head ? head.session : undefined;
	}

	setGrouping(grouping: Grouping): void {
		this.list.setGrouping(grouping, this.options.now());
		this.facts.refresh();
	}

	setSort(sort: Sort): void {
		this.list.setSort(sort, this.options.now());
		this.facts.refresh();
	}

	cycleGrouping(): void {
		this.setGrouping(groupings[(groupings.indexOf(this.list.grouping) + 1) % groupings.length]!);
	}

	cycleSort(): void {
		this.setSort(sorts[(sorts.indexOf(this.list.sort) + 1) % sorts.length]!);
	}

	/** More may be known of the sessions than before. */
	refreshFacts(): void {
		if (this.list.needsFacts) this.facts.refresh();
	}

	move(by: number): void {
		this.list.move(by);
		if (this.search?.isWaiting) this.moved += by;
	}

	/** Does it now, or when what was typed is answered: the rows on the screen may not be those that are meant. */
	whenAnswered(act: () => void): void {
		if (this.search?.isWaiting) this.waiting = act;
		else act();
	}

	get isWaiting(): boolean {
		return this.waiting !== undefined;
	}

	stopWaiting(): void {
		this.waiting = undefined;
	}

	turnPreview(): void {
		if (this.matchPreview) this.matchPreview.turn();
		else this.preview.turn();
	}

	scrollPreview(lines: number): void {
		if (this.matchPreview) this.matchPreview.scrollBy(lines);
		else this.preview.scrollBy(lines);
	}

	/** What is in sight is read, and what came into sight meanwhile is not any more. */
	wantInSight(): void {
		const {list, search} = this;
		if (list.needsFacts) this.facts.want();
		const inSight = list.visible.flatMap(row => (row.kind === 'session' ? [row.ref] : []));
		for (const ref of inSight) this.heads.offer(ref, this.foundByKey.get(keyOf(ref))?.session);
		this.heads.want(inSight);
		this.rowCounts.want(inSight);
		if (search?.hasWords && search.shown) {
			const found = inSight.flatMap(ref => this.foundByKey.get(keyOf(ref)) ?? []);
			this.matches?.want(found, search.shown.request);
		} else this.matches?.close();
		this.wantPreview();
		if (list.isNearEnd) search?.wantMore();
	}

	/** Another screen is open: nothing here is in sight. */
	rest(): void {
		this.preview.close();
		this.rowCounts.close();
		this.matches?.close();
		this.search?.leave();
	}

	close(): void {
		this.rest();
		this.facts.close();
		this.search?.close();
	}

	/** Where in a session one wants to be who found it. */
	targetIn(ref: ListedSession): Target {
		const {search, matches} = this;
		const found = this.foundByKey.get(keyOf(ref));
		if (!search?.hasWords || !search.shown || !found) return {};
		const {request} = search.shown;
		const known = matches?.get(ref, request);
		if (known?.isCurrent) return {request, target: known.matches[0]};
		const source = this.options.source.search!;
		return {request, target: async signal => (await source.matches(found, request, signal))[0]};
	}

	/** The sessions have changed: so have those that were found. */
	refreshFound(changed: readonly ListedSession[] = [], gone: readonly ListedSession[] = []): void {
		this.refreshFacts();
		if (!this.search?.shown) return;
		const fresh = new Map(changed.map(ref => [keyOf(ref), ref]));
		const away = new Set(gone.map(keyOf));
		const left = this.found.filter(({ref}) => !away.has(keyOf(ref)));
		this.setFound(
			left.map(each => {
				const ref = fresh.get(keyOf(each.ref));
				// The header that came along is that of the session as it was.
				return !ref || ref.stamp === each.ref.stamp ? each : {...each, ref, session: undefined};
			}),
		);
		this.search.refresh();
	}

	private showFound(isNew: boolean): void {
		this.setFound(this.search?.shown?.answer.found ?? []);
		if (isNew) {
			this.list.moveToFirst();
			this.list.move(this.moved);
		}
		this.moved = 0;
		this.options.onChange();
		// Nothing yet is no answer to somebody who wants to read.
		if (this.list.count === 0 && this.search?.shown?.answer.isComplete === false) return;
		const act = this.waiting;
		this.waiting = undefined;
		act?.();
	}

	private setFound(found: readonly FoundSession[]): void {
		const {search, list} = this;
		this.found = found;
		this.foundByKey = new Map(found.map(each => [keyOf(each.ref), each]));
		const refs = found.map(({ref}) => ref);
		const now = this.options.now();
		if (!search?.shown) list.show({kind: 'all'}, now);
		else if (search.isRanked) list.show({kind: 'found', refs, hasSnippets: search.hasWords}, now);
		else list.show({kind: 'some', refs}, now);
	}

	private wantPreview(): void {
		const {list, search, matches} = this;
		if (!this.isPreviewShown) {
			this.matchPreview = undefined;
			this.preview.close();
			return;
		}
		const ref = list.selected?.ref;
		const request = search?.hasWords ? search.shown?.request : undefined;
		const known = ref && request && matches?.get(ref, request);
		if (ref && known?.isCurrent && known.matches.length > 0) {
			this.preview.close();
			if (this.matchPreview?.matches !== known.matches) this.matchPreview = new MatchPreview(ref, known.matches);
			return;
		}
		// Until the places are known, what is shown stays.
		if (ref && request && !known?.isCurrent && this.matchPreview) return;
		this.matchPreview = undefined;
		this.preview.select(ref, ref !== undefined && this.heads.isCounted(ref));
	}
}
