/**
 * A database whose program crashed is read in a copy, because only a writer may take over what its log still holds.
 * Whoever asks again for the same state of it soon gets the same copy: to copy a large database for each of its sessions
 * would take longer than to read them.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {pathToFileURL} from 'node:url';
import type {Database} from 'libsql';

export type PrivateCopy = {readonly database: Database; release(): void};

type Kept = {
	readonly stamp: string;
	readonly database: Database;
	readonly folder: string;
	users: number;
	timer?: NodeJS.Timeout;
};

const keptMs = 2000;
const kept = new Map<string, Kept>();

/** `stamp` tells this state of the database from others. */
export function openCopy(file: string, stamp: string, connect: (url: string) => Database): PrivateCopy {
	const known = kept.get(file);
	const copy = known?.stamp === stamp ? known : makeCopy(file, stamp, connect);
	if (copy !== known) {
		if (known?.users === 0) discard(known);
		kept.set(file, copy);
	}
	clearTimeout(copy.timer);
	copy.users++;
	let isReleased = false;
	return {
		database: copy.database,
		release() {
			if (isReleased) return;
			isReleased = true;
			if (--copy.users > 0) return;
			if (kept.get(file) !== copy) return discard(copy);
			copy.timer = setTimeout(() => {
				kept.delete(file);
				discard(copy);
			}, keptMs).unref();
		},
	};
}

function makeCopy(file: string, stamp: string, connect: (url: string) => Database): Kept {
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'recollect-sqlite-'));
	let database: Database | undefined;
	try {
		const copy = path.join(folder, 'copy.sqlite');
		fs.copyFileSync(file, copy);
		if (fs.existsSync(`${file}-wal`)) fs.copyFileSync(`${file}-wal`, `${copy}-wal`);
		database = connect(pathToFileURL(copy).href);
		database.prepare('SELECT 1 FROM sqlite_master LIMIT 1').all();
		// It is open now and needs no names any more: so nothing is left behind, however the program ends.
		remove(folder);
		return {stamp, database, folder, users: 0};
	} catch (error) {
		database?.close();
		remove(folder);
		throw error;
	}
}

function discard({database, folder, timer}: Kept): void {
	clearTimeout(timer);
	database.close();
	remove(folder);
}

/** Where open files can't be removed, it is done when they are closed. */
function remove(folder: string): void {
	try {
		fs.rmSync(folder, {recursive: true, force: true});
	} catch {
		// Some systems keep what is open.
	}
}
