import {crc32} from 'node:zlib';
import type {Candidate, SessionRef} from '../../adapters/adapter.ts';
import type {AgentId} from '../../model/agent.ts';
import type {Warning} from '../../model/warning.ts';
import type {Catalog} from '../catalog.ts';
import type {Database} from '../database/database.ts';
import {unpack} from '../database/safe-rows.ts';
import {DamagedCatalogue} from '../database/trouble.ts';
import type {Totals} from '../totals.ts';
import type {Part} from './scan.ts';

/** Both ways to count, as they are stored, and by what is known that nothing is missing. */
export type SavedTotals = {
	readonly folded: Totals;
	readonly unfolded: Totals;
	readonly sessions: number;
	readonly candidatesCheck: number;
};

type Line = {readonly isFolded: boolean; readonly ref: string};

type Known = {
	/** Of the moment it was read. */
	readonly change: number;
	/** A line for each session, newest first. */
	readonly lines: readonly Line[];
	readonly candidates: string;
	readonly warnings: readonly Warning[];
	readonly totals: SavedTotals;
	/** Unpacked when all of them are wanted. */
	sessions?: readonly SessionRef[];
};

/**
 * What the catalogue knows of one scan. All of it is read at once: should the catalogue be lost later, nobody may take
 * that for a machine without sessions. But it stays packed: of ten thousand sessions a list shows twenty.
 *
 * `most`: no more than so many of the newest will be asked for; the others are counted only.
 */
export function savedPart(catalog: Catalog, home: string, agent: AgentId, most?: number): Part | undefined {
	const first = readPart(catalog, home, agent, most);
	if (!first) return undefined;
	let known = first;
	let isWhole = most === undefined;
	const latest = (): Known => {
		if (catalog.use(lastChange) !== known.change)
			known = readPart(catalog, home, agent, isWhole ? undefined : most) ?? known;
		return known;
	};
	const whole = (): Known => {
		if (isWhole) return latest();
		const read = readPart(catalog, home, agent);
		if (!read) throw new DamagedCatalogue('it was lost while it was read');
		isWhole = true;
		known = read;
		return known;
	};
	return {
		get isWhole() {
			return isWhole;
		},
		warnings: first.warnings,
		sessions: () => sessionsOf(whole()),
		newest: (limit, withFolded) =>
			newestIn(most !== undefined && limit <= most ? latest() : whole(), limit, withFolded),
		candidates: () => unpack<Candidate[]>(whole().candidates),
		totals: withFolded => (withFolded ? latest().totals.unfolded : latest().totals.folded),
	};
}

function sessionsOf(known: Known): readonly SessionRef[] {
	known.sessions ??= known.lines.map(({ref}) => unpack<SessionRef>(ref));
	return known.sessions;
}

function newestIn({lines}: Known, limit: number, withFolded: boolean): SessionRef[] {
	const found: SessionRef[] = [];
	for (const {ref, isFolded} of lines) {
		if (found.length >= limit) break;
		if (withFolded || !isFolded) found.push(unpack<SessionRef>(ref));
	}
	return found;
}

function readPart(catalog: Catalog, home: string, agent: AgentId, most?: number): Known | undefined {
	const columns = most === undefined ? 'number, totals, warnings, candidates' : 'number, totals, warnings';
	return catalog.use(database =>
		database.moment(() => {
			const row = database.get(`SELECT ${columns} FROM scans WHERE home = ? AND agent = ?`, home, agent);
			if (!row) return undefined;
			const totals = unpack<SavedTotals>(row.totals);
			const candidates = String(row.candidates ?? '');
			const lines = most === undefined ? linesOf(database, row.number) : newestLines(database, row.number, most);
			const isWhole =
				most === undefined
					? lines.length === totals.sessions && crc32(candidates) === totals.candidatesCheck
					: lines.length >= Math.min(most, totals.sessions);
			if (!isWhole) throw new DamagedCatalogue('something is missing in it');
			return {
				change: lastChange(database),
				lines,
				totals,
				candidates,
				warnings: unpack<Warning[]>(row.warnings),
			};
		}),
	);
}

/** So many of the newest: folded ones beside those that are not. */
function newestLines(database: Database, scan: unknown, most: number): Line[] {
	const all = linesOf(database, scan, {most});
	if (!all.some(({isFolded}) => isFolded)) return all;
	const older = linesOf(database, scan, {onlyShown: true, most});
	const known = new Set(all.map(({ref}) => ref));
	return [...all, ...older.filter(({ref}) => !known.has(ref))];
}

/** Packed, but looked at: what is unpacked later, when nothing could be done any more, must be whole. */
function linesOf(
	database: Database,
	scan: unknown,
	which: {readonly onlyShown?: boolean; readonly most?: number} = {},
): Line[] {
	const packed = database.get(
		`SELECT group_concat(line, char(10)) AS lines FROM (
			SELECT is_folded || ref_check || ref AS line FROM sessions
			WHERE scan = ? ${which.onlyShown ? 'AND is_folded = 0' : ''} ORDER BY ended_at DESC, id, path LIMIT ?
		)`,
		scan,
		which.most ?? -1,
	);
	const lines = packed?.lines ? String(packed.lines).split('\n') : [];
	return lines.map(line => {
		const begin = line.indexOf('{');
		const ref = line.slice(begin);
		if (crc32(ref) !== Number(line.slice(1, begin))) throw new DamagedCatalogue('a session is not what it was');
		return {isFolded: line.startsWith('1'), ref};
	});
}

function lastChange(database: Database): number {
	return Number(database.get("SELECT value FROM numbers WHERE name = 'change'")?.value ?? 0);
}
