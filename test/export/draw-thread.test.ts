/** The thread that helps to draw is started before there is work for it, and is nobody's burden. */
import os from 'node:os';
import {Worker} from 'node:worker_threads';
import {afterEach, beforeEach, expect, it, vi} from 'vitest';
import {DrawHelper} from '../../source/actions/export/draw-helper.ts';
import {dismissThread, prepareThread, takeThread} from '../../source/actions/export/draw-thread.ts';
import {usualChoice} from '../../source/actions/export/export-choice.ts';
import {Shares} from '../../source/actions/export/shares.ts';
import type {SessionRef} from '../../source/adapters/adapter.ts';
import {openNameless} from '../../source/formats/stored.ts';

const threads = vi.hoisted(() => ({script: '', isBroken: false, started: [] as Worker[]}));

vi.mock('../../source/catalog/worker/worker-file.ts', () => ({
	startWorker: () => {
		if (threads.isBroken) throw new Error('no more threads');
		const worker = new Worker(threads.script, {eval: true});
		threads.started.push(worker);
		return worker;
	},
}));

const idle = "require('node:worker_threads').parentPort.on('message', () => {});";

const ended = (worker: Worker) => new Promise(resolve => worker.once('exit', resolve));

beforeEach(() => {
	threads.script = idle;
	threads.isBroken = false;
	vi.spyOn(os, 'availableParallelism').mockReturnValue(2);
});

afterEach(async () => {
	dismissThread();
	await Promise.all(threads.started.splice(0).map(worker => worker.terminate()));
	vi.restoreAllMocks();
});

it('is started once, and given to whoever asks first', () => {
	prepareThread();
	prepareThread();
	const [first] = threads.started;
	expect(threads.started).toHaveLength(1);
	expect(takeThread()).toBe(first);
	expect(takeThread()).not.toBe(first);
	expect(threads.started).toHaveLength(2);
});

it('is started anew if it ended while it waited', async () => {
	threads.script = 'throw new Error("it can not be loaded")';
	prepareThread();
	await ended(threads.started[0]!);
	threads.script = idle;
	expect(takeThread()).toBe(threads.started[1]);
});

it('is not there where there is one processor, or where none can be started', () => {
	threads.isBroken = true;
	expect(takeThread()).toBeUndefined();
	threads.isBroken = false;
	vi.spyOn(os, 'availableParallelism').mockReturnValue(1);
	prepareThread();
	expect(takeThread()).toBeUndefined();
	expect(threads.started).toEqual([]);
});

it('is ended if the session is a small one', async () => {
	prepareThread();
	const end = ended(threads.started[0]!);
	const ref = {agent: 'claude', id: 's', path: '/s.jsonl', files: ['/s.jsonl'], size: 1000} as unknown as SessionRef;
	expect(DrawHelper.start({ref, choice: {...usualChoice, format: 'markdown'}})).toBeUndefined();
	await end;
});

it('keeps the program from ending only while somebody waits for it', () => {
	let holds = true;
	// As a real one: to listen to it makes it hold the program.
	const thread = {
		on: () => {
			holds = true;
		},
		ref: () => {
			holds = true;
		},
		unref: () => {
			holds = false;
		},
		postMessage: () => {},
		terminate: () => {},
	};
	new DrawHelper(thread, new Shares(), openNameless()).close();
	expect(holds).toBe(false);
});
