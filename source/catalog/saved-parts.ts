/** The parts of large sessions as the catalogue has them: whoever exports one again need not find out its shape. */
import {crc32, deflateSync, inflateSync} from 'node:zlib';
import type {SessionRef} from '../adapters/adapter.ts';
import {plainStamp} from '../adapters/look.ts';
import type {KnownPart, KnownParts} from '../formats/parts/known-parts.ts';
import type {Catalog} from './catalog.ts';
import type {Database} from './database/database.ts';
import {unpack} from './database/safe-rows.ts';
import {DamagedCatalogue} from './database/trouble.ts';

/** A smaller one is read in no time. */
const largeBytes = 16 * 1024 * 1024;

export function isLarge({size}: Pick<SessionRef, 'size'>): boolean {
	return size >= largeBytes;
}

/** Worth it, and nothing was written to its file since it was found. */
export function canBeKept(ref: SessionRef): boolean {
	return isLarge(ref) && ref.stamp.split(' ').includes(plainStamp(ref.path));
}

/** The parts of a session, if they are known and its file is as it was then. */
export function savedParts(catalog: Catalog | undefined, ref: SessionRef): KnownParts | undefined {
	if (!canBeKept(ref)) return undefined;
	return catalog?.use(database => {
		const row = database.get(
			`SELECT parts.stamp AS stamp, parts, parts_check FROM parts JOIN sessions ON sessions.number = parts.session
			WHERE path = ? AND id = ?`,
			ref.path,
			ref.id,
		);
		if (!row || row.stamp !== ref.stamp) return undefined;
		if (row.parts_check !== crc32(String(row.parts))) throw new DamagedCatalogue('parts are not what they were');
		const saved = unpack<Saved>(inflateSync(Buffer.from(String(row.parts), 'base64')));
		return {...saved, parts: saved.parts.map(asKnown)};
	});
}

/** Inside a transaction. Only what was read of the file as it was found is worth keeping. */
export function saveParts(database: Database, ref: SessionRef, known: KnownParts): void {
	if (!canBeKept(ref)) return;
	const row = database.get('SELECT number FROM sessions WHERE path = ? AND id = ?', ref.path, ref.id);
	if (!row) return;
	const saved: Saved = {...known, parts: known.parts.map(asSaved)};
	const text = deflateSync(JSON.stringify(saved)).toString('base64');
	database.run(
		'INSERT OR REPLACE INTO parts (session, stamp, parts, parts_check) VALUES (?, ?, ?, ?)',
		row.number,
		ref.stamp,
		text,
		crc32(text),
	);
}

type SavedPart = {
	/** A letter for each byte. */
	readonly hint: string;
	readonly stretch?: number;
	/** Each behind the one before, and its stretch. */
	readonly nodes?: ReadonlyArray<readonly [distance: number, stretch: number]>;
};

type Saved = Omit<KnownParts, 'parts'> & {readonly parts: readonly SavedPart[]};

function asSaved({hint, stretch, nodes}: KnownPart): SavedPart {
	const all = nodes && [...nodes];
	return {
		hint: Buffer.from(hint).toString('latin1'),
		stretch,
		nodes: all?.map(([place, number], at) => [place - (all[at - 1]?.[0] ?? 0), number]),
	};
}

function asKnown({hint, stretch, nodes}: SavedPart): KnownPart {
	const places = nodes && new Map<number, number>();
	let place = 0;
	for (const [distance, number] of nodes ?? []) {
		place += distance;
		places!.set(place, number);
	}
	return {hint: Buffer.from(hint, 'latin1'), stretch, nodes: places};
}
