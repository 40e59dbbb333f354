import type {Match} from '../search-source.ts';
import type {ReaderHits, ReadingPlace} from './reader-hits.ts';

export type ReaderAimOptions = {
	readonly hits: ReaderHits;
	readonly signal: AbortSignal;
	/** It is known where to go, and that was not read yet. */
	readonly onFound: () => void;
	readonly onChange: () => void;
};

const longestHold = 150;

/** The place a session is opened at, which may have to be found first. */
export class ReaderAim {
	/** Until it is known where to go, nobody knows which branch to show. */
	known: Promise<void> = Promise.resolve();
	private isLooking = false;
	/** The beginning is not shown to somebody who wants to be elsewhere, as long as that takes a moment only. */
	private holding: NodeJS.Timeout | undefined;

	constructor(private readonly options: ReaderAimOptions) {}

	/** Whether nothing is to be shown yet. */
	get isHolding(): boolean {
		const isOnTheWay = this.isLooking || this.options.hits.isOnTheWay;
		return this.holding !== undefined && isOnTheWay;
	}

	/** The session is opened at a match. */
	takeMatch(target: Match | ((signal: AbortSignal) => Promise<Match | undefined>)): void {
		this.holdBack();
		if (typeof target === 'function') this.known = this.find(target);
		else this.options.hits.goTo(target);
	}

	/** The session is opened where one was the last time. */
	takePlace(place: ReadingPlace): void {
		this.holdBack();
		this.options.hits.returnTo(place);
	}

	close(): void {
		clearTimeout(this.holding);
	}

	private async find(look: (signal: AbortSignal) => Promise<Match | undefined>): Promise<void> {
		const {hits, signal, onFound, onChange} = this.options;
		this.isLooking = true;
		// Without it the session is read from its beginning, and its hits are marked all the same.
		const match = await look(signal).catch(() => undefined);
		this.isLooking = false;
		if (match && !signal.aborted) {
			hits.goTo(match);
			if (hits.isOnTheWay) onFound();
		}
		onChange();
	}

	private holdBack(): void {
		this.holding = setTimeout(() => {
			this.holding = undefined;
			this.options.onChange();
		}, longestHold);
	}
}
