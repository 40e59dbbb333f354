import {type Mode, nextMode} from '../../search/query/query.ts';
import {LineEditor} from '../search/line-editor.ts';
import type {RangesIn} from '../search/ranges.ts';
import {worthAsking} from '../search/worth-asking.ts';
import type {SearchRequest, SearchSource} from '../search-source.ts';
import type {ReaderHits} from './reader-hits.ts';
import type {Bookmark, ReaderView} from './reader-view.ts';

/** The find line of an open session. Without anything typed, what the list was searched for is marked. */
export class ReaderFind {
	readonly editor = new LineEditor();
	isTyping = false;
	/** Where one was before typing: everything is found from there on. */
	private origin: Bookmark | undefined;

	constructor(
		private readonly source: SearchSource | undefined,
		private readonly view: ReaderView,
		private readonly hits: ReaderHits,
		/** What the session was found with. */
		private readonly query: SearchRequest | undefined,
		public mode: Mode,
	) {
		if (query) hits.mark(this.rangesFor(query));
	}

	open(): void {
		this.isTyping = true;
		this.origin = this.view.bookmark;
	}

	leave(): void {
		this.isTyping = false;
	}

	cycleMode(): void {
		this.mode = nextMode(this.mode);
		this.edited();
	}

	/** The line was changed by a key. */
	edited(): void {
		const {editor, mode, query} = this;
		const {text} = editor;
		const isWorth = worthAsking(text, mode, []).hasWords;
		const request = isWorth ? {text, mode, scope: 'all' as const, limit: 1} : text === '' ? query : undefined;
		this.hits.giveUp();
		this.hits.mark(request && this.rangesFor(request));
		if (this.origin) this.view.returnTo(this.origin);
		if (isWorth) this.hits.goToFirst();
	}

	private rangesFor(request: SearchRequest): RangesIn | undefined {
		const {source} = this;
		return source && (text => source.rangesIn(text, request));
	}
}
