import {Following} from './following.ts';
import type {ReaderHits} from './reader-hits.ts';
import type {ReaderPrompts} from './reader-prompts.ts';
import type {ReaderView} from './reader-view.ts';
import type {WindowPlace, Windows} from './windows.ts';

export type ReaderMovesOptions = {
	readonly view: ReaderView;
	readonly hits: ReaderHits;
	readonly prompts: ReaderPrompts;
	readonly windows: Windows;
	/** Bytes of the session. */
	readonly size: () => number;
	/** Whether all of it was read. */
	readonly isComplete: () => boolean;
	readonly onChange: () => void;
};

/** The ways from one place of an open session to another. What was not read yet is shown in a window. */
export class ReaderMoves {
	private readonly following = new Following();
	/** What a key asked for, until the window is there that shows it. */
	private onTheWay: (() => void) | undefined;

	constructor(private readonly options: ReaderMovesOptions) {}

	/** Whether the end stays in sight when the session grows. */
	get isFollowing(): boolean {
		const {view, isComplete} = this.options;
		return this.following.isOn(isComplete() && view.viewport.isAtEnd);
	}

	/** Whether one is at the end, as a window shows it, or on the way elsewhere: another document would take one away. */
	get isElsewhere(): boolean {
		const {span} = this.options.view.document;
		return this.onTheWay !== undefined || (span !== undefined && this.following.isOn(false));
	}

	scrollBy(lines: number): void {
		const {view, hits, windows} = this.options;
		this.following.leave();
		hits.moved(lines);
		view.viewport.scrollBy(lines);
		void windows.reach();
	}

	scrollPages(pages: number): void {
		const {rows} = this.options.view.viewport;
		// Two lines stay in sight, so that the eye finds where it was.
		this.scrollBy(Math.trunc(pages * Math.max(1, rows - 2)) || Math.sign(pages));
	}

	scrollToStart(): void {
		this.leave();
		const {document, viewport} = this.options.view;
		const {span} = document;
		this.goTo('start', span === undefined || span.from === 0, () => viewport.scrollToStart());
	}

	scrollToEnd(): void {
		const {view, hits} = this.options;
		this.following.start();
		hits.giveUp();
		const {span} = view.document;
		this.goTo('end', span !== undefined && span.to >= span.size, () => view.viewport.scrollToEnd());
	}

	/** To so many percent of the session. */
	jumpTo(percent: number): void {
		if (percent >= 100) {
			this.scrollToEnd();
			return;
		}
		this.leave();
		const {view, size} = this.options;
		const byte = Math.floor((size() * Math.max(0, percent)) / 100);
		this.goTo({byte}, false, () => view.viewport.scrollToPercent(percent));
	}

	/** Stays at the end, or stops that; tells which. */
	toggleFollowing(): boolean {
		const wasFollowing = this.isFollowing;
		if (wasFollowing) this.following.refuse();
		else this.scrollToEnd();
		return !wasFollowing;
	}

	/** To the next prompt, or the previous one; tells whether there was one. */
	goToPrompt(direction: 1 | -1): boolean {
		const {prompts, windows} = this.options;
		this.leave();
		const isThere = prompts.step(direction);
		void windows.reach();
		return isThere || windows.seekPrompt(direction);
	}

	/** To the prompt of this number, from 0. */
	goToPromptAt(number: number): void {
		this.leave();
		this.options.prompts.goTo(number);
	}

	goToHit(direction: 1 | -1): void {
		this.following.leave();
		this.options.hits.step(direction);
	}

	/** One goes elsewhere: neither the end nor the match is wanted any more. */
	leave(): void {
		this.following.leave();
		this.options.hits.giveUp();
	}

	/** A window shows what was asked for. */
	arrived(): void {
		this.onTheWay = undefined;
	}

	/** Goes where one was on the way to, in what is shown by now. */
	goOn(): void {
		const scroll = this.onTheWay;
		this.onTheWay = undefined;
		scroll?.();
		if (scroll) this.options.onChange();
	}

	/** A part of a large session is shown at once, the whole of it when it was read. */
	private goTo(place: WindowPlace, isHere: boolean, scroll: () => void): void {
		const {windows, isComplete} = this.options;
		windows.leave();
		this.onTheWay = undefined;
		if (isHere || isComplete() || !windows.canOpen) scroll();
		else void this.openAt(place, scroll);
	}

	private async openAt(place: WindowPlace, scroll: () => void): Promise<void> {
		this.onTheWay = scroll;
		if (await this.options.windows.goTo(place)) return;
		this.goOn();
	}
}
