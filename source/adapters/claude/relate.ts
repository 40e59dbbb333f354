/** Who was copied from whom, when no record says it. */
import type {ForkLink, SessionRef} from '../adapter.ts';
import {isFields, isoTime, stringOf} from '../fields.ts';
import {readRecords} from '../jsonl/read-records.ts';
import {isRequestCopy} from './records.ts';

type Chain = {readonly ref: SessionRef; readonly times: ReadonlyMap<string, string>};

/**
 * `--fork-session` copies every record with its uuid and time. A copy holds all that was there at that moment, so what
 * the original has of its own came later than the copying, and the copy's own first record came right after it: of two
 * sessions that share a beginning, the one whose own records begin earlier is the copy. One without any is the original.
 */
export async function relate(family: readonly SessionRef[]): Promise<ForkLink[]> {
	// One after the other: a family may be large, and its files too.
	const chains: Chain[] = [];
	for (const ref of family) chains.push(await readChain(ref));
	const links: ForkLink[] = [];
	for (const chain of chains) {
		const {ref} = chain;
		const named = chains.find(other => other.ref.id === ref.forkedFrom);
		const origin = named ?? (ref.forkedFrom === undefined ? findOrigin(chain, chains) : undefined);
		if (origin) links.push({id: ref.id, forkedFrom: origin.ref.id, forkedAt: lastShared(chain, origin)});
		else if (ref.forkedFrom !== undefined) links.push({id: ref.id, forkedFrom: ref.forkedFrom});
	}
	return links;
}

/** The session that shares most with it among those it can have been copied from. */
function findOrigin(chain: Chain, chains: readonly Chain[]): Chain | undefined {
	const origins = chains.filter(
		other => other !== chain && other.ref.forkedFrom !== chain.ref.id && isCopy(chain, other),
	);
	return origins.sort((a, b) => sharedCount(chain, b) - sharedCount(chain, a))[0];
}

function isCopy(chain: Chain, other: Chain): boolean {
	const own = firstOwn(chain, other);
	const theirs = firstOwn(other, chain);
	if (own === undefined) return theirs !== undefined ? false : chain.ref.id > other.ref.id;
	return theirs === undefined || own < theirs || (own === theirs && chain.ref.id > other.ref.id);
}

function firstOwn(chain: Chain, other: Chain): string | undefined {
	let first: string | undefined;
	for (const [uuid, time] of chain.times) {
		if (!other.times.has(uuid) && (first === undefined || time < first)) first = time;
	}
	return first;
}

function sharedCount(chain: Chain, other: Chain): number {
	let count = 0;
	for (const uuid of chain.times.keys()) if (other.times.has(uuid)) count++;
	return count;
}

function lastShared(chain: Chain, origin: Chain): string | undefined {
	return [...chain.times.keys()].findLast(uuid => origin.times.has(uuid));
}

async function readChain(ref: SessionRef): Promise<Chain> {
	const times = new Map<string, string>();
	try {
		for await (const batch of readRecords(ref.path, {skip: isRequestCopy})) {
			for (const {value} of batch) {
				if (!isFields(value) || value.type === 'custom-title') continue;
				const uuid = stringOf(value.uuid);
				if (uuid !== undefined) times.set(uuid, isoTime(value.timestamp) ?? '');
			}
		}
	} catch {
		// Unreadable by now: it has nothing to share.
	}
	return {ref, times};
}
