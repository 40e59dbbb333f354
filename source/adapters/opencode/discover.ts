/** Every session in OpenCode's stores, with a verdict each. A session that lies in several of them counts once. */
import type {Warning} from '../../model/warning.ts';
import type {Candidate, Discovery, Home, SessionRef} from '../adapter.ts';
import {reachableStores, realPath} from '../files.ts';
import {Look, lastWritten} from '../look.ts';
import {ClosedDatabase} from './database.ts';
import {describeDatabaseError} from './database-errors.ts';
import {type DatabaseSessions, filesOf, readSessions} from './database-sessions.ts';
import {remember} from './head.ts';
import {type DatabaseFile, databasesIn, dataFolder, isKilo, lookalikes, namedDatabase, rowPath} from './places.ts';
import {endOf, type SessionInfo} from './session-info.ts';
import {findTreeSessions, stampedFiles} from './tree-sessions.ts';

type Found = {
	readonly info: SessionInfo;
	readonly path: string;
	readonly file: string;
	readonly size: number;
	readonly modifiedMs: number;
	stamp(): string;
};

/** What is found so far. */
type Findings = {
	readonly found: Found[];
	readonly candidates: Candidate[];
	readonly warnings: Warning[];
	readonly look: Look;
};

export async function discover(home: Home, look = new Look()): Promise<Discovery> {
	const findings: Findings = {found: [], candidates: [], warnings: [], look};
	const data = dataFolder(home);
	const named = namedDatabase(home);
	const isThere = await answers(data, findings);
	// What a variable names comes first: where two databases hold a session, it is the one OpenCode itself would open.
	const databases: DatabaseFile[] = [
		...(named !== undefined && (await answers(named, findings)) ? [{path: named, isBackup: false}] : []),
		...(isThere ? databasesIn(data, message => findings.warnings.push({path: data, message}), look) : []),
	];
	const seen = new Set<string>();
	for (const database of databases) {
		const real = realPath(database.path);
		if (!seen.has(real)) await addDatabase(database, findings);
		seen.add(real);
	}
	for (const file of lookalikes(home, look)) if (!seen.has(realPath(file))) await addLookalike(file, findings);
	const headless = isThere ? addTree(data, findings) : new Map<string, string>();
	return conclude(findings, headless, data);
}

async function answers(place: string, {warnings, look}: Findings): Promise<boolean> {
	return (await reachableStores([place], warning => warnings.push(warning), {look})).length > 0;
}

/** As remembered, unless the database changed. Another program that only has it for itself is asked again each time. */
function sessionsIn(file: string, look: Look): Promise<DatabaseSessions> {
	return look.factsLater('opencode', filesOf(file), () => readSessions(file));
}

async function addDatabase({path: file, isBackup}: DatabaseFile, findings: Findings): Promise<void> {
	const {found, candidates, look} = findings;
	const verdict = (kind: Candidate['verdict'], reason: string, detail?: string) =>
		candidates.push({agent: 'opencode', path: file, verdict: kind, reason, detail});
	if (isBackup) return void verdict('hidden', 'backup of a database, which OpenCode does not open');
	if (isKilo(file)) return void verdict('hidden', kiloReason);
	let read: DatabaseSessions;
	try {
		read = await sessionsIn(file, look);
	} catch (error) {
		const {reason, detail} = error instanceof ClosedDatabase ? error : describeDatabaseError(error);
		return void verdict(error instanceof ClosedDatabase ? error.verdict : 'unreadable', reason, detail);
	}
	if (read.hidden) return void verdict('hidden', read.hidden.reason, read.hidden.detail);
	for (const table of read.unknownTables) {
		const reason = 'tables unknown here, of a newer OpenCode';
		candidates.push({agent: 'opencode', path: `${file}#${table}`, verdict: 'unreadable', reason, detail: table});
	}
	if (read.sessions.length === 0 && read.unknownTables.length === 0) verdict('hidden', 'database without sessions');
	for (const row of read.sessions) found.push(foundRow(row, file, look));
}

export function foundRow({info, size, stamp}: DatabaseSessions['sessions'][number], file: string, look: Look): Found {
	const whole = look.stampOf(filesOf(file));
	const modifiedMs = lastWritten(whole);
	return {info, path: rowPath(file, info.id), file, size, modifiedMs, stamp: () => stamp ?? whole};
}

const kiloReason = 'database of Kilo, another agent';

/** Named, so that nobody misses it, and never listed as OpenCode's. */
async function addLookalike(file: string, {candidates, look}: Findings): Promise<void> {
	const reason = isKilo(file) ? kiloReason : await sessionsIn(file, look).then(({hidden}) => hidden?.reason, reasonOf);
	candidates.push({
		agent: 'opencode',
		path: file,
		verdict: 'hidden',
		reason: reason ?? 'database outside the data folder, which OpenCode does not open',
	});
}

function reasonOf(error: unknown): string {
	return error instanceof ClosedDatabase ? error.reason : describeDatabaseError(error).reason;
}

function addTree(data: string, {found, candidates, warnings, look}: Findings): ReadonlyMap<string, string> {
	const tree = findTreeSessions(data, look);
	for (const session of tree.sessions)
		found.push({...session, file: session.path, stamp: () => look.stampOf(stampedFiles(session.path, session.newest))});
	candidates.push(...tree.others);
	warnings.push(...tree.warnings);
	return tree.headless;
}

function conclude(
	{found, candidates, warnings}: Findings,
	headless: ReadonlyMap<string, string>,
	store: string,
): Discovery {
	const chosen = new Map<string, Found>();
	for (const each of found) {
		const known = chosen.get(each.info.id);
		// The stores are in the order in which they are believed: only a newer state of the session beats an earlier one.
		if (!known || (each.info.updatedAt ?? 0) > (known.info.updatedAt ?? 0)) chosen.set(each.info.id, each);
	}
	const sessions: SessionRef[] = [];
	for (const each of found) {
		const {info, path: place} = each;
		const {id} = info;
		const original = chosen.get(id)!;
		const common = {agent: 'opencode', path: place, sessionId: id};
		if (original !== each) {
			candidates.push({...common, verdict: 'hidden', reason: 'copy of a listed session', detail: original.path});
			continue;
		}
		const isFolded = isBelowListed(info, chosen);
		candidates.push(
			isFolded
				? {...common, verdict: 'hidden', reason: 'sub-agent of a listed session', detail: info.parentId}
				: {...common, verdict: 'listed'},
		);
		sessions.push(refOf(each, isFolded, store));
	}
	for (const [id, place] of headless) {
		if (chosen.has(id)) continue;
		const reason = 'messages without the file of their session';
		candidates.push({agent: 'opencode', path: place, verdict: 'hidden', reason, sessionId: id});
	}
	return {candidates, sessions, warnings};
}

/** Whether the parents lead to a session without one. A circle of parents would hide all of them. */
function isBelowListed(info: SessionInfo, sessions: ReadonlyMap<string, Found>): boolean {
	if (info.parentId === undefined) return false;
	const passed = new Set([info.id]);
	let at: string | undefined = info.parentId;
	while (at !== undefined && !passed.has(at)) {
		const parent: SessionInfo | undefined = sessions.get(at)?.info;
		// A parent that is gone leaves its children listed, and theirs below them.
		if (!parent) return passed.size > 1;
		passed.add(at);
		at = parent.parentId;
	}
	return at === undefined && passed.size > 1;
}

export function refOf(
	{info, path: place, file, size, modifiedMs, stamp}: Found,
	isFolded: boolean,
	store: string,
): SessionRef {
	const isAgentSession = info.parentId !== undefined;
	const ref: SessionRef = {
		agent: 'opencode',
		id: info.id,
		path: place,
		files: [file],
		size,
		endedAt: endOf(info) ?? new Date(modifiedMs).toISOString(),
		isAgentSession,
		parentId: info.parentId,
		isFolded,
		forkedFrom: info.forkedFrom,
		family: isAgentSession ? undefined : familyOf(info),
		store,
		stamp: stamp(),
	};
	return remember(ref, info);
}

/** A copy stays in its project. All directories without version control are one project. */
function familyOf({projectId, directory}: SessionInfo): string {
	return projectId === undefined || projectId === 'global' ? `directory ${directory ?? ''}` : projectId;
}
