/** Answers the screen's questions; runs in a thread of its own, so that typing never waits for an answer. */
import os from 'node:os';
import {Library} from '../../catalog/library.ts';
import {readerFor} from '../../catalog/reader-for.ts';
import {Stars} from '../../catalog/stars.ts';
import {KnownSessions, unsavedSession} from '../known-sessions.ts';
import {parseQuery} from '../query/parse-query.ts';
import type {Query} from '../query/query.ts';
import {Search} from '../search.ts';
import {vocabularyOf} from '../vocabulary.ts';
import type {Asked, FromSearcher, SearchWorkerData, ToSearcher} from './messages.ts';

export class Searcher {
	private readonly library: Library;
	private readonly known: KnownSessions;
	private readonly search: Search;
	private readonly stars = new Stars();
	private readonly underWay = new Map<number, AbortController>();
	private isFilled: Promise<void> | undefined;

	constructor(
		private readonly data: SearchWorkerData,
		private readonly send: (message: FromSearcher) => void,
	) {
		this.library = new Library(data);
		const catalog = this.library.catalog?.isUsable ? this.library.catalog : undefined;
		this.known = new KnownSessions(catalog, data.agents);
		this.search = new Search({known: this.known, catalog, isStarred: this.stars.has, home: os.homedir()});
	}

	async take(message: ToSearcher): Promise<void> {
		const {id, type} = message;
		if (type === 'cancel') return this.underWay.get(id)?.abort();
		const stopping = new AbortController();
		this.underWay.set(id, stopping);
		try {
			// Whatever else has come in meanwhile is looked at first: it may be that this is not wanted any more.
			await new Promise(resolve => setImmediate(resolve));
			stopping.signal.throwIfAborted();
			if (type === 'search') await this.answer(id, message.asked, stopping.signal);
			else if (type === 'matches') {
				const matches = await this.search.matches(message.found, this.parse(message.asked), stopping.signal);
				this.send({type: 'matches', id, matches});
			} else this.send({type: 'vocabulary', id, vocabulary: vocabularyOf(this.known)});
			this.send({type: 'end', id});
		} catch (error) {
			this.send({type: 'end', id, error: stopping.signal.aborted ? undefined : (error as Error).message});
		} finally {
			this.underWay.delete(id);
		}
	}

	/** Nothing that is under way is wanted any more. */
	close(): void {
		for (const stopping of this.underWay.values()) stopping.abort();
		this.library.close();
	}

	private async answer(id: number, asked: Asked, signal: AbortSignal): Promise<void> {
		if (!this.library.catalog?.isUsable) await this.readHeaders();
		if (asked.text.includes('starred')) this.stars.reload();
		const {limit, folder} = asked;
		for await (const answer of this.search.search({query: this.parse(asked), folder, limit, signal})) {
			signal.throwIfAborted();
			this.send({type: 'answer', id, answer});
		}
	}

	private parse({text, mode}: Asked): Query {
		return parseQuery(text, {mode, now: Date.now(), agents: this.data.agentIds});
	}

	/** Without a catalogue every header is read, once. */
	private readHeaders(): Promise<void> {
		this.isFilled ??= this.library.scan().then(async ({sessions}) => {
			const known = sessions.map(async (ref, number) => {
				const session = await readerFor(ref)
					.then(reader => reader.head(ref))
					.catch(() => undefined);
				return unsavedSession(number, ref, session);
			});
			this.known.replace(await Promise.all(known));
		});
		return this.isFilled;
	}
}
