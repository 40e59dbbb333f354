/** Two threads draw a session: whatever the other one does, the document is the same. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {Worker} from 'node:worker_threads';
import {afterAll, afterEach, beforeAll, describe, expect, it, vi} from 'vitest';
import {DrawHelper, type Thread} from '../../source/actions/export/draw-helper.ts';
import {DrawTogether} from '../../source/actions/export/draw-together.ts';
import {usualChoice} from '../../source/actions/export/export-choice.ts';
import {redactionMap} from '../../source/actions/export/load-redactor.ts';
import {redactorFor} from '../../source/actions/export/redaction.ts';
import {recalledShape, shapeOf} from '../../source/actions/export/session-shape.ts';
import {Shares} from '../../source/actions/export/shares.ts';
import type {DrawOrder} from '../../source/actions/export/worker/draw-messages.ts';
import type {Adapter, BranchChoice, Hint, History, SessionRef} from '../../source/adapters/adapter.ts';
import {claude} from '../../source/adapters/claude/claude.ts';
import {codex} from '../../source/adapters/codex/codex.ts';
import {exportedFrom, mappedBatches} from '../../source/formats/exported.ts';
import type {Exported} from '../../source/formats/format.ts';
import {placeDrawings, writeMarkdown} from '../../source/formats/markdown/write-markdown.ts';
import {knownPartsOf} from '../../source/formats/parts/known-parts.ts';
import {openNameless} from '../../source/formats/stored.ts';
import type {Redactor} from '../../source/redact/redactor.ts';
import {answer, call, type Fields, result, user, writeSession} from '../helpers/claude-session.ts';
import {
	call as codexCall,
	meta,
	output,
	rolloutPath,
	said,
	textOf,
	typed,
	writeFile,
} from '../helpers/codex-session.ts';
import {type Behaviour, FakeThread, glanceDrawer} from '../helpers/fake-thread.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';
import {writtenText} from '../helpers/made-export.ts';
import {exportedAt} from '../helpers/written-session.ts';

// Made from parts so that nobody takes this file for a leak.
const secret = (letter: string) => `gh${'p_'}${letter.repeat(6)}${'3dE5gH7jK9mN1pQ3sT5vW7yZ0cF2hJ'}`;
const password = `Zx9${'qLm2'}vB7tRw4KpN`;

let ref: SessionRef;
let history: History;
let reader: Adapter = claude;
/** What the other thread is told on the way. */
let told: Array<{place: number; hint: Hint}> = [];
/** What is asked for: with secrets replaced, as exports are, or as it is. */
let choice = usualChoice;

async function read(home: string): Promise<void> {
	const {sessions} = await reader.discover({path: home, env: {}});
	ref = sessions[0]!;
	told = [];
	history = await reader.history(ref, {onCut: (place, hint) => told.push({place, hint})});
}

type Kind = 'plain' | 'with secrets' | 'with a password' | 'with keys' | 'with addresses' | 'with forks' | 'told twice';

/** Some ten parts. */
function turns(kind: Kind): Fields[] {
	const records: Fields[] = [];
	let before: string | null = null;
	const follow = (record: Fields) => {
		records.push(record);
		before = record.uuid as string;
	};
	for (let turn = 0; turn < 24; turn++) {
		const words = `words and 漢字 of ${turn} `.repeat(8_000);
		// Somebody goes back to an earlier place; the last road is the active one.
		if (kind === 'with forks' && turn === 8) before = 'a4';
		if (kind === 'with forks' && turn === 17) before = 'a15';
		follow(user(`u${turn}`, before, `prompt ${turn}: ${tell(kind, turn)}`));
		if (turn % 5 === 0) records.push({type: 'ai-title', aiTitle: `Title ${turn}`, sessionId: 's'});
		follow(call(`c${turn}`, before!, `call${turn}`, 'Bash', {command: 'ls'}));
		follow(result(`r${turn}`, before!, `call${turn}`, words));
		if (kind === 'told twice' && turn === 11) records.push(records.at(-1)!);
		follow(answer(`a${turn}`, before, `- done ${turn}: ${words}`));
	}
	return records;
}

function tell(kind: Kind, turn: number): string {
	// Met again in every part, as in real sessions.
	if (kind === 'with addresses') return `write to mara.lindqvist@kontor.se or to ${turn % 2}.jonas@kontor.se`;
	if (kind === 'with secrets' && turn % 3 === 2) return secret('abcdefgh'[turn % 8]!);
	if (kind === 'with keys') return turn % 3 === 1 ? `OPENROUTER_KEY=${password}` : 'nothing | <b>at all</b>';
	// First beside its name, then without it.
	if (kind === 'with a password' && turn === 1) return `password=${password}`;
	// What only the parsers understand, which every thread loads by itself.
	return kind === 'with a password' && turn > 1 ? `it is ${password} again` : 'nothing | <b>at all</b>';
}

/** A thread that is none. */
const fake = (shares: Shares, files: readonly number[], behaviour?: Behaviour) =>
	new FakeThread(glanceDrawer({reader, ref, shares, files, choice, cwd: behaviour?.cwd}), behaviour);

type Start = (shares: Shares, files: readonly number[]) => Thread;

/** The same session as somebody else read it an earlier time. */
async function recalled(branch: BranchChoice | undefined, redactor: Redactor | undefined) {
	const known = knownPartsOf(history)!;
	const shape = recalledShape(known, (await reader.glance!(ref))!, ref.size);
	const map = redactionMap(redactor);
	const session = map?.session?.(known.session) ?? known.session;
	const batches: Exported['batches'] = range => mappedBatches(shape.batches(range!), map?.entry);
	const drawn = {session, branch, compactions: known.compactions, batches};
	return {known, shape, drawn, told: {...drawn, agentName: 'Claude Code', graph: known.graph}};
}

/** Without having read it now. */
async function writeRecalled(start: Start, branch?: BranchChoice) {
	const redactor = redactorFor(choice);
	const {known, shape, drawn, told} = await recalled(branch, redactor);
	const [shares, files] = [new Shares(), openNameless()];
	const helper = new DrawHelper(start(shares, files), shares, files);
	for (const [at, to] of known.cuts.entries()) helper.tell(to, known.parts[at]!.hint);
	const scout = redactorFor(choice);
	const together = new DrawTogether({shape, drawn, redactor, scout, helper, size: ref.size});
	const pieces: Buffer[] = [];
	for await (const piece of placeDrawings(told, shape.stretches, together.drawings())) pieces.push(Buffer.from(piece));
	together.close();
	return {text: Buffer.concat(pieces).toString(), report: redactor?.report()};
}

/** `isAhead`: the other thread has drawn all it can before the shape is known. */
async function write(start?: Start, {branch, isAhead = false}: {branch?: BranchChoice; isAhead?: boolean} = {}) {
	const redactor = redactorFor(choice);
	const exported = exportedFrom(history, {agentName: 'Claude Code', exportedAt, branch, map: redactionMap(redactor)});
	const progress: number[] = [];
	let inTurn = 0;
	if (!start) return {text: await writtenText(exported, writeMarkdown), report: redactor?.report(), progress, inTurn};
	const [shares, files] = [new Shares(), openNameless()];
	const helper = new DrawHelper(start(shares, files), shares, files);
	for (const {place, hint} of told) helper.tell(place, hint);
	if (isAhead) await helper.drawn({from: told.at(-2)!.place, to: told.at(-1)!.place});
	const together = new DrawTogether({
		shape: shapeOf(history, branch),
		drawn: {
			...exported,
			batches(range) {
				inTurn++;
				return exported.batches(range);
			},
		},
		redactor,
		scout: redactorFor(choice),
		helper,
		size: ref.size,
		onDrawn: bytes => progress.push(bytes),
	});
	const text = await writtenText({...exported, drawings: () => together.drawings()}, writeMarkdown);
	together.close();
	await vi.waitFor(() => {
		for (const file of files) expect(() => fs.fstatSync(file)).toThrow('EBADF');
	});
	return {text, report: redactor?.report(), progress, inTurn};
}

describe.each<Kind>([
	'plain',
	'with secrets',
	'with a password',
	'with keys',
	'with addresses',
	'with forks',
	'told twice',
])('drawing together, %s', kind => {
	let home = '';
	let alone: Awaited<ReturnType<typeof write>>;

	beforeAll(async () => {
		home = fs.mkdtempSync(path.join(os.tmpdir(), 'recollect-together-'));
		writeSession(home, turns(kind));
		reader = claude;
		await read(home);
		alone = await write();
		expect(history.cuts!.length).toBeGreaterThan(5);
	});

	afterAll(() => fs.rmSync(home, {recursive: true, force: true}));

	it.each<[string, Behaviour]>([
		['is quick', {}],
		['is slow', {ms: 60}],
		['shows paths from elsewhere', {cwd: '/elsewhere'}],
		['dies at once', {diesAfter: 0}],
		['dies on the way', {diesAfter: 2}],
	])('gives the same when the other thread %s', async (_, behaviour) => {
		let thread: FakeThread | undefined;
		const together = await write((...given) => (thread = fake(...given, behaviour)));
		expect(together.text === alone.text).toBe(true);
		expect(together.report).toEqual(alone.report);
		expect(together.progress).toEqual(together.progress.toSorted((a, b) => a - b));
		expect(together.progress.at(-1)).toBeLessThanOrEqual(fs.statSync(ref.path).size);
		expect(thread!.isEnded).toBe(true);
	});

	it.each<BranchChoice>(['all', 1])('gives the same of branch %s', async branch => {
		const wanted = await write(undefined, {branch});
		const together = await write((...given) => fake(...given), {branch});
		expect(together.text === wanted.text).toBe(true);
	});

	it('gives the same when the other thread has drawn nearly all of it', async () => {
		let thread: FakeThread | undefined;
		const together = await write((...given) => (thread = fake(...given)), {isAhead: true});
		expect(together.text === alone.text).toBe(true);
		expect(together.report).toEqual(alone.report);
		expect(thread!.drawn.length).toBe(history.cuts!.length);
		// Nothing is drawn again: what it replaced is what would have been replaced here.
		if (kind !== 'with forks' && kind !== 'told twice') expect(together.inTurn).toBe(0);
	});

	it.each<[string, Behaviour]>([
		['is quick', {}],
		['is slow', {ms: 60}],
		['shows paths from elsewhere', {cwd: '/elsewhere'}],
		['dies on the way', {diesAfter: 2}],
	])('gives the same of a session that is known, when the other thread %s', async (_, behaviour) => {
		const together = await writeRecalled((...given) => fake(...given, behaviour));
		expect(together.text === alone.text).toBe(true);
		expect(together.report).toEqual(alone.report);
	});

	it('gives the same with a real thread', async () => {
		const start: Start = (shares, files) => {
			const thread = new Worker(path.join(import.meta.dirname, '../../dist/draw-worker.js'));
			thread.postMessage({ref, choice: usualChoice, files, shares: shares.memory} satisfies DrawOrder);
			return thread;
		};
		const together = await write(start);
		expect(together.text === alone.text).toBe(true);
		expect(together.report).toEqual(alone.report);
	});

	it('holds the whole session, and no secret', () => {
		expect(alone.text.length).toBeGreaterThan(fs.statSync(ref.path).size / 6);
		expect(alone.text).toContain('prompt 23');
		if (kind !== 'with addresses') expect(alone.text).toContain('nothing | &lt;b>at all&lt;/b>');
		expect(alone.text).not.toContain('@kontor.se');
		expect(alone.text.includes(secret('a'))).toBe(false);
		expect(alone.text.includes(password)).toBe(false);
		expect(alone.text).toContain('*Named:* Title 5');
		expect(alone.text).not.toContain('*Named:* Title 20');
	});
});

describe('drawing a Codex session together', () => {
	afterEach(() => {
		choice = usualChoice;
	});

	it('gives the same where nothing is replaced, and outputs stay bytes', async () => {
		const home = temporaryDirectory();
		const records = [meta()];
		for (let turn = 0; turn < 40; turn++) {
			const words = `${turn} words and 漢字 — ✓\n`.repeat(3000);
			const end = turn % 3 === 0 ? '\u001B[31mred\u001B[0m' : turn % 3 === 1 ? '\r50 %\r100 %' : '\u00A0';
			records.push(...typed(`prompt ${turn}`), codexCall(`c${turn}`), output(`c${turn}`, words + end));
			records.push(...said(`answer ${turn}: ${password}`));
		}
		writeFile(rolloutPath(home), textOf(records));
		reader = codex;
		choice = {...usualChoice, isRedacted: false};
		await read(home);
		expect(told.length).toBeGreaterThan(3);
		const alone = await write();
		expect(alone.text.length).toBeGreaterThan(2_000_000);
		expect(alone.text).toContain(`answer 39: ${password}`);
		for (const isAhead of [false, true]) {
			const together = await write((...given) => fake(...given), {isAhead});
			expect([isAhead, together.text === alone.text]).toEqual([isAhead, true]);
		}
		const known = await writeRecalled((...given) => fake(...given, {diesAfter: 3}));
		expect(known.text === alone.text).toBe(true);
	});

	it.each([
		['a password', `fix/password=${password}`],
		['an address', 'for-mara.lindqvist@kontor.se'],
	])('finds %s that only the settings of the session name', async (_, branch) => {
		const home = temporaryDirectory();
		const records = [meta({git: {branch}})];
		for (let turn = 0; turn < 40; turn++) {
			const words = `${turn} words and 漢字 `.repeat(4000);
			records.push(
				...typed(`prompt ${turn}: ${branch.includes(password) ? password : 'go'}`),
				codexCall(`c${turn}`),
				output(`c${turn}`, words),
			);
			records.push(...said(words));
		}
		writeFile(rolloutPath(home), textOf(records));
		reader = codex;
		await read(home);
		expect(told.length).toBeGreaterThan(3);
		const alone = await write();
		const together = await write((...given) => fake(...given), {isAhead: false});
		expect(alone.text.includes(password)).toBe(false);
		expect(together.text === alone.text).toBe(true);
		expect(together.report).toEqual(alone.report);
	});
});
