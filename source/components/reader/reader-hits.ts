import type {Locator} from '../../model/locator.ts';
import type {RangesIn} from '../search/ranges.ts';
import type {Match} from '../search-source.ts';
import {Calm} from './calm.ts';
import {blockOfMatch, hitOfMatch} from './find-target.ts';
import {Hits} from './hits.ts';
import type {ReaderDocument} from './reader-document.ts';
import type {ReaderView} from './reader-view.ts';

export type ReaderHitsOptions = {
	readonly onChange: () => void;
	readonly onMessage: (message: string) => void;
};

/** The match a session was opened for, until it was read; what was pressed meanwhile is done when one is there. */
type Target = {readonly match: Match; steps: number; lines: number; readonly line?: number};

/** Where in a session somebody was: a line of an entry, at the top of the screen. */
export type ReadingPlace = {readonly entryId: string; readonly locator: Locator; readonly line: number};

/** The words that are searched for in an open session, and the way from one to the next. */
export class ReaderHits {
	/** The match the session was opened for, unless the reader went elsewhere. */
	goal: Match | undefined;
	/** Whether the goal is no match, but where one was the last time. */
	isReturning = false;
	private marks: RangesIn | undefined;
	private hits: Hits | undefined;
	private document: ReaderDocument | undefined;
	private aim: Target | undefined;
	/** Steps to hits that are not counted yet. */
	private waiting = 0;
	/** Whether all of the session was read: there may be more hits until then. */
	private isComplete = false;
	/** The match is shown, and nothing was pressed since. */
	private isAtTarget = false;
	/** Nobody asked for the next hit: where there is none, nothing is said. */
	private isQuiet = false;

	private readonly calm: Calm;

	constructor(
		private readonly view: ReaderView,
		private readonly options: ReaderHitsOptions,
	) {
		this.calm = new Calm(options.onChange);
	}

	/** Whether the match is still to be read. */
	get isOnTheWay(): boolean {
		return this.aim !== undefined;
	}

	/** Whether anything is searched for. */
	get isMarking(): boolean {
		return this.marks !== undefined;
	}

	/** Which hit one is at, of how many; 0 if at none. */
	get position(): {readonly at: number; readonly of: number; readonly isCounting: boolean} | undefined {
		const {hits} = this;
		if (!hits) return undefined;
		const current = this.view.currentHit;
		return {at: current ? hits.numberOf(current) : 0, of: hits.total, isCounting: hits.isCounting};
	}

	/** Searches for something else, or for nothing. */
	mark(marks: RangesIn | undefined): void {
		this.marks = marks;
		this.waiting = 0;
		this.view.mark(marks);
		this.count();
	}

	/** Goes to a match as soon as it was read. */
	goTo(match: Match): void {
		this.goal = match;
		this.aim = {match, steps: 0, lines: 0};
		this.tryTarget(false);
	}

	/** Goes to where one was the last time, as soon as that was read; without a word if it is not there any more. */
	returnTo({entryId, locator, line}: ReadingPlace): void {
		const match: Match = {entryId, locator, role: 'system', snippet: '', ranges: []};
		this.goal = match;
		this.aim = {match, steps: 0, lines: 0, line};
		this.isReturning = true;
		this.tryTarget(false);
	}

	isFoundIn(document: ReaderDocument): boolean {
		return this.aim !== undefined && blockOfMatch(document, this.aim.match, false) !== undefined;
	}

	/** The reader scrolled. On the way to a match that is done again there, unless it was a way of its own. */
	moved(lines: number): void {
		this.isAtTarget = false;
		if (!this.aim) return;
		this.aim.lines += lines;
		if (Math.abs(this.aim.lines) >= this.view.viewport.rows) this.giveUp();
	}

	giveUp(): void {
		this.isAtTarget = false;
		this.aim = undefined;
		this.goal = undefined;
		this.isReturning = false;
		this.waiting = 0;
	}

	/** To the next hit, or the one before. */
	step(direction: 1 | -1): void {
		this.isQuiet = false;
		this.isAtTarget = false;
		if (this.aim) this.aim.steps += direction;
		else if (!this.tryStep(direction)) this.waiting += direction;
	}

	/** To the first hit from the top of the screen on, without a word where there is none. */
	goToFirst(): void {
		this.isQuiet = true;
		this.waiting = this.tryStep(1) ? 0 : 1;
	}

	documentChanged(isComplete: boolean): void {
		this.isComplete = isComplete;
		if (this.view.document === this.document) this.hits?.grow();
		else this.count();
		this.tryTarget(isComplete);
		if (isComplete && this.isAtTarget) this.view.viewport.stayBeforeEnd();
		this.stepOn();
	}

	close(): void {
		this.hits?.close();
		this.calm.close();
	}

	private count(): void {
		this.hits?.close();
		this.document = this.view.document;
		const from = this.view.viewport.position.block;
		this.hits = this.marks && new Hits(this.document, this.marks, () => this.counted(), from);
	}

	private counted(): void {
		const isWaiting = this.waiting !== 0;
		this.stepOn();
		// Whoever waits for a hit sees it at once; that there are more of them can wait.
		if (!this.hits?.isCounting || (isWaiting && this.waiting === 0)) this.calm.now();
		else this.calm.request();
	}

	/** Steps that waited for what was counted meanwhile. */
	private stepOn(): void {
		while (this.waiting !== 0) {
			const direction = this.waiting > 0 ? 1 : -1;
			if (!this.tryStep(direction)) return;
			this.waiting -= direction;
		}
	}

	/** Tells whether it could be done; if not, more must be counted first. */
	private tryStep(direction: 1 | -1): boolean {
		const {hits, view} = this;
		if (!hits) return true;
		const next = hits.beside(view.hitInSight ?? view.viewport.edgeOfSight(direction), direction);
		if (next) {
			view.goToHit(next);
			return true;
		}
		if (hits.isCounting || !this.isComplete) return false;
		const edge = hits.edge(direction);
		if (edge) view.goToHit(edge);
		if (!this.isQuiet) this.options.onMessage(describeEdge(direction, edge !== undefined));
		return true;
	}

	private tryTarget(isComplete: boolean): void {
		const {aim, view} = this;
		if (!aim) return;
		const block = blockOfMatch(view.document, aim.match, isComplete);
		if (block === undefined) {
			if (!isComplete) return;
			this.aim = undefined;
			if (aim.line === undefined) this.options.onMessage('The place of the match is not in the session any more');
			return;
		}
		this.aim = undefined;
		this.isAtTarget = true;
		if (aim.line !== undefined) view.viewport.showFrom(block, aim.line);
		else this.showMatch(block, aim.match);
		if (aim.lines !== 0) view.viewport.scrollBy(aim.lines);
		for (let step = 0; step < Math.abs(aim.steps); step++) this.step(aim.steps > 0 ? 1 : -1);
	}

	private showMatch(block: number, match: Match): void {
		const {view} = this;
		const hit = this.marks ? hitOfMatch(view.document, block, match, this.marks) : 0;
		if (this.hits?.countAt(block)) view.goToHit({block, hit}, true);
		else view.goToBlock(block);
	}
}

function describeEdge(direction: 1 | -1, isFound: boolean): string {
	if (!isFound) return 'Not in this session';
	return direction > 0 ? 'After the last hit comes the first' : 'Before the first hit comes the last';
}
