/** Questions about passages and remembered looks that every adapter is asked alike. */
import fs from 'node:fs';
import path from 'node:path';
import {expect, vi} from 'vitest';
import type {Adapter, Discovery, Passage, PassageOptions, SessionRef} from '../../source/adapters/adapter.ts';
import {Look, type Memory, type Remembered, stampNow} from '../../source/adapters/look.ts';
import type {Entry} from '../../source/model/entry.ts';
import {collect} from './claude-session.ts';

export async function passagesOf(adapter: Adapter, ref: SessionRef, options?: PassageOptions): Promise<Passage[]> {
	return (await collect(adapter.passages(ref, options))).flat();
}

export const entriesIn = (passages: readonly Passage[]) => passages.flatMap(({entries}) => entries);

/** Two records under one id are told apart by their places, once all of them are known. */
const keyOf = ({id, locator}: Entry) => {
	const place = 'offset' in locator ? `@${locator.offset}` : '';
	return `${id.replace(place, '')} ${JSON.stringify(locator)}`;
};

/** What an index takes from an entry. */
const wordsOf = ({kind, text, tool}: Entry) => JSON.stringify([kind, text, tool?.input, tool?.output]);

/** Every entry of the history that says something is in the passages: the same id and place, the same words. */
export async function expectAllOfHistory(adapter: Adapter, ref: SessionRef): Promise<void> {
	const given = new Map(entriesIn(await passagesOf(adapter, ref)).map(entry => [keyOf(entry), entry]));
	const history = await adapter.history(ref);
	const missing: unknown[] = [];
	for await (const entry of history.entries('all')) {
		// Bookkeeping without a word need not be there.
		if (entry.text === '' && !entry.tool) continue;
		const found = given.get(keyOf(entry));
		if (!found || wordsOf(found) !== wordsOf(entry)) missing.push({entry, found});
	}
	expect(missing).toEqual([]);
}

/** Every passage can be read alone, and what comes after it can be read from there on. */
export async function expectReadableAlone(
	adapter: Adapter,
	ref: SessionRef,
	normal: (entry: Entry) => unknown = entry => entry,
): Promise<void> {
	const passages = await passagesOf(adapter, ref);
	expect(passages.length).toBeGreaterThan(0);
	for (const [at, {from, to, entries}] of passages.entries()) {
		const next = passages[at + 1];
		expect(to).toBeGreaterThanOrEqual(from);
		if (next) expect(next.from).toBeGreaterThanOrEqual(to);
		// The end of such a one is not written yet.
		if (to === from) continue;
		const alone = await passagesOf(adapter, ref, {from, to});
		expect(entriesIn(alone).map(normal), `from ${from} to ${to}`).toEqual(entries.map(normal));
		const rest = await passagesOf(adapter, ref, {from: to});
		expect(rest.map(each => each.from)).toEqual(passages.slice(at + 1).map(each => each.from));
		expect(entriesIn(rest).map(normal)).toEqual(entriesIn(passages.slice(at + 1)).map(normal));
	}
}

/** A record is added to a log byte by byte: nothing of it is lost, and all before it keeps its mark. */
export async function expectGrowth(adapter: Adapter, ref: SessionRef, record: unknown, word: string): Promise<void> {
	const end = (await passagesOf(adapter, ref)).at(-1)!.to;
	expect(end).toBe(fs.statSync(ref.path).size);
	const mark = adapter.mark!(ref, end);
	expect(mark).toBeTypeOf('string');
	const line = Buffer.from(JSON.stringify(record));
	const half = Math.floor(line.length / 2);

	fs.appendFileSync(ref.path, line.subarray(0, half));
	expect(await passagesOf(adapter, ref, {from: end})).toEqual([]);
	fs.appendFileSync(ref.path, line.subarray(half));
	const [unfinished, ...others] = await passagesOf(adapter, ref, {from: end});
	expect(others).toEqual([]);
	expect([unfinished!.from, unfinished!.to]).toEqual([end, end]);
	expect(JSON.stringify(unfinished!.entries)).toContain(word);
	fs.appendFileSync(ref.path, '\n');
	const [finished, ...more] = await passagesOf(adapter, ref, {from: end});
	expect(more).toEqual([]);
	expect(finished).toEqual({...unfinished, to: fs.statSync(ref.path).size});
	expect(adapter.mark!(ref, end)).toBe(mark);

	const bytes = fs.readFileSync(ref.path);
	fs.writeFileSync(ref.path, Buffer.concat([Buffer.from('{"another":"beginning"}\n'), bytes]));
	expect(adapter.mark!(ref, end)).not.toBe(mark);
	fs.writeFileSync(ref.path, bytes.subarray(0, end - 1));
	expect(adapter.mark!(ref, end)).toBeUndefined();
}

/** What changed in the last moment is never believed; this makes everything below a folder an hour older. */
export function age(folder: string, byMs = 3_600_000): void {
	const older = (place: string) => {
		const {atime, mtimeMs} = fs.statSync(place);
		fs.utimesSync(place, atime, new Date(mtimeMs - byMs));
	};
	// Links are not followed: some lead to the whole disk.
	for (const entry of fs.readdirSync(folder, {withFileTypes: true})) {
		const place = path.join(folder, entry.name);
		if (entry.isDirectory()) age(place, byMs);
		else if (entry.isFile()) older(place);
	}
	older(folder);
}

/** What a look learnt, as a store would give it back. */
export function memoryOf(look: Look): Memory {
	const stored = JSON.parse(JSON.stringify([...look.learnt])) as Array<[string, Remembered]>;
	const learnt = new Map(stored);
	return {recall: key => learnt.get(key)};
}

export type Looked = {readonly look: Look; readonly discovery: Discovery};

/** Discovers twice. The second time nothing is learnt, no file is opened, and the same is found. */
export async function discoverTwice(adapter: Adapter, home: string, env = {}): Promise<Looked> {
	const first = new Look();
	const discovery = await adapter.discover({path: home, env}, first);
	const second = new Look({memory: memoryOf(first)});
	const opened = vi.spyOn(fs, 'openSync');
	try {
		expect(await adapter.discover({path: home, env}, second)).toEqual(discovery);
		expect([...second.learnt.keys()]).toEqual([]);
		// What could not be read is asked again each time.
		const unreadable = new Set<unknown>(
			discovery.candidates.filter(({verdict}) => verdict === 'unreadable').map(candidate => candidate.path),
		);
		expect(opened.mock.calls.map(([file]) => file).filter(file => !unreadable.has(file))).toEqual([]);
	} finally {
		opened.mockRestore();
	}
	expect([...second.confirmed].sort()).toEqual([...first.learnt.keys()].sort());
	expect([...second.witnesses].sort()).toEqual([...first.witnesses].sort());
	return {look: second, discovery};
}

/** The paths by which somebody could tell that a look is not true any more. */
export function changedWitnesses(look: Look): string[] {
	return [...look.witnesses].filter(([file, stamp]) => stampNow(file) !== stamp).map(([file]) => file);
}

/** One session grows: only that file is read again, and every other session keeps its stamp, however it is found. */
export async function expectOneReadAgain(adapter: Adapter, home: string, isIt: (ref: SessionRef) => boolean) {
	const first = new Look();
	const before = await adapter.discover({path: home, env: {}}, first);
	const changed = before.sessions.find(isIt)!;
	fs.appendFileSync(changed.path, '{"one":"more"}\n');
	const second = new Look({memory: memoryOf(first)});
	const after = await adapter.discover({path: home, env: {}}, second);
	expect([...second.learnt.keys()]).toEqual([`${adapter.agent}\n${changed.path}`]);
	const stamps = new Map(after.sessions.map(({path: file, stamp}) => [file, stamp]));
	expect(stamps.get(changed.path)).not.toBe(changed.stamp);
	expect(before.sessions.length).toBeGreaterThan(2);
	for (const other of before.sessions) {
		if (other === changed) continue;
		expect(stamps.get(other.path)).toBe(other.stamp);
		expect((await adapter.recognize(other.path))!.stamp).toBe(other.stamp);
	}
}
