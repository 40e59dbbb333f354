import {describeError} from '../describe-error.ts';
import type {SearchAnswer, SearchRequest, SearchSource} from '../search-source.ts';

/** How long a request that was given up may take to end before the next one begins all the same. */
const patience = 30;

export type AnswerTo = {readonly request: SearchRequest; readonly answer: SearchAnswer};

/**
 * One request after the other, the newest one wins: whatever is under way is given up when another is wanted, its late
 * answers are dropped, and of those that came meanwhile only the last is asked.
 */
export class Requests {
	private next: SearchRequest | undefined;
	private stopping = new AbortController();
	private running: Promise<void> | undefined;

	constructor(
		private readonly source: SearchSource,
		private readonly onAnswer: (answer: AnswerTo) => void,
		private readonly onFailure: (message: string) => void,
	) {}

	get isIdle(): boolean {
		return this.running === undefined;
	}

	/** When nothing is under way any more. */
	async idle(): Promise<void> {
		await this.running;
	}

	ask(request: SearchRequest): void {
		this.stopping.abort();
		this.next = request;
		this.running ??= this.run();
	}

	stop(): void {
		this.stopping.abort();
		this.next = undefined;
	}

	private async run(): Promise<void> {
		// Keys that arrived together make one request.
		await undefined;
		while (this.next) {
			const request = this.next;
			this.next = undefined;
			this.stopping = new AbortController();
			const {signal} = this.stopping;
			await Promise.race([this.answer(request, signal), givenUp(signal)]);
		}
		this.running = undefined;
	}

	private async answer(request: SearchRequest, signal: AbortSignal): Promise<void> {
		try {
			const take = (answer: SearchAnswer) => {
				if (!signal.aborted) this.onAnswer({request, answer});
			};
			await this.source.search(request, take, signal);
		} catch (error) {
			if (!signal.aborted) this.onFailure(describeError(error));
		}
	}
}

function givenUp(signal: AbortSignal): Promise<void> {
	return new Promise(resolve => {
		signal.addEventListener('abort', () => setTimeout(resolve, patience), {once: true});
	});
}
