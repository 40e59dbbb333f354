/** Writing down what a discovery found: what is new, what changed, and what is gone for sure. */
import path from 'node:path';
import {crc32} from 'node:zlib';
import type {Candidate, Discovery, SessionRef} from '../../adapters/adapter.ts';
import type {Look, Memory} from '../../adapters/look.ts';
import type {AgentId} from '../../model/agent.ts';
import type {Warning} from '../../model/warning.ts';
import {plural} from '../../text/figures.ts';
import type {Catalog} from '../catalog.ts';
import type {Database, Row} from '../database/database.ts';
import {unpack} from '../database/safe-rows.ts';
import {totalsOf, unfolded} from '../totals.ts';
import type {SavedTotals} from './saved-part.ts';
import {rememberSessions} from './session-rows.ts';
import {type Environment, packEnvironment, packWitnesses} from './witnesses.ts';

/** What the files told an earlier discovery. All of it is read when the first of it is wanted. */
export function memoryOf(catalog: Catalog, scan: number): Memory {
	let rows: Map<string, Row> | undefined;
	const read = () =>
		catalog.use(database => database.all('SELECT key, stamp, facts FROM facts WHERE scan = ?', scan)) ?? [];
	return {
		recall(key) {
			rows ??= new Map(read().map(row => [String(row.key), row]));
			const row = rows.get(key);
			if (!row) return undefined;
			// What can't be read is not remembered.
			const facts = catalog.use(() => ({is: unpack<unknown>(row.facts)}));
			return facts && {stamp: String(row.stamp), facts: facts.is};
		},
	};
}

export type Found = {
	readonly home: string;
	readonly agent: AgentId;
	readonly discovery: Discovery;
	readonly look: Look;
	readonly environment: Environment;
};

/** Inside a transaction. */
export function remember(database: Database, {home, agent, discovery, look, environment}: Found): true {
	const scan = scanNumber(database, home, agent);
	rememberFacts(database, scan, look, discovery.warnings.length === 0);
	const {sessions, kept} = rememberSessions(database, scan, discovery.sessions, doubtsOf(discovery));
	const candidates = withKept(discovery.candidates, kept, candidatesOf(database, scan));
	database.run(
		`UPDATE scans SET environment = ?, stores = ?, witnesses = ?, totals = ?, candidates = ?, warnings = ? WHERE number = ?`,
		packEnvironment(environment),
		JSON.stringify([...look.stores]),
		isSure(discovery, look) ? packWitnesses(look.witnesses) : '',
		...packCandidates(candidates, sessions),
		JSON.stringify([...discovery.warnings, ...tellOfKept(kept, discovery)]),
		scan,
	);
	return true;
}

export type KnownStores = Discovery & {readonly home: string; readonly agent: AgentId};

/** What is known of an agent's stores, without anything that could tell whether it still holds. Inside a transaction. */
export function rememberKnown(database: Database, {home, agent, ...known}: KnownStores): void {
	const scan = scanNumber(database, home, agent);
	const {sessions} = rememberSessions(database, scan, known.sessions);
	database.run(
		"UPDATE scans SET witnesses = '', totals = ?, candidates = ?, warnings = ? WHERE number = ?",
		...packCandidates(known.candidates, sessions),
		JSON.stringify(known.warnings),
		scan,
	);
}

/** The sums, and the candidates themselves. */
function packCandidates(candidates: readonly Candidate[], sessions: readonly SessionRef[]): [string, string] {
	const packed = JSON.stringify(candidates);
	const totals: SavedTotals = {
		folded: totalsOf(candidates),
		unfolded: totalsOf(unfolded(candidates, sessions)),
		sessions: sessions.length,
		candidatesCheck: crc32(packed),
	};
	return [JSON.stringify(totals), packed];
}

function candidatesOf(database: Database, scan: number): Candidate[] {
	return unpack(database.get('SELECT candidates FROM scans WHERE number = ?', scan)!.candidates);
}

/** What is shown as last known has the verdict it last had, and only that. */
function withKept(
	candidates: readonly Candidate[],
	kept: readonly SessionRef[],
	before: readonly Candidate[],
): readonly Candidate[] {
	if (kept.length === 0) return candidates;
	const places = new Set(kept.map(ref => ref.path));
	return [
		...candidates.filter(candidate => !places.has(candidate.path)),
		...before.filter(candidate => places.has(candidate.path)),
	];
}

function scanNumber(database: Database, home: string, agent: string): number {
	const known = database.get('SELECT number FROM scans WHERE home = ? AND agent = ?', home, agent);
	if (known) return Number(known.number);
	database.run(
		`INSERT INTO scans (home, agent, environment, stores, witnesses, totals, candidates, warnings)
		VALUES (?, ?, '{}', '[]', '', '{}', '[]', '[]')`,
		home,
		agent,
	);
	return scanNumber(database, home, agent);
}

/** What nobody asked for is forgotten, if everything that is there could be asked. */
function rememberFacts(database: Database, scan: number, {learnt, confirmed}: Look, isComplete: boolean): void {
	const keys = isComplete ? database.all('SELECT key FROM facts WHERE scan = ?', scan) : [];
	for (const {key} of keys) {
		const name = String(key);
		if (!confirmed.has(name) && !learnt.has(name))
			database.run('DELETE FROM facts WHERE scan = ? AND key = ?', scan, name);
	}
	for (const [key, {stamp, facts}] of learnt) {
		database.run(
			'INSERT OR REPLACE INTO facts (scan, key, stamp, facts) VALUES (?, ?, ?, ?)',
			scan,
			key,
			stamp,
			JSON.stringify(facts ?? null),
		);
	}
}

/**
 * What could not be read may be readable the next time without any stamp telling it. A file that was read and is nothing
 * but garbage is another matter: that was learnt of it, and holds until it changes.
 */
function isSure({warnings, candidates}: Discovery, {learnt, confirmed}: Look): boolean {
	const unread = candidates.filter(isUnreadable);
	if (warnings.length > 0 || unread.length === 0) return warnings.length === 0;
	const told = new Set([...learnt.keys(), ...confirmed].flatMap(key => key.split('\n').slice(1)));
	return unread.every(candidate => told.has(fileOf(candidate.path)));
}

/** A folder or a file that could not be read says nothing about the sessions in it. */
function doubtsOf({warnings, candidates}: Discovery): (place: string) => boolean {
	const places = [
		...warnings.map(warning => warning.path),
		...candidates.filter(isUnreadable).map(candidate => candidate.path),
	];
	const files = new Set(places.flatMap(place => [place, fileOf(place)]));
	return place => files.has(place) || places.some(above => place.startsWith(above + path.sep));
}

/** A row of a database is named by `FILE#ID`. */
function fileOf(place: string): string {
	return place.split('#', 1)[0]!;
}

function isUnreadable({verdict}: Candidate): boolean {
	return verdict === 'unreadable';
}

function tellOfKept(kept: readonly SessionRef[], {warnings}: Discovery): Warning[] {
	if (kept.length === 0) return [];
	const where = warnings[0]?.path ?? kept[0]!.path;
	const are = kept.length === 1 ? 'is' : 'are';
	return [
		{path: where, message: `${plural(kept.length, 'session')} can't be looked at now and ${are} shown as last known`},
	];
}
