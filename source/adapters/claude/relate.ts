/** Who was copied from whom, when no record says it. */
import type {ForkLink, SessionRef} from '../adapter.ts';
import {isFields, isoTime, stringOf} from '../fields.ts';
import {readRecords} from '../jsonl/read-records.ts';
import {contentMark} from './content-mark.ts';
import {blocksOf, isRequestCopy} from './records.ts';

/** The records of a session in file order: a copy has the same uuids, times and contents. */
type Chain = {
	readonly ref: SessionRef;
	readonly records: ReadonlyMap<string, {readonly time: string; readonly mark: number}>;
};

/**
 * `--fork-session` copies every record with its uuid and time. A copy holds all that was there at that moment, so what
 * the original has of its own behind the shared part came later than the copying, and the copy's own first record came
 * right after it: of two sessions that share a beginning, the one that goes on earlier is the copy. One that does not go
 * on is the original.
 */
export async function relate(family: readonly SessionRef[]): Promise<ForkLink[]> {
	// One after the other: a family may be large, and its files too.
	const chains: Chain[] = [];
	for (const ref of family) chains.push(await readChain(ref));
	const links = new Map<string, ForkLink>();
	for (const chain of chains) {
		const {ref} = chain;
		const named = chains.find(other => other.ref.id === ref.forkedFrom);
		const origin = named ?? (ref.forkedFrom === undefined ? findOrigin(chain, chains) : undefined);
		if (origin && !leadsTo(origin.ref.id, ref.id, links)) {
			const forkedAt = sharedIds(chain, origin).at(-1);
			links.set(ref.id, {id: ref.id, forkedFrom: origin.ref.id, forkedAt});
		} else if (ref.forkedFrom !== undefined) links.set(ref.id, {id: ref.id, forkedFrom: ref.forkedFrom});
	}
	return [...links.values()];
}

/** Whether following the links from one session reaches the other: no session is its own origin. */
function leadsTo(from: string, to: string, links: ReadonlyMap<string, ForkLink>): boolean {
	const seen = new Set<string>();
	for (let at: string | undefined = from; at !== undefined && !seen.has(at); at = links.get(at)?.forkedFrom) {
		if (at === to) return true;
		seen.add(at);
	}
	return false;
}

/** The session that shares most with it among those it can have been copied from. */
function findOrigin(chain: Chain, chains: readonly Chain[]): Chain | undefined {
	const origins = chains.filter(
		other => other !== chain && other.ref.forkedFrom !== chain.ref.id && isCopy(chain, other),
	);
	return origins.sort((a, b) => sharedIds(chain, b).length - sharedIds(chain, a).length)[0];
}

function isCopy(chain: Chain, other: Chain): boolean {
	const shared = sharedIds(chain, other);
	// A copy is one from its first record on.
	if (shared.length === 0 || shared[0] !== chain.records.keys().next().value) return false;
	const own = goesOnAt(chain, shared);
	const theirs = goesOnAt(other, shared);
	if (own === undefined) return theirs === undefined && chain.ref.id > other.ref.id;
	return theirs === undefined || own < theirs || (own === theirs && chain.ref.id > other.ref.id);
}

function sharedIds({records}: Chain, other: Chain): string[] {
	return [...records]
		.filter(([uuid, {time, mark}]) => {
			const same = other.records.get(uuid);
			return same !== undefined && same.time === time && same.mark === mark;
		})
		.map(([uuid]) => uuid);
}

/** The time of the first record behind everything shared. What was abandoned before is older and tells nothing. */
function goesOnAt({records}: Chain, shared: readonly string[]): string | undefined {
	const ids = new Set(shared);
	const all = [...records];
	const last = all.findLastIndex(([uuid]) => ids.has(uuid));
	const times = all.slice(last + 1).map(([, {time}]) => time);
	return times.reduce<string | undefined>(
		(first, time) => (first === undefined || time < first ? time : first),
		undefined,
	);
}

async function readChain(ref: SessionRef): Promise<Chain> {
	const records = new Map<string, {time: string; mark: number}>();
	try {
		for await (const batch of readRecords(ref.path, {skip: isRequestCopy})) {
			for (const {value} of batch) {
				if (!isFields(value) || value.type === 'custom-title') continue;
				const uuid = stringOf(value.uuid);
				if (uuid !== undefined)
					records.set(uuid, {time: isoTime(value.timestamp) ?? '', mark: contentMark(value, blocksOf(value))});
			}
		}
	} catch {
		// Unreadable by now: it has nothing to share.
	}
	return {ref, records};
}
