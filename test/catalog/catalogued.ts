/** Homes with sessions of every agent, and libraries that write down what they find there. */
import fs from 'node:fs';
import path from 'node:path';
import Libsql from 'libsql';
import {onTestFinished, vi} from 'vitest';
import type {SessionRef} from '../../source/adapters/adapter.ts';
import {Library, type LibraryOptions} from '../../source/catalog/library.ts';
import type {Scan} from '../../source/catalog/scan/scan.ts';
import {age} from '../helpers/check-passages.ts';
import {fixtureHome, temporaryDirectory} from '../helpers/fixture-home.ts';

/** At least one session of each, with forks, sub-agents and everything else that is kept in the catalogue. */
const fixtures = [
	'claude/fork',
	'claude/subagent',
	'claude/named',
	'codex/fork',
	'codex/subagent',
	'codex/compressed',
	'gemini/subagent',
	'gemini/tui-rewind',
	'opencode/fork',
	'cursor/transcripts',
	'pi/tree',
	'pi/subagent',
	'copilot/subagent',
	'copilot/old',
];

/** All seven agents below one home, or some of them; nobody touched anything for an hour. */
export function everyAgent(...only: string[]): string {
	const home = fixtureHome(...fixtures.filter(name => only.length === 0 || only.includes(name.split('/')[0]!)));
	age(home);
	return home;
}

/** A library that is closed when the test ends. Without a cache it saves nothing. */
export function libraryOf(home: string | readonly string[], cache?: string, more: LibraryOptions = {}): Library {
	const library = new Library({homes: typeof home === 'string' ? [home] : home, cache, ...more});
	onTestFinished(() => library.close());
	return library;
}

/** Looks at a home as a new process would. */
export async function scanned(
	home: string | readonly string[],
	cache: string,
	more: LibraryOptions = {},
): Promise<{library: Library; scan: Scan; sessions: readonly SessionRef[]; work: Library['work']}> {
	const library = libraryOf(home, cache, more);
	const scan = await library.scan();
	return {library, scan, sessions: scan.sessions, work: library.work};
}

export const idsOf = (sessions: readonly SessionRef[]) => sessions.map(({agent, id}) => `${agent}:${id}`).sort();

/** A home with its catalogue, written once. */
export async function catalogued(home = everyAgent()): Promise<{home: string; cache: string; before: Scan}> {
	const cache = temporaryDirectory();
	const {library, scan: before} = await scanned(home, cache);
	library.close();
	return {home, cache, before};
}

/** Changes a file and its folder in a way that stamps show, and that is long ago enough to be believed. */
export function change(file: string, work: () => void, hoursAgo = 0.5): void {
	work();
	const time = new Date(Date.now() - hoursAgo * 3_600_000);
	for (const place of [file, path.dirname(file)]) if (fs.existsSync(place)) fs.utimesSync(place, time, time);
}

export const appendTo = (file: string, ...records: unknown[]): void =>
	change(file, () => fs.appendFileSync(file, records.map(record => `${JSON.stringify(record)}\n`).join('')));

/** Reading these paths fails from now on, for whoever runs this. */
export function forbid(isForbidden: (place: string) => boolean, code = 'EACCES'): {allow(): void} {
	const fail = (place: unknown) => {
		if (typeof place === 'string' && isForbidden(place))
			throw Object.assign(new Error(`${code}: no, '${place}'`), {code, syscall: 'open', path: place});
	};
	const real = {readdirSync: fs.readdirSync, openSync: fs.openSync};
	const spies = (['readdirSync', 'openSync'] as const).map(name =>
		vi.spyOn(fs, name).mockImplementation(((place: string, ...rest: unknown[]) => {
			fail(place);
			return (real[name] as (...all: unknown[]) => unknown)(place, ...rest);
		}) as never),
	);
	const allow = () => {
		for (const spy of spies) spy.mockRestore();
	};
	onTestFinished(allow);
	return {allow};
}

/** The paths that are opened while something is done. */
export async function openedIn(work: () => Promise<unknown>): Promise<string[]> {
	const spy = vi.spyOn(fs, 'openSync');
	try {
		await work();
		return spy.mock.calls.map(([file]) => String(file));
	} finally {
		spy.mockRestore();
	}
}

/** The catalogue's own file, read by another program. */
export function ask(file: string, sql: string, ...parameters: unknown[]): Array<Record<string, unknown>> {
	const database = new Libsql(file);
	try {
		return database.prepare(sql).all(...parameters) as Array<Record<string, unknown>>;
	} finally {
		database.close();
	}
}
