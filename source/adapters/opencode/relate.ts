/**
 * Who was copied from whom. A fork is a copy under new ids, and nothing names its origin; but it keeps the times of the
 * messages, to the millisecond, and their words.
 */
import {createHash} from 'node:crypto';
import type {ForkLink, SessionRef} from '../adapter.ts';
import {isFields} from '../fields.ts';
import {withDatabase} from './database.ts';
import {openSource} from './open-source.ts';
import type {SessionInfo} from './session-info.ts';
import type {Message} from './source.ts';
import {splitTitle} from './titles.ts';

/** A session by the prints of its messages. */
type Chain = {readonly ref: SessionRef; readonly info: SessionInfo; readonly ids: string[]; readonly prints: string[]};

export async function relate(family: readonly SessionRef[]): Promise<ForkLink[]> {
	const links: ForkLink[] = family.flatMap(({id, forkedFrom}) => (forkedFrom === undefined ? [] : [{id, forkedFrom}]));
	const unnamed = family.filter(({forkedFrom}) => forkedFrom === undefined);
	for (const twins of await sharingTheFirstTime(unnamed)) {
		const chains: Chain[] = [];
		for (const ref of twins) {
			const chain = await readChain(ref).catch(() => undefined);
			if (chain) chains.push(chain);
		}
		for (const chain of chains) {
			const origin = findOrigin(chain, chains);
			if (origin)
				links.push({id: chain.ref.id, forkedFrom: origin.ref.id, forkedAt: chain.ids[shared(chain, origin) - 1]});
		}
	}
	return links;
}

/** Of those made before it, the one it shares most with; where that does not decide, its title may. */
function findOrigin(chain: Chain, chains: readonly Chain[]): Chain | undefined {
	const origins = chains.filter(
		other => other !== chain && isOlder(other.info, chain.info) && shared(chain, other) > 0,
	);
	return origins.sort(
		(a, b) =>
			shared(chain, b) - shared(chain, a) ||
			Number(isNamedAfter(chain, b)) - Number(isNamedAfter(chain, a)) ||
			(isOlder(a.info, b.info) ? -1 : 1),
	)[0];
}

function isOlder(a: SessionInfo, b: SessionInfo): boolean {
	const [left, right] = [a.createdAt ?? 0, b.createdAt ?? 0];
	return left < right || (left === right && a.id > b.id);
}

/** A fork of `title` is `title (fork #1)`, and a fork of that `title (fork #2)`. */
function isNamedAfter(chain: Chain, origin: Chain): boolean {
	const [own, theirs] = [splitTitle(chain.info.title ?? ''), splitTitle(origin.info.title ?? '')];
	return own.base === theirs.base && own.generation === theirs.generation + 1;
}

/** How many messages from the first on are the same. */
function shared(a: Chain, b: Chain): number {
	const at = a.prints.findIndex((print, index) => print !== b.prints[index]);
	return at === -1 ? a.prints.length : at;
}

async function readChain(ref: SessionRef): Promise<Chain | undefined> {
	const source = openSource(ref.path);
	const header = await source.session();
	if (!header) return undefined;
	const chain: Chain = {ref, info: header.info, ids: [], prints: []};
	for await (const message of source.messages()) {
		chain.ids.push(message.id);
		chain.prints.push(printOf(message));
	}
	return chain;
}

/** Time, speaker and content; no ids, which are new in a copy. */
function printOf({createdAt, info, parts}: Message): string {
	const hash = createHash('sha1').update(`${createdAt} ${isFields(info) ? info.role : ''}`);
	for (const {data} of parts) {
		const {id, sessionID, messageID, tail_start_id, ...content} = isFields(data) ? data : {data};
		hash.update(JSON.stringify(content));
	}
	return hash.digest('base64');
}

/** The groups of sessions whose first messages have the same time: the only ones worth reading. */
async function sharingTheFirstTime(family: readonly SessionRef[]): Promise<SessionRef[][]> {
	const groups = new Map<number, SessionRef[]>();
	const stores = new Map<string, SessionRef[]>();
	for (const ref of family) add(stores, isRow(ref) ? ref.files[0]! : 'tree', ref);
	for (const [place, refs] of stores) {
		if (refs.length < 2) continue;
		const times = await (place === 'tree' ? treeTimes(refs) : databaseTimes(place, refs)).catch(() => new Map());
		for (const ref of refs) {
			const time: number | undefined = times.get(ref.id);
			if (time !== undefined) add(groups, time, ref);
		}
	}
	return [...groups.values()].filter(group => group.length > 1);
}

function add<Key>(groups: Map<Key, SessionRef[]>, key: Key, ref: SessionRef): void {
	const group = groups.get(key);
	if (group) group.push(ref);
	else groups.set(key, [ref]);
}

function isRow({path, files}: SessionRef): boolean {
	return path !== files[0];
}

async function databaseTimes(file: string, refs: readonly SessionRef[]): Promise<Map<string, number>> {
	return withDatabase(file, async ({rows, hasV1}) => {
		if (!hasV1) return new Map();
		const found = await rows(
			`SELECT value AS id, (SELECT time_created FROM message WHERE session_id = value ORDER BY time_created, id LIMIT 1) AS time
			FROM json_each(?)`,
			JSON.stringify(refs.map(({id}) => id)),
		);
		return new Map(found.flatMap(({id, time}) => (typeof time === 'number' ? [[String(id), time]] : [])));
	});
}

/** Of the tree no index tells the first times: there, a title must say that something is a fork. */
async function treeTimes(refs: readonly SessionRef[]): Promise<Map<string, number>> {
	const times = new Map<string, number>();
	const titles = await Promise.all(refs.map(async ({path}) => (await openSource(path).session())?.info.title ?? ''));
	if (!titles.some(title => splitTitle(title).generation > 0)) return times;
	for (const {id, path} of refs) {
		for await (const {createdAt} of openSource(path).messages({first: 8})) {
			if (createdAt !== undefined) times.set(id, createdAt);
			break;
		}
	}
	return times;
}
