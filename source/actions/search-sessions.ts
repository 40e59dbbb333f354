import os from 'node:os';
import type {SessionRef} from '../adapters/adapter.ts';
import {agentIds} from '../adapters/agents.ts';
import {countSessions} from '../catalog/count-sessions.ts';
import {fillIndex} from '../catalog/fulltext/fill.ts';
import {indexState} from '../catalog/fulltext/pending.ts';
import type {Library} from '../catalog/library.ts';
import {Stars} from '../catalog/stars.ts';
import type {Session} from '../model/session.ts';
import {type KnownSession, KnownSessions, unsavedSession} from '../search/known-sessions.ts';
import type {Match} from '../search/match.ts';
import {parseQuery} from '../search/query/parse-query.ts';
import type {Query} from '../search/query/query.ts';
import {type Answer, type Found, Search} from '../search/search.ts';
import {count, plural} from '../text/figures.ts';
import {bareSession} from './bare-session.ts';
import type {Context, Output} from './context.ts';
import {hitLines} from './hit-lines.ts';
import {schemaVersion, sessionJson} from './session-json.ts';
import {UserError} from './user-error.ts';

const usualLimit = 20;
/** So little is read into the index on the way; more is searched without it, and indexed when there is time. */
const quicklyIndexed = 32 * 1024 * 1024;

type Hit = {readonly found: Found; readonly session: Session; readonly matches: readonly Match[]};

/** `search`: sessions that hold what was asked for, the best first. */
export async function* searchSessions(context: Context, text: string): Output {
	const begin = performance.now();
	const {library, flags} = context;
	const {query, scan, known, search, answer} = await ask(context, text, flags.limit ?? usualLimit);
	const hits: Hit[] = [];
	for (const found of answer.found) {
		const session = await library.head(found.ref).catch(() => bareSession(found.ref));
		const origin = context.json ? await library.origin(found.ref) : undefined;
		hits.push({found, session: {...session, ...origin}, matches: await search.matches(found, query)});
	}
	yield context.json
		? asJson(query, hits, known.all, performance.now() - begin)
		: asText(context, answer, hits, scan.sessions);
}

/** Every session that holds what is asked for, the best first. */
export async function findByQuery(context: Context, text: string): Promise<SessionRef[]> {
	const {answer} = await ask(context, text, Number.MAX_SAFE_INTEGER);
	return answer.found.map(({ref}) => ref);
}

async function ask(context: Context, text: string, limit: number) {
	const {library, flags} = context;
	const query = parseQuery(text, {mode: 'fuzzy', now: Date.now(), agents: agentIds});
	checkQuery(query);
	const scan = await library.scan();
	for (const warning of scan.warnings) context.warn(warning);
	const known = await knownSessions(context, query);
	const catalog = library.catalog?.isUsable ? library.catalog : undefined;
	const search = new Search({known, catalog, isStarred: new Stars().has, home: os.homedir()});
	let answer: Answer | undefined;
	for await (const better of search.search({query, limit, isDeep: flags.deep})) {
		answer = better;
		const {done, of} = better.scanning ?? {done: 0, of: 0};
		if (of > 0) context.progress(`reading what is not indexed: ${count(done)} of ${plural(of, 'session')}`, true);
	}
	for (const {message} of answer!.problems) context.warn({path: 'search', message});
	return {query, scan, known, search, answer: answer!};
}

/** The screen goes on without what it does not understand; a command says so and does nothing. */
function checkQuery({problems}: Query): void {
	const [first] = problems;
	if (!first) return;
	const message = first.message.replace(', so this is searched as text', '');
	throw new UserError(
		/quote/i.test(message) ? message : `${message} (What stands in "quotes" is searched for as it is.)`,
		2,
	);
}

/** What there is to search, and what little can be indexed quickly is. */
async function knownSessions({library, progress}: Context, query: Query): Promise<KnownSessions> {
	const {catalog} = library;
	if (!catalog?.isUsable) return readHeaders(library);
	const {bytes, indexedBytes, sessions, indexed} = indexState(catalog);
	if (indexed < sessions && bytes - indexedBytes <= quicklyIndexed) await fillIndex({catalog});
	if (needsCounts(query)) {
		const onProgress = (done: number, of: number) =>
			progress(`counting: ${count(done)} of ${plural(of, 'session')}`, true);
		await countSessions({catalog, onProgress});
	}
	const known = new KnownSessions(catalog, library.options.agents);
	known.update();
	return known;
}

/** Forks show only when a session is read whole. */
function needsCounts({filters}: Query): boolean {
	return filters.some(filter => filter.name === 'has' && filter.values.includes('fork'));
}

async function readHeaders(library: Library): Promise<KnownSessions> {
	const known = new KnownSessions();
	const {sessions} = await library.scan();
	const all = sessions.map(async (ref, number) => {
		const session = await library.head(ref).catch(() => bareSession(ref));
		return unsavedSession(number, ref, session);
	});
	known.replace(await Promise.all(all));
	return known;
}

function asJson({text}: Query, hits: readonly Hit[], known: readonly KnownSession[], tookMs: number): string {
	const indexed = known.filter(({isIndexed}) => isIndexed).length;
	return `${JSON.stringify({
		schema_version: schemaVersion,
		query: text,
		sessions: hits.map(({found, session, matches}) => ({
			...sessionJson(session),
			score: Math.round(found.score * 1000) / 1000,
			matches: matches.map(({entryId, role, snippet, ranges}) => ({entry_id: entryId, role, snippet, ranges})),
		})),
		meta: {
			state: indexed === known.length ? 'indexed' : 'scanned',
			indexed,
			total: known.length,
			took_ms: Math.round(tookMs),
		},
	})}\n`;
}

function asText(
	context: Context,
	answer: Answer,
	hits: readonly Hit[],
	sessions: Parameters<typeof hitLines>[2],
): string {
	const {paint} = context;
	if (hits.length === 0) {
		const hint = context.flags.deep ? '' : ' --deep also reads the middle of long outputs, which is not indexed.';
		return paint('dim', `Nothing was found.${hint}\n`);
	}
	const lines = hitLines(context, hits, sessions);
	const shown =
		hits.length < answer.total
			? `${hits.length} of ${plural(answer.total, 'session')}`
			: plural(hits.length, 'session');
	return `${lines.join('\n')}\n${paint('dim', `${shown} · recollect show ID reads one`)}\n`;
}
