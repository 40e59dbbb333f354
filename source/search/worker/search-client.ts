/** The screen's end of the searching thread. */
import {agentIds} from '../../adapters/agents.ts';
import type {LibraryOptions} from '../../catalog/library.ts';
import {startWorker} from '../../catalog/worker/worker-file.ts';
import type {Match} from '../match.ts';
import {Matcher, type Range} from '../matcher.ts';
import {parseQuery} from '../query/parse-query.ts';
import type {Mode} from '../query/query.ts';
import {type Scope, scopeFolder} from '../scope.ts';
import type {Answer, Found} from '../search.ts';
import {withinTime} from '../time-limit.ts';
import type {Asked, FromSearcher, ToSearcher, Vocabulary} from './messages.ts';

type Request = {readonly text: string; readonly mode: Mode; readonly scope: Scope; readonly limit: number};

type Question = Exclude<ToSearcher, {type: 'cancel'}>;

type Thread = {send(message: ToSearcher): void; end(): void};

/** A question that the thread has not finished with. */
type Pending = {
	readonly question: Question;
	readonly onMessage: (message: FromSearcher) => void;
	readonly resolve: () => void;
	/** Nobody waits for it any more. */
	isCancelled: boolean;
	/** How often it was asked. */
	attempts: number;
};

/** An expression of the user's may keep the thread busy; whoever waits for it longer than this gets a new one. */
const usualPatienceMs = 4000;
/** New projects and branches are worth another look now and then. */
const freshMs = 30_000;
/** And the screen itself must not stand still for one. */
const markingMs = 50;
/** A question that ends the thread each time it is asked is not asked for ever. */
const mostAttempts = 2;
/** It waits behind the screen most of the time. */
const limits = {maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 12};

export class SearchClient {
	private thread: Thread | undefined;
	private lastId = 0;
	private readonly pending = new Map<number, Pending>();
	private words: Vocabulary = {};
	private learntAt = 0;
	private matcher: {readonly key: string; readonly matcher: Matcher; isTooSlow: boolean} | undefined;
	private readonly overdue = new Map<number, NodeJS.Timeout>();

	constructor(
		private readonly options: LibraryOptions,
		private readonly cwd: string,
		private readonly patienceMs = usualPatienceMs,
	) {}

	/** Gets ready before the first question, and learns which values filters may take. */
	start(): void {
		this.learntAt = Date.now();
		void this.ask({type: 'vocabulary'}, message => {
			if (message.type === 'vocabulary') this.words = message.vocabulary;
		});
	}

	/** Resolves after the last answer, or as soon as it is cancelled. */
	async search(request: Request, onAnswer: (answer: Answer) => void, signal: AbortSignal): Promise<void> {
		const onMessage = (message: FromSearcher) => {
			if (message.type === 'answer') onAnswer(message.answer);
		};
		await this.ask({type: 'search', asked: this.askedOf(request)}, onMessage, signal);
	}

	async matches(found: Found, request: Request, signal: AbortSignal): Promise<readonly Match[]> {
		let matches: readonly Match[] = [];
		const onMessage = (message: FromSearcher) => {
			if (message.type === 'matches') ({matches} = message);
		};
		await this.ask({type: 'matches', asked: this.askedOf(request), found}, onMessage, signal);
		return matches;
	}

	rangesIn(text: string, {text: query, mode}: Request): readonly Range[] {
		const key = `${mode} ${query}`;
		if (this.matcher?.key !== key) {
			const parsed = parseQuery(query, {mode, now: Date.now(), agents: agentIds});
			this.matcher = {key, matcher: new Matcher(parsed), isTooSlow: false};
		}
		const {matcher, isTooSlow} = this.matcher;
		if (!matcher.hasPatterns) return matcher.rangesIn(text);
		if (isTooSlow) return [];
		const ranges = withinTime(markingMs, () => matcher.rangesIn(text));
		if (!ranges) this.matcher.isTooSlow = true;
		return ranges?.value ?? [];
	}

	vocabulary(filter: string): readonly string[] {
		if (Date.now() - this.learntAt > freshMs) this.start();
		return this.words[filter] ?? [];
	}

	/** Whoever still waits is told that nothing more will come. */
	close(): void {
		this.endThread();
		for (const id of [...this.pending.keys()]) this.finish(id);
	}

	private askedOf({text, mode, scope, limit}: Request): Asked {
		return {text, mode, folder: scopeFolder(scope, this.cwd), limit};
	}

	private ask(
		question: DistributiveOmit<Question, 'id'>,
		onMessage: (message: FromSearcher) => void,
		signal?: AbortSignal,
	): Promise<void> {
		if (signal?.aborted) return Promise.resolve();
		const id = ++this.lastId;
		return new Promise(resolve => {
			const cancel = () => this.cancel(id);
			signal?.addEventListener('abort', cancel, {once: true});
			this.pending.set(id, {
				question: {...question, id} as Question,
				onMessage,
				resolve() {
					signal?.removeEventListener('abort', cancel);
					resolve();
				},
				isCancelled: false,
				attempts: 0,
			});
			this.send(id);
		});
	}

	private send(id: number): void {
		const pending = this.pending.get(id)!;
		pending.attempts++;
		this.thread ??= this.begin();
		this.thread.send(pending.question);
	}

	private take(message: FromSearcher): void {
		const pending = this.pending.get(message.id);
		if (!pending) return;
		if (!pending.isCancelled) pending.onMessage(message);
		if (message.type === 'end') this.finish(message.id);
	}

	/** Whoever asked need not wait until the thread notices it. */
	private cancel(id: number): void {
		const pending = this.pending.get(id);
		if (!pending) return;
		pending.isCancelled = true;
		pending.resolve();
		this.thread?.send({type: 'cancel', id});
		const timer = setTimeout(() => this.startAnew(), this.patienceMs);
		timer.unref();
		this.overdue.set(id, timer);
	}

	private finish(id: number): void {
		clearTimeout(this.overdue.get(id));
		this.overdue.delete(id);
		this.pending.get(id)?.resolve();
		this.pending.delete(id);
	}

	/** A thread that does not even notice that it should stop is ended; what is still wanted is asked in another. */
	private startAnew(): void {
		this.endThread();
		for (const [id, {isCancelled, attempts}] of [...this.pending]) {
			if (isCancelled || attempts >= mostAttempts) this.finish(id);
			else this.send(id);
		}
	}

	private endThread(): void {
		const {thread} = this;
		this.thread = undefined;
		thread?.end();
	}

	private begin(): Thread {
		const data = {...this.options, agentIds};
		const worker = startWorker('search-worker', {workerData: data, resourceLimits: limits});
		if (!worker) {
			// Only here, where there are no threads, is it loaded into this one.
			const searcher = import('./searcher.ts').then(
				({Searcher}) => new Searcher(data, message => setImmediate(() => this.take(message))),
			);
			return {
				send: message => void searcher.then(loaded => loaded.take(message)),
				end: () => void searcher.then(loaded => loaded.close()),
			};
		}
		const thread: Thread = {send: message => worker.postMessage(message), end: () => void worker.terminate()};
		worker.on('message', (message: FromSearcher) => {
			if (this.thread === thread) this.take(message);
		});
		worker.on('error', () => {
			if (this.thread === thread) this.startAnew();
		});
		worker.unref();
		return thread;
	}
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
