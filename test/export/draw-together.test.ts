/** Two threads draw a session: whatever the other one does, the document is the same. */
import {once} from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {Worker} from 'node:worker_threads';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {DrawHelper, type Thread} from '../../source/actions/export/draw-helper.ts';
import {drawTogether} from '../../source/actions/export/draw-together.ts';
import {usualChoice} from '../../source/actions/export/export-choice.ts';
import {redactionMap} from '../../source/actions/export/load-redactor.ts';
import {RangeDrawer, shapeOf} from '../../source/actions/export/range-drawer.ts';
import {redactorFor} from '../../source/actions/export/redaction.ts';
import type {FromDrawer, ToDrawer} from '../../source/actions/export/worker/draw-messages.ts';
import type {History, SessionRef} from '../../source/adapters/adapter.ts';
import {exportedFrom} from '../../source/formats/exported.ts';
import {writeMarkdown} from '../../source/formats/markdown/write-markdown.ts';
import {answer, call, type Fields, readOnly, result, user, writeSession} from '../helpers/claude-session.ts';
import {writtenText} from '../helpers/made-export.ts';
import {exportedAt} from '../helpers/written-session.ts';

// Made from parts so that nobody takes this file for a leak.
const secret = (letter: string) => `gh${'p_'}${letter.repeat(6)}${'3dE5gH7jK9mN1pQ3sT5vW7yZ0cF2hJ'}`;

let ref: SessionRef;
let history: History;

/** Some ten parts; every third turn tells a secret, if it may. */
function turns(hasSecrets: boolean): Fields[] {
	const records: Fields[] = [];
	const follow = (make: (parent: string | null) => Fields) =>
		records.push(make((records.at(-1)?.uuid as string) ?? null));
	for (let turn = 0; turn < 24; turn++) {
		const words = `words and 漢字 of ${turn} `.repeat(8_000);
		const told = hasSecrets && turn % 3 === 2 ? secret('abcdefgh'[turn % 8]!) : 'nothing';
		follow(parent => user(`u${turn}`, parent, `prompt ${turn}: ${told}`));
		follow(parent => call(`c${turn}`, parent!, `call${turn}`, 'Bash', {command: 'ls'}));
		follow(parent => result(`r${turn}`, parent!, `call${turn}`, words));
		follow(parent => answer(`a${turn}`, parent, `- done ${turn}: ${words}`));
	}
	return records;
}

type Behaviour = {
	readonly shape?: string;
	/** After so many parts it dies. */
	readonly diesAfter?: number;
	/** Each part takes so long. */
	readonly ms?: number;
};

/** A thread that is none: it draws here, a little later. */
class FakeThread implements Thread {
	isEnded = false;
	readonly drawn: number[] = [];
	private readonly hear = new Map<string, (message: never) => void>();
	private readonly drawer = new RangeDrawer(history, undefined, redactorFor(usualChoice));
	private queue = Promise.resolve();

	constructor(private readonly behaviour: Behaviour = {}) {
		setTimeout(() => this.tell({type: 'ready', shape: behaviour.shape ?? shapeOf(history)}), behaviour.ms ?? 0);
	}

	on(event: string, hear: (message: never) => void): void {
		this.hear.set(event, hear);
	}

	postMessage({range, number, session}: ToDrawer): void {
		this.queue = this.queue.then(async () => {
			if (this.isEnded) return;
			if (this.drawn.length >= (this.behaviour.diesAfter ?? Number.POSITIVE_INFINITY)) {
				this.hear.get('exit')?.(undefined as never);
				return;
			}
			const drawings = await this.drawer.draw(range, session);
			await new Promise(resolve => setTimeout(resolve, this.behaviour.ms ?? 0));
			this.drawn.push(number);
			this.tell({type: 'drawn', number, drawings});
		});
	}

	ref(): void {}

	unref(): void {}

	terminate(): void {
		this.isEnded = true;
	}

	private tell(message: FromDrawer): void {
		if (!this.isEnded) this.hear.get('message')?.(message as never);
	}
}

async function write(thread?: Thread) {
	const redactor = redactorFor(usualChoice)!;
	const exported = exportedFrom(history, {agentName: 'Claude Code', exportedAt, map: redactionMap(redactor)});
	const order = {ref, choice: usualChoice};
	const ends: number[] = [];
	const drawings =
		thread &&
		(() => drawTogether({history, exported, helper: new DrawHelper(thread), order, onDrawn: to => ends.push(to)}));
	const text = await writtenText({...exported, drawings}, writeMarkdown);
	return {text, report: redactor.report(), ends};
}

describe.each([false, true])('drawing together, with secrets: %s', hasSecrets => {
	let home = '';
	let alone: Awaited<ReturnType<typeof write>>;

	beforeAll(async () => {
		home = fs.mkdtempSync(path.join(os.tmpdir(), 'recollect-together-'));
		writeSession(home, turns(hasSecrets));
		({ref, history} = await readOnly(home));
		alone = await write();
		expect(history.cuts!.length).toBeGreaterThan(5);
	});

	afterAll(() => fs.rmSync(home, {recursive: true, force: true}));

	it.each<[string, Behaviour]>([
		['is quick', {}],
		['is slow', {ms: 60}],
		['read another file', {shape: 'other'}],
		['dies at once', {diesAfter: 0}],
		['dies on the way', {diesAfter: 2}],
	])('gives the same when the other thread %s', async (_, behaviour) => {
		const thread = new FakeThread(behaviour);
		const together = await write(thread);
		expect(together.text === alone.text).toBe(true);
		expect(together.report).toEqual(alone.report);
		expect(together.ends).toEqual(together.ends.toSorted((a, b) => a - b));
		if (behaviour.shape !== undefined) expect(thread.drawn).toEqual([]);
		if (behaviour.diesAfter === undefined) expect(thread.isEnded).toBe(true);
	});

	it('gives the same with a real thread, which has its share in it', async () => {
		const worker = new Worker(path.join(import.meta.dirname, '../../dist/draw-worker.js'), {
			workerData: {ref, choice: usualChoice},
		});
		const drawn: FromDrawer[] = [];
		worker.on('message', (message: FromDrawer) => drawn.push(message));
		// It has to read the session first, and then there would be nothing left to do.
		await once(worker, 'message');
		const together = write(worker);
		worker.emit('message', drawn.shift());
		expect((await together).text === alone.text).toBe(true);
		expect((await together).report).toEqual(alone.report);
		expect(drawn.length).toBeGreaterThan(0);
	});

	it('leaves parts to the other thread', async () => {
		const thread = new FakeThread();
		await write(thread);
		expect(thread.drawn.length).toBeGreaterThan(hasSecrets ? 0 : 2);
	});

	it('holds the whole session', async () => {
		const size = fs.statSync(ref.path).size;
		expect(alone.text.length).toBeGreaterThan(size / 4);
		expect(alone.text).toContain('prompt 23');
		expect(alone.text.includes(secret('a'))).toBe(false);
	});
});
