import type {SearchAnswer, SearchRequest, SearchSource} from '../search-source.ts';
import {type AnswerTo, Requests} from './requests.ts';

/** How long nothing found yet leaves the former answer on the screen. */
const holdBack = 150;
/** What is shown is looked for again after changes, but not oftener. */
const refreshInterval = 2000;

export type AnswersOptions = {
	readonly source: SearchSource;
	readonly onChange: () => void;
	/** Another answer is to be shown, or none any more. `isNew`: to a question that was not asked before. */
	readonly onShown: (isNew: boolean) => void;
};

/** What is asked, and which answer is on the screen: the former one, until there is something to show instead. */
export class Answers {
	shown: AnswerTo | undefined;
	/** The latest one, be it shown or not yet. */
	latest: AnswerTo | undefined;
	/** Why there is none. */
	failure = '';
	private asked: SearchRequest | undefined;
	/** Asks again what is shown: for more of it, or after changes. */
	private isAgain = false;
	private holding: NodeJS.Timeout | undefined;
	private refreshing: NodeJS.Timeout | undefined;
	private readonly requests: Requests;

	constructor(private readonly options: AnswersOptions) {
		this.requests = new Requests(
			options.source,
			answer => this.take(answer),
			message => this.fail(message),
		);
	}

	/** Whether what is on the screen answers an older question. */
	get isWaiting(): boolean {
		return this.asked !== undefined && !this.isAgain && this.shown?.request !== this.asked;
	}

	/** What is known by now of the question that was asked last. */
	get progress(): SearchAnswer | undefined {
		// While it is asked again, what was found is still there.
		if (this.isAgain) return this.shown?.answer;
		return this.latest && this.latest.request === this.asked ? this.latest.answer : undefined;
	}

	/** When nothing is under way any more. */
	idle(): Promise<void> {
		return this.requests.idle();
	}

	ask(request: SearchRequest): void {
		this.failure = '';
		if (this.asked && isSameQuestion(this.asked, request)) return;
		this.asked = request;
		this.isAgain = false;
		this.stopHolding();
		this.requests.ask(request);
	}

	/** `isKept`: what was found before stays, until there is a question again. */
	askNothing(isKept: boolean): void {
		this.failure = '';
		this.requests.stop();
		this.asked = undefined;
		this.stopHolding();
		if (isKept || !this.shown) return;
		this.latest = undefined;
		this.shown = undefined;
		this.options.onShown(false);
	}

	/** There may be more to find, or less. */
	refresh(): void {
		// What has to be read from the files is not read again and again.
		if (!this.asked || this.refreshing || this.latest?.answer.scanning) return;
		this.refreshing = setTimeout(() => {
			this.refreshing = undefined;
			if (this.asked && this.requests.isIdle) this.askAgain(this.asked.limit);
		}, refreshInterval);
		this.refreshing.unref();
	}

	/** The last of what was found is near: more of it, if there is more. */
	wantMore(): void {
		if (!this.shown || !this.requests.isIdle || this.shown.request !== this.asked) return;
		const {request, answer} = this.shown;
		if (answer.found.length >= request.limit && answer.total > request.limit) this.askAgain(request.limit * 4);
	}

	close(): void {
		this.requests.stop();
		this.stopHolding();
		clearTimeout(this.refreshing);
	}

	private askAgain(limit: number): void {
		this.asked = {...this.asked!, limit};
		this.isAgain = true;
		this.requests.ask(this.asked);
	}

	private take(answer: AnswerTo): void {
		this.latest = answer;
		const {found, isComplete} = answer.answer;
		// Fewer than are shown would make rows vanish and come back.
		const isLess = this.isAgain ? found.length < (this.shown?.answer.found.length ?? 0) : found.length === 0;
		const isBegun = this.shown?.request === answer.request;
		if (isComplete || !isLess || (isBegun && !this.isAgain)) this.show();
		else if (!this.isAgain) this.holding ??= setTimeout(() => this.show(), holdBack);
		this.options.onChange();
	}

	private show(): void {
		this.stopHolding();
		if (!this.latest || this.latest.request !== this.asked) return;
		const isNew = !this.isAgain && this.shown?.request !== this.latest.request;
		this.shown = this.latest;
		this.options.onShown(isNew);
	}

	private stopHolding(): void {
		clearTimeout(this.holding);
		this.holding = undefined;
	}

	private fail(message: string): void {
		this.failure = message;
		const answer = {found: [], total: 0, isComplete: true, problems: []};
		if (this.asked && !this.isAgain) this.take({request: this.asked, answer});
		else this.options.onChange();
	}
}

/** How a scope without words is looked for makes no difference. */
function isSameQuestion(a: SearchRequest, b: SearchRequest): boolean {
	return a.text === b.text && a.scope === b.scope && (a.mode === b.mode || a.text === '');
}
