/** Sessions that were read an earlier time: exported without being read for their shape again, they give the same. */
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it, vi} from 'vitest';
import {DrawHelper} from '../../source/actions/export/draw-helper.ts';
import {usualChoice} from '../../source/actions/export/export-choice.ts';
import {prepareExport} from '../../source/actions/export/prepare-export.ts';
import {prepareRecalled} from '../../source/actions/export/prepare-recalled.ts';
import type {PrepareOptions} from '../../source/actions/export/prepared-export.ts';
import {recalledShape} from '../../source/actions/export/session-shape.ts';
import {Shares} from '../../source/actions/export/shares.ts';
import type {Adapter, SessionRef} from '../../source/adapters/adapter.ts';
import {claude} from '../../source/adapters/claude/claude.ts';
import {codex} from '../../source/adapters/codex/codex.ts';
import type {Library} from '../../source/catalog/library.ts';
import {exportedFrom} from '../../source/formats/exported.ts';
import {formatOf} from '../../source/formats/formats.ts';
import {draw} from '../../source/formats/markdown/draw.ts';
import {placeDrawings, writeMarkdown} from '../../source/formats/markdown/write-markdown.ts';
import {type KnownParts, knownPartsOf} from '../../source/formats/parts/known-parts.ts';
import {openNameless} from '../../source/formats/stored.ts';
import {appendTo, ask, change, scanned} from '../catalog/catalogued.ts';
import {age} from '../helpers/check-passages.ts';
import {answer, call, type Fields, readSession, result, user, writeSession} from '../helpers/claude-session.ts';
import {
	call as codexCall,
	textOf as codexText,
	event,
	meta,
	output,
	rolloutPath,
	said,
	typed,
	writeFile,
} from '../helpers/codex-session.ts';
import {placesToCut} from '../helpers/cut-places.ts';
import {describeEverySession, type FoundSession} from '../helpers/every-session.ts';
import {FakeThread, glanceDrawer} from '../helpers/fake-thread.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';
import {exportedAt} from '../helpers/written-session.ts';

async function textOf(pieces: AsyncIterable<string | Buffer>): Promise<string> {
	const all: Buffer[] = [];
	for await (const piece of pieces) all.push(Buffer.from(piece));
	return Buffer.concat(all).toString();
}

/** How many parts it had, if it can be recalled. */
async function check({adapter, ref, name}: FoundSession, firstCut = 0): Promise<number> {
	const glance = await adapter.glance?.(ref);
	const read = await adapter.history(ref);
	if (!glance || !read.cuts) return 0;
	const cuts = (await placesToCut(read, ref.path)).slice(firstCut);
	const known = knownPartsOf({...read, cuts});
	if (!known) return 0;
	const wanted = await textOf(writeMarkdown(exportedFrom(read, {agentName: 'An agent', exportedAt})));
	const shape = recalledShape(known, glance, ref.size);
	const told = {...known, agentName: 'An agent', batches: () => shape.batches(shape.ranges[0]!)};
	async function* drawings() {
		for (const range of shape.ranges)
			yield* draw({...told, batches: () => shape.batches(range)}, shape.stretchesFor(range));
	}
	expect({name, text: await textOf(placeDrawings(told, shape.stretches, drawings()))}).toEqual({name, text: wanted});
	return known.parts.length;
}

let parts = 0;
let several = 0;

describeEverySession(async session => {
	const number = await check(session);
	parts += number;
	if (number > 1) several++;
});

it('can be done of many sessions, in several parts', () => {
	expect(parts).toBeGreaterThan(20);
	expect(several).toBeGreaterThan(2);
});

describe('a session', () => {
	async function expectSame(adapter: Adapter, home: string, firstCut = 0): Promise<number> {
		const {sessions} = await adapter.discover({path: home, env: {}});
		return check({adapter, ref: sessions[0]!, name: 'made up'}, firstCut);
	}

	it('may tell on its active branch of a call on another one', async () => {
		const home = temporaryDirectory();
		const records = [
			...[meta(), ...typed('one'), ...said('yes'), ...typed('two'), codexCall('c1'), ...said('called')],
			event('thread_rolled_back', {num_turns: 1}),
			...[output('c1', 'late'), ...typed('three'), ...said('done')],
		];
		writeFile(rolloutPath(home), codexText(records));
		expect(await expectSame(codex, home)).toBeGreaterThan(1);
	});

	it('may have a name before its first record, and two first prompts', async () => {
		const home = temporaryDirectory();
		writeSession(home, [
			{type: 'ai-title', aiTitle: 'Before all', sessionId: 's'},
			{type: 'custom-title', customTitle: 'Another one', sessionId: 's'},
			...[user('u1', null, 'one'), answer('a1', 'u1', 'yes'), user('u2', 'a1', 'two'), answer('a2', 'u2', 'yes')],
			...[user('u3', null, 'three'), answer('a3', 'u3', 'no')],
			{type: 'last-prompt', leafUuid: 'a2', sessionId: 's'},
		]);
		// In one part with the first prompt.
		expect(await expectSame(claude, home, 1)).toBeGreaterThan(1);
	});

	it('may have a record twice, on two sides of a fork', async () => {
		const home = temporaryDirectory();
		const kept = user('u2', 'a1', 'kept');
		writeSession(home, [
			...[user('u1', null, 'one'), answer('a1', 'u1', 'yes'), kept, answer('a2', 'u2', 'first')],
			...[user('u3', 'a1', 'three'), answer('a3', 'u3', 'second'), kept, answer('a4', 'u2', 'third')],
		]);
		expect(await expectSame(claude, home)).toBeGreaterThan(1);
	});

	it('is not remembered if it has very many forks within forks, and can be drawn still', async () => {
		const records: Fields[] = [user('a0', null, 'begin')];
		for (let at = 1; at <= 6000; at++)
			records.push(user(`b${at}`, `a${at - 1}`, `left ${at}`), user(`a${at}`, `a${at - 1}`, `taken ${at}`));
		const {history} = await readSession(records);
		expect(history.graph.forks.length).toBe(6000);
		expect(knownPartsOf({...history, cuts: []})).toBeUndefined();
		const text = await textOf(writeMarkdown(exportedFrom(history, {agentName: 'An agent', exportedAt})));
		expect(text.includes('taken 6000')).toBe(true);
	});
});

/** Large enough to be worth it: with a fork, a record that is there twice, a prompt of the queue and a name. */
function largeSession(words = ''): Fields[] {
	const records: Fields[] = [];
	let before: string | null = null;
	const follow = (record: Fields) => {
		records.push(record);
		before = record.uuid as string;
	};
	for (let turn = 0; turn < 60; turn++) {
		const much = `words and 漢字 of ${turn} `.repeat(7_000);
		if (turn === 31) before = 'a20';
		follow(user(`u${turn}`, before, `prompt ${turn} ${words}`));
		if (turn === 5) records.push({type: 'queue-operation', operation: 'remove', content: 'typed meanwhile'});
		follow(call(`c${turn}`, before!, `call${turn}`, 'Task', {prompt: 'go'}));
		const done = result(`r${turn}`, before!, `call${turn}`, much);
		follow(turn === 9 ? {...done, toolUseResult: {agentId: 'a9'}} : done);
		if (turn === 40) records.push(records.at(-1)!);
		follow(answer(`a${turn}`, before, `done ${turn}: ${much}`));
	}
	records.push({type: 'custom-title', customTitle: 'A large one', sessionId: 's'});
	return records;
}

/** `words` stand in every prompt. */
function oneLarge(words?: string) {
	const home = temporaryDirectory();
	const file = writeSession(home, largeSession(words));
	age(home);
	const cache = temporaryDirectory();
	/** As a new process sees it. */
	const look = async (): Promise<{library: Library; ref: SessionRef}> => {
		const {library, sessions} = await scanned(home, cache);
		return {library, ref: sessions[0]!};
	};
	/** The same, after somebody read it. */
	const lookAgain = async () => {
		const {library, ref} = await look();
		await library.history(ref);
		library.close();
		return look();
	};
	return {file, look, lookAgain};
}

async function recalled(library: Library, ref: SessionRef, branch?: number, more: Partial<PrepareOptions> = {}) {
	const [shares, spool] = [new Shares(), openNameless()];
	const helper = new DrawHelper(
		new FakeThread(glanceDrawer({reader: claude, ref, shares, files: spool, choice: usualChoice})),
		shares,
		spool,
	);
	const choice = {...usualChoice, branch};
	const given = {library, ref, helper, choice, format: formatOf('markdown'), ...more};
	const prepared = await prepareRecalled(given, helper);
	if (!prepared) helper.close();
	return prepared;
}

describe('a large session', () => {
	it('is known once it was exported, and gives the same document without being read for its shape', async () => {
		const {look} = oneLarge();
		const {library, ref} = await look();
		expect(ref.size).toBeGreaterThan(16 * 1024 * 1024);
		expect(library.knownParts(ref)).toBeUndefined();
		expect(await recalled(library, ref)).toBeUndefined();
		const {pieces, session} = await prepareExport(library, ref, {choice: usualChoice, now: Date.parse(exportedAt)});
		const wanted = await textOf(pieces);
		expect([wanted.includes('typed meanwhile'), wanted.includes('prompt 25')]).toEqual([true, false]);
		library.close();

		const again = await look();
		const history = vi.spyOn(claude, 'history');
		const prepared = (await recalled(again.library, again.ref))!;
		expect(prepared.session).toEqual(session);
		expect((await textOf(prepared.pieces)) === wanted).toBe(true);
		expect(history).not.toHaveBeenCalled();
		history.mockRestore();
		// Of other branches the active one tells nothing.
		expect(await recalled(again.library, again.ref, 1)).toBeUndefined();
	});

	it('stops when nobody wants it any more', async () => {
		const {library, ref} = await oneLarge(`password=Zx9${'qLm2'}vB7tRw4KpN`).lookAgain();
		const stop = new AbortController();
		const shares: number[] = [];
		const prepared = (await recalled(library, ref, undefined, {
			signal: stop.signal,
			onProgress: (done, total) => {
				shares.push(done / total);
				if (done / total > 0.3) stop.abort();
			},
		}))!;
		await expect(textOf(prepared.pieces)).rejects.toThrow('aborted');
		expect(shares).toEqual(shares.toSorted((a, b) => a - b));
		expect(shares.at(-1)).toBeLessThan(0.9);
	});

	it('is known as it was read', async () => {
		const {library, ref} = await oneLarge().lookAgain();
		const known = knownPartsOf(await claude.history(ref))!;
		const saved = library.knownParts(ref)!;
		const plain = ({parts, ...rest}: KnownParts) => ({
			...rest,
			parts: parts.map(({hint, ...part}) => ({...part, hint: Buffer.from(hint).toString()})),
		});
		expect(plain(saved)).toEqual(plain(known));
		expect(saved.parts.some(({nodes}) => nodes)).toBe(true);
	});

	it('is not known any more when it changed, even if nobody looked again', async () => {
		const {file, look, lookAgain} = oneLarge();
		const {library, ref} = await lookAgain();
		expect(library.knownParts(ref)).toBeDefined();
		const bytes = fs.readFileSync(file);
		change(file, () => fs.writeFileSync(file, bytes.fill('x', 100, 101)));
		expect(library.knownParts(ref)).toBeUndefined();
		library.close();
		const later = await look();
		expect(later.library.knownParts(later.ref)).toBeUndefined();
	});

	it('is not kept if it grew after it was found', async () => {
		const {file, look} = oneLarge();
		const {library, ref} = await look();
		await library.history(ref);
		appendTo(file, user('last', 'a59', 'one more'));
		library.close();
		expect(ask(library.catalog!.file, 'SELECT * FROM parts')).toEqual([]);
	});

	it('is not believed where the catalogue is damaged', async () => {
		const {look, lookAgain} = oneLarge();
		const {library} = await lookAgain();
		ask(library.catalog!.file, "UPDATE parts SET parts = 'AAAA' || substr(parts, 5) RETURNING session");
		const damaged = await look();
		expect(damaged.library.knownParts(damaged.ref)).toBeUndefined();
		expect(damaged.library.catalog!.note).toContain('damaged');
	});

	it('leaves nothing behind when it is gone', async () => {
		const {file, look, lookAgain} = oneLarge();
		const {library} = await lookAgain();
		const parts = () => ask(library.catalog!.file, 'SELECT count(*) AS n FROM parts');
		expect(parts()).toEqual([{n: 1}]);
		fs.rmSync(path.dirname(file), {recursive: true});
		await look();
		expect(parts()).toEqual([{n: 0}]);
	});
});
