/** Two things a list marks: a session whose last turn ended in an error, and records that we do not know. */
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {pi} from '../../source/adapters/pi/pi.ts';
import type {Entry} from '../../source/model/entry.ts';
import type {Session} from '../../source/model/session.ts';
import * as claude from '../helpers/claude-session.ts';
import * as codex from '../helpers/codex-session.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';
import * as gemini from '../helpers/gemini-session.ts';
import * as opencode from '../helpers/opencode-store.ts';

type Read = {readonly session: Session; readonly entries: readonly Entry[]};
type Fields = Record<string, unknown>;

/** How each agent writes these down; every session begins with a prompt and an answer. */
type Agent = {
	readonly read: (records: readonly unknown[]) => Promise<Read>;
	readonly failure: readonly unknown[];
	readonly goOn: readonly unknown[];
	readonly strange: readonly unknown[];
	/** Where an answer may hold what is not known. */
	readonly strangeBlock?: readonly unknown[];
};

const [failed, again] = ['api failed', 'it goes on'];
const message = (id: string, parentId: string, body: Fields) => ({
	type: 'message',
	id,
	parentId,
	timestamp: '2026-11-16T00:00:01.000Z',
	message: body,
});

const agents: Record<string, Agent> = {
	claude: {
		read: async records =>
			readOf(await claude.readSession([claude.user('u1', null, 'hi'), claude.answer('a1', 'u1', 'yes'), ...records])),
		failure: [
			claude.user('u2', 'a1', 'more'),
			claude.answer('e1', 'u2', failed, {isApiErrorMessage: true}),
			claude.chain('system', 'y1', 'e1', {subtype: 'turn_duration'}),
		],
		goOn: [claude.user('u3', 'e1', again), claude.answer('a3', 'u3', 'yes')],
		strange: [{type: 'workspace-pulse', sessionId: claude.sessionId}],
		strangeBlock: [claude.answer('a2', 'a1', [{type: 'hologram', data: 1}])],
	},
	codex: {
		read: async records => readOf(await codex.readRecords([codex.meta(), ...codex.turn('hi', 't1'), ...records])),
		failure: [
			codex.event('task_started', {turn_id: 't2'}),
			...codex.typed('more'),
			codex.event('error', {message: failed}),
			codex.event('task_complete', {turn_id: 't2'}),
		],
		goOn: codex.turn(again, 't3'),
		strange: [codex.event('hologram_shown', {data: 1})],
	},
	gemini: {
		read: async records =>
			readOf(
				await gemini.readSession([gemini.header(), gemini.user('1', 'hi'), gemini.answer('2', 'yes'), ...records]),
			),
		failure: [gemini.user('3', 'more'), {...gemini.user('4', failed), type: 'error'}],
		goOn: [gemini.user('5', again), gemini.answer('6', 'yes')],
		strange: [{...gemini.user('7', 'x'), type: 'hologram'}],
	},
	pi: {
		read: readPi,
		failure: [
			message('u2', 'a1', {role: 'user', content: 'more'}),
			message('e1', 'u2', {role: 'assistant', content: [], stopReason: 'error', errorMessage: failed}),
		],
		goOn: [
			message('u3', 'e1', {role: 'user', content: again}),
			message('a3', 'u3', {role: 'assistant', content: [{type: 'text', text: 'yes'}]}),
		],
		strange: [{type: 'hologram', id: 'x1', parentId: 'a1', timestamp: '2026-11-16T00:00:01.000Z'}],
		strangeBlock: [message('a2', 'a1', {role: 'assistant', content: [{type: 'hologram'}]})],
	},
	opencode: {
		read: readOpencode,
		failure: [
			[opencode.user, [opencode.text('more')]],
			[{...opencode.answer, error: {name: 'APIError', data: {message: failed}}}, []],
		],
		goOn: [
			[opencode.user, [opencode.text(again)]],
			[opencode.answer, [opencode.text('yes')]],
		],
		strange: [[opencode.answer, [{type: 'hologram'}]]],
	},
};

function readOf({history, entries}: {history: {session: Session}; entries: readonly Entry[]}): Read {
	return {session: history.session, entries};
}

async function readPi(records: readonly unknown[]): Promise<Read> {
	const home = temporaryDirectory();
	const file = path.join(home, '.pi/agent/sessions/--app--/2026-11-16T00-00-00-000Z_s.jsonl');
	const all = [
		{type: 'session', version: 3, id: 's', timestamp: '2026-11-16T00:00:00.000Z', cwd: '/app'},
		{...message('u1', '', {role: 'user', content: 'hi'}), parentId: null},
		message('a1', 'u1', {role: 'assistant', content: [{type: 'text', text: 'yes'}]}),
		...records,
	];
	fs.mkdirSync(path.dirname(file), {recursive: true});
	fs.writeFileSync(file, all.map(record => `${JSON.stringify(record)}\n`).join(''));
	const [ref] = (await pi.discover({path: home, env: {}})).sessions;
	const history = await pi.history(ref!);
	return {session: history.session, entries: await claude.collect(history.entries())};
}

async function readOpencode(records: readonly unknown[]): Promise<Read> {
	const home = temporaryDirectory();
	const store = opencode.database(home).session({});
	const all = [
		[opencode.user, [opencode.text('hi')]],
		[opencode.answer, [opencode.text('yes')]],
		...(records as Array<[Fields, Fields[]]>),
	] as const;
	for (const [at, [info, parts]] of all.entries()) store.message(`msg_${at}`, at, info, parts);
	store.close();
	return readOf(await opencode.readIn(home));
}

describe.each(Object.keys(agents))('%s', name => {
	const {read, failure, goOn, strange, strangeBlock} = agents[name]!;

	it('a session that ends as usual has neither', async () => {
		const {counts} = (await read([])).session;
		expect(counts).not.toHaveProperty('unknown', expect.any(Number));
		expect(counts!.endsInError).toBeUndefined();
	});

	it('ends in an error until somebody goes on', async () => {
		const {session} = await read(failure);
		expect(session.counts).toMatchObject({endsInError: true, prompts: 2});
		expect(session.counts!.errors).toBeGreaterThan(0);
		const later = await read([...failure, ...goOn]);
		expect(later.session.counts!.endsInError).toBeUndefined();
		expect(later.session.counts!.errors).toBe(session.counts!.errors);
	});

	it('counts what it shows as unknown', async () => {
		for (const records of [strange, [...strange, ...goOn], strangeBlock ?? strange]) {
			const {session, entries} = await read(records);
			expect(session.counts!.unknown).toBe(1);
			expect(entries.filter(({kind}) => kind === 'unknown')).toHaveLength(1);
		}
	});
});
