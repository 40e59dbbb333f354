import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {copilot} from '../../source/adapters/copilot/copilot.ts';
import {collect, promptsOf} from '../helpers/claude-session.ts';
import {fixtureHome, temporaryDirectory} from '../helpers/fixture-home.ts';

const uuid = (n: number) => `c0ffee00-0000-4000-8000-0000000001${String(n).padStart(2, '0')}`;
const lines = (...records: unknown[]) => `${records.map(record => JSON.stringify(record)).join('\n')}\n`;
const start = (sessionId: string, more = {}) => ({
	type: 'session.start',
	data: {sessionId, ...more},
	id: 's',
	parentId: null,
	timestamp: '2026-11-16T00:00:00.000Z',
});
const prompt = (content: string) => ({
	type: 'user.message',
	data: {content},
	id: `p-${content}`,
	parentId: 's',
	timestamp: '2026-11-16T00:00:01.000Z',
});

function put(home: string, files: Record<string, string>): string {
	for (const [name, text] of Object.entries(files)) {
		const file = path.join(home, name);
		fs.mkdirSync(path.dirname(file), {recursive: true});
		fs.writeFileSync(file, text);
	}
	return home;
}

const state = '.copilot/session-state';

describe('the store', () => {
	it('is moved by a variable', async () => {
		const home = put(temporaryDirectory(), {
			[`moved/session-state/${uuid(1)}/events.jsonl`]: lines(start(uuid(1)), prompt('x')),
			[`${state}/${uuid(2)}/events.jsonl`]: lines(start(uuid(2)), prompt('x')),
		});
		const moved = await copilot.discover({path: home, env: {COPILOT_HOME: path.join(home, 'moved')}});
		expect(moved.sessions.map(({id}) => id)).toEqual([uuid(1)]);
		const plain = await copilot.discover({path: home, env: {}});
		expect(plain.sessions.map(({id}) => id)).toEqual([uuid(2)]);
	});

	it('may be absent, or have no sessions', async () => {
		const nothing = {candidates: [], sessions: [], warnings: []};
		const home = temporaryDirectory();
		expect(await copilot.discover({path: home, env: {}})).toEqual(nothing);
		put(home, {'.copilot/config.json': '{}'});
		expect(await copilot.discover({path: home, env: {}})).toEqual(nothing);
	});

	it('is the same after reading as before', async () => {
		const home = fixtureHome('copilot/tools', 'copilot/old', 'copilot/resumed');
		const before = snapshot(home);
		const {sessions} = await copilot.discover({path: home, env: {}});
		for (const ref of sessions) {
			await copilot.head(ref);
			await collect(copilot.opening(ref));
			const history = await copilot.history(ref);
			await collect(history.entries('all'));
			await collect(history.records('all'));
		}
		expect(snapshot(home)).toEqual(before);
	});
});

describe('verdicts', () => {
	it('name a reason for everything that is not listed', async () => {
		const home = put(temporaryDirectory(), {
			[`${state}/${uuid(1)}/events.jsonl`]: '',
			[`${state}/${uuid(2)}/events.jsonl`]: 'not\njson\n',
			[`${state}/${uuid(3)}/events.jsonl`]: lines({type: 'user', message: {}}),
			[`${state}/${uuid(4)}/events.jsonl`]: lines(start(uuid(4)), {type: 'session.model_change', data: {}}),
			[`${state}/${uuid(5)}/events.jsonl`]: lines(start(uuid(5)), prompt('good')),
			[`${state}/${uuid(5)}/files/events.jsonl`]: 'a work file, not a candidate',
			[`${state}/${uuid(6)}.jsonl`]: '\n\n',
			[`${state}/${uuid(7)}/events.jsonl/x`]: 'a folder by this name',
			'.copilot/history-session-state/config.json': '{"theme": "dark"}',
			'.copilot/history-session-state/broken.json': 'oops',
			'.copilot/history-session-state/none.json': '{"sessionId": "n", "chatMessages": [], "timeline": []}',
		});
		fs.mkdirSync(path.join(home, state, uuid(8)));
		fs.symlinkSync(path.join(home, 'nowhere'), path.join(home, state, uuid(8), 'events.jsonl'));
		const {candidates, sessions} = await copilot.discover({path: home, env: {}});
		const verdicts = Object.fromEntries(
			candidates.map(({path: file, verdict, reason}) => [
				path.relative(path.join(home, '.copilot'), file),
				[verdict, reason].filter(Boolean).join(': '),
			]),
		);
		expect(verdicts).toEqual({
			[`session-state/${uuid(1)}/events.jsonl`]: 'hidden: empty file',
			[`session-state/${uuid(2)}/events.jsonl`]: 'unreadable: no line of it is JSON',
			[`session-state/${uuid(3)}/events.jsonl`]: 'hidden: not a Copilot session',
			[`session-state/${uuid(4)}/events.jsonl`]: 'hidden: no conversation in it, only bookkeeping',
			[`session-state/${uuid(5)}/events.jsonl`]: 'listed',
			[`session-state/${uuid(6)}.jsonl`]: 'hidden: empty file',
			[`session-state/${uuid(7)}/events.jsonl`]: 'unreadable: it is a directory',
			[`session-state/${uuid(8)}/events.jsonl`]: 'unreadable: it is gone, or a link that leads nowhere',
			'history-session-state/broken.json': 'unreadable: not JSON',
			'history-session-state/config.json': 'hidden: not a Copilot session',
			'history-session-state/none.json': 'hidden: no conversation in it, only bookkeeping',
		});
		expect(sessions.map(({id}) => id)).toEqual([uuid(5)]);
	});

	it('see a copied folder as a fork, and a document that was moved as a copy', async () => {
		const home = put(temporaryDirectory(), {
			[`${state}/${uuid(1)}/events.jsonl`]: lines(start(uuid(1)), prompt('x')),
			[`${state}/${uuid(2)}/events.jsonl`]: lines(start(uuid(1)), prompt('x'), prompt('y')),
			[`.copilot/history-session-state/session_${uuid(1)}_1.json`]: JSON.stringify({
				sessionId: uuid(1),
				timeline: [{type: 'user', text: 'x', timestamp: '2025-10-11T11:40:24.449Z'}],
			}),
		});
		const {candidates, sessions} = await copilot.discover({path: home, env: {}});
		expect(sessions.map(({id, forkedFrom}) => [id, forkedFrom])).toEqual([
			[uuid(1), undefined],
			[uuid(2), uuid(1)],
		]);
		expect(candidates.find(({path: file}) => file.endsWith('.json'))).toMatchObject({
			verdict: 'hidden',
			reason: 'copy of a listed session',
		});
	});

	it('list a flat log that says anything of its own', async () => {
		const home = put(temporaryDirectory(), {
			[`${state}/${uuid(1)}/events.jsonl`]: lines(start(uuid(1)), prompt('x')),
			[`${state}/${uuid(1)}.jsonl`]: lines(start(uuid(1)), prompt('its own')),
		});
		expect((await copilot.discover({path: home, env: {}})).sessions).toHaveLength(2);
	});

	it('list agents whose parents run in a circle, or are gone', async () => {
		const parent = (id: string) => ({detachedFromSpawningParentSessionId: id});
		const home = put(temporaryDirectory(), {
			[`${state}/${uuid(1)}/events.jsonl`]: lines(start(uuid(1), parent(uuid(2))), prompt('x')),
			[`${state}/${uuid(2)}/events.jsonl`]: lines(start(uuid(2), parent(uuid(1))), prompt('x')),
			[`${state}/${uuid(3)}/events.jsonl`]: lines(start(uuid(3), parent('gone')), prompt('x')),
		});
		const {sessions} = await copilot.discover({path: home, env: {}});
		expect(sessions.map(({isFolded, isAgentSession}) => [isFolded, isAgentSession])).toEqual([
			[false, true],
			[false, true],
			[false, true],
		]);
	});
});

describe('a damaged document', () => {
	it('gives what is whole of it, and a warning', async () => {
		const whole = JSON.stringify({
			sessionId: uuid(1),
			timeline: [
				{type: 'user', text: 'kept "so" {far}', id: 'a'},
				{type: 'copilot', text: 'lost', id: 'b'},
			],
		});
		const home = put(temporaryDirectory(), {
			[`.copilot/history-session-state/session_${uuid(1)}_1.json`]: whole.slice(0, -20),
		});
		const {sessions} = await copilot.discover({path: home, env: {}});
		const history = await copilot.history(sessions[0]!);
		expect(promptsOf(await collect(history.entries()))).toEqual(['kept "so" {far}']);
		expect(history.warnings).toMatchObject([{offset: 0}]);
	});
});

describe('recognize', () => {
	it('knows a log by its first event, wherever it lies', async () => {
		const home = put(temporaryDirectory(), {
			'x/any.jsonl': lines(start('any'), prompt('hello')),
			[`y/${uuid(3)}/events.jsonl`]: lines(start('other'), prompt('hello')),
			'x/other.jsonl': lines({type: 'user', sessionId: 'c'}),
			'x/settings.json': '{"a": 1}',
		});
		expect(await copilot.recognize(path.join(home, 'x/any.jsonl'))).toMatchObject({id: 'any', agent: 'copilot'});
		expect(await copilot.recognize(path.join(home, `y/${uuid(3)}/events.jsonl`))).toMatchObject({id: uuid(3)});
		expect(await copilot.recognize(path.join(home, 'x/other.jsonl'))).toBeUndefined();
		expect(await copilot.recognize(path.join(home, 'x/settings.json'))).toBeUndefined();
	});
});

function snapshot(home: string): Array<[string, number, string]> {
	return fs
		.readdirSync(home, {recursive: true, withFileTypes: true})
		.map(entry => path.join(entry.parentPath, entry.name))
		.sort()
		.map(file => {
			const stat = fs.statSync(file);
			return [file, stat.mtimeMs, stat.isFile() ? fs.readFileSync(file, 'base64') : ''];
		});
}
