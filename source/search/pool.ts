/** Which sessions the filters and the scope leave, and of which nobody can tell before they are read. */
import type {SessionRef} from '../adapters/adapter.ts';
import {readSession} from '../catalog/fulltext/read-session.ts';
import {readerFor} from '../catalog/reader-for.ts';
import {KnownFacts} from './known-facts.ts';
import type {KnownSession, KnownSessions} from './known-sessions.ts';
import type {Filter, TimeFilter} from './query/query.ts';
import {passes, passesOne} from './query/session-facts.ts';
import {isWithin} from './scope.ts';

/** What must be known of a session before a filter can be asked: its place, its header, its whole text, its branches. */
type Need = 'ref' | 'head' | 'text' | 'counts';

type Asked = {readonly filter: Filter; readonly need: Need};

export type PoolOptions = {
	readonly known: KnownSessions;
	readonly filters: readonly Filter[];
	/** Only sessions that were in this folder. */
	readonly folder?: string;
	readonly isStarred: (ref: SessionRef) => boolean;
	readonly now: number;
	readonly home?: string;
};

export class Pool {
	/** `file:` is not among them: only the text can answer that. */
	private readonly filters: readonly Asked[];
	private readonly needs: ReadonlySet<Need>;
	private readonly facts: KnownFacts;

	constructor(private readonly options: PoolOptions) {
		this.facts = new KnownFacts(options);
		this.filters = options.filters.filter(({name}) => name !== 'file').map(filter => ({filter, need: needOf(filter)}));
		this.needs = new Set([
			...this.filters.map(({need}) => need),
			...(options.folder === undefined ? [] : ['head' as const]),
		]);
	}

	/** Whether everything is in it. */
	get isAll(): boolean {
		return this.needs.size === 0;
	}

	/** Those of which it may be that nobody can tell, newest first. */
	get doubtful(): readonly KnownSession[] {
		const asked = [...this.needs].flatMap(need => (need === 'ref' ? [] : [toldBy[need]]));
		return asked.length === 0 ? [] : this.options.known.all.filter(each => asked.some(name => !each[name]));
	}

	/** undefined: nobody can tell yet. */
	has(known: KnownSession): boolean | undefined {
		if (this.isAll) return true;
		const {folder, home} = this.options;
		const facts = this.factsOf(known);
		let isSure = folder === undefined || known.isHeadFresh;
		if (folder !== undefined && isSure && !isWithin(known.session, folder)) return false;
		for (const asked of this.filters) {
			if (!canTell(known, asked)) isSure = false;
			else if (!passesOne(asked.filter, facts, home)) return false;
		}
		return isSure ? true : undefined;
	}

	/** Reads what is missing: then it can be told. What can't be read is as far as it is known. */
	async complete(known: KnownSession, signal?: AbortSignal): Promise<KnownSession> {
		let complete = known;
		try {
			// Its title may hold what is asked for, whatever the filters are.
			if (!complete.isHeadFresh) complete = await withHead(complete);
			if (this.needs.has('text') && !complete.isIndexed) complete = await withText(complete, signal);
			if (this.needs.has('counts') && !complete.isCounted) complete = await withCounts(complete, signal);
		} catch {
			signal?.throwIfAborted();
		}
		return complete;
	}

	/** Of a session that was completed. */
	holds(known: KnownSession): boolean {
		const {folder, home} = this.options;
		const filters = this.filters.map(({filter}) => filter);
		return (folder === undefined || isWithin(known.session, folder)) && passes(filters, this.factsOf(known), home);
	}

	private factsOf(known: KnownSession): KnownFacts {
		this.facts.session = known;
		return this.facts;
	}
}

const toldBy = {head: 'isHeadFresh', text: 'isIndexed', counts: 'isCounted'} as const;

function canTell(known: KnownSession, {filter, need}: Asked): boolean {
	if (need === 'ref' || known[toldBy[need]]) return true;
	return need === 'head' && filter.name === 'time' && isTimeTold(filter, known.endedMs);
}

/** A session's end often tells enough: it ended before the time, or in it. */
function isTimeTold({from, to}: TimeFilter, end: number): boolean {
	return end > 0 && ((from !== undefined && end < from) || to === undefined || end < to);
}

const needs: Readonly<Record<string, Need>> = {
	agent: 'ref',
	model: 'text',
	tool: 'text',
	'has:error': 'text',
	'has:image': 'text',
	'has:thinking': 'text',
	'has:fork': 'counts',
	'has:subagent': 'ref',
	'is:subagent': 'ref',
	'is:live': 'ref',
	'is:starred': 'ref',
};

const order: readonly Need[] = ['ref', 'head', 'text', 'counts'];

function needOf(filter: Filter): Need {
	if (filter.name !== 'has' && filter.name !== 'is') return needs[filter.name] ?? 'head';
	const all = filter.values.map(value => order.indexOf(needs[`${filter.name}:${value}`] ?? 'head'));
	return order[Math.max(...all)]!;
}

async function withHead(known: KnownSession): Promise<KnownSession> {
	const head = await (await readerFor(known.ref)).head(known.ref);
	return known.with({head, title: head.title ?? null, cwd: head.cwd ?? null, isHeadFresh: true});
}

async function withText(known: KnownSession, signal?: AbortSignal): Promise<KnownSession> {
	let {text} = known;
	for await (const piece of readSession({ref: known.ref, wantsHead: false}, signal)) text = piece.facts;
	return known.with({textFacts: text ?? null});
}

async function withCounts(known: KnownSession, signal?: AbortSignal): Promise<KnownSession> {
	const {session: head} = await (await readerFor(known.ref)).history(known.ref, {signal});
	return known.with({head, title: head.title ?? null, cwd: head.cwd ?? null, isHeadFresh: true, isCounted: true});
}
