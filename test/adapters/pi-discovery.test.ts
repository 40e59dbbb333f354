import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {pi} from '../../source/adapters/pi/pi.ts';
import {collect} from '../helpers/claude-session.ts';
import {fixtureHome, temporaryDirectory} from '../helpers/fixture-home.ts';

const lines = (...records: unknown[]) => `${records.map(record => JSON.stringify(record)).join('\n')}\n`;
const session = (id: string, more = {}) => ({
	type: 'session',
	version: 3,
	id,
	timestamp: '2026-11-16T00:00:00.000Z',
	cwd: '/app',
	...more,
});
const prompt = (text: string, id = 'a') => ({
	type: 'message',
	id,
	parentId: null,
	timestamp: '2026-11-16T00:00:01.000Z',
	message: {role: 'user', content: text},
});

function put(home: string, files: Record<string, string>): string {
	for (const [name, text] of Object.entries(files)) {
		const file = path.join(home, name);
		fs.mkdirSync(path.dirname(file), {recursive: true});
		fs.writeFileSync(file, text);
	}
	return home;
}

const store = '.pi/agent/sessions/--app--';

describe('the stores', () => {
	it('are moved by variables and by a setting, and the old ones are searched too', async () => {
		const home = put(temporaryDirectory(), {
			'moved/sessions/--app--/one.jsonl': lines(session('one'), prompt('x')),
			'moved/settings.json': JSON.stringify({sessionDir: '~/set'}),
			'set/two.jsonl': lines(session('two'), prompt('x')),
			'named/three.jsonl': lines(session('three'), prompt('x')),
			[`${store}/four.jsonl`]: lines(session('four'), prompt('x')),
		});
		const env = {
			PI_CODING_AGENT_DIR: path.join(home, 'moved'),
			PI_CODING_AGENT_SESSION_DIR: path.join(home, 'named'),
		};
		const moved = await pi.discover({path: home, env});
		expect(moved.sessions.map(({id}) => id).sort()).toEqual(['one', 'three', 'two']);
		const plain = await pi.discover({path: home, env: {}});
		expect(plain.sessions.map(({id}) => id)).toEqual(['four']);
	});

	it('that lie in every project are told of', async () => {
		const home = put(temporaryDirectory(), {'.pi/agent/settings.json': '{"sessionDir": ".pi/sessions"}'});
		const {warnings, sessions} = await pi.discover({path: home, env: {}});
		expect(sessions).toEqual([]);
		expect(warnings).toMatchObject([{path: path.join(home, '.pi/agent/settings.json')}]);
	});

	it('may be absent, or have settings that are not JSON', async () => {
		const home = put(temporaryDirectory(), {'.pi/agent/settings.json': '{'});
		expect(await pi.discover({path: home, env: {}})).toEqual({candidates: [], sessions: [], warnings: []});
	});
});

describe('verdicts', () => {
	it('name a reason for everything that is not listed', async () => {
		const home = put(temporaryDirectory(), {
			[`${store}/empty.jsonl`]: '',
			[`${store}/blank.jsonl`]: '\n \n',
			[`${store}/garbage.jsonl`]: 'not\njson\n',
			[`${store}/foreign.jsonl`]: lines({type: 'user', message: {role: 'user', type: 'message'}}),
			[`${store}/settings-only.jsonl`]: lines(session('s'), {type: 'model_change', id: 'm', parentId: null}),
			[`${store}/good.jsonl`]: lines(session('g'), prompt('hello')),
			[`${store}/copy/good.jsonl`]: lines(session('g'), prompt('hello')),
			[`${store}/notes.txt`]: 'not a candidate',
		});
		fs.symlinkSync(path.join(home, 'nowhere'), path.join(home, store, 'dangling.jsonl'));
		fs.mkdirSync(path.join(home, store, 'folder.jsonl'));
		const {candidates, sessions} = await pi.discover({path: home, env: {}});
		const verdicts = Object.fromEntries(
			candidates.map(({path: file, verdict, reason}) => [
				path.relative(path.join(home, store), file),
				[verdict, reason].filter(Boolean).join(': '),
			]),
		);
		expect(verdicts).toEqual({
			'blank.jsonl': 'hidden: empty file',
			'copy/good.jsonl': 'hidden: copy of a listed session',
			'dangling.jsonl': 'unreadable: it is gone, or a link that leads nowhere',
			'empty.jsonl': 'hidden: empty file',
			'folder.jsonl': 'unreadable: it is a directory',
			'foreign.jsonl': 'hidden: not a pi session',
			'garbage.jsonl': 'unreadable: no line of it is JSON',
			'good.jsonl': 'listed',
			'settings-only.jsonl': 'hidden: no conversation in it, only bookkeeping',
		});
		expect(sessions.map(({id}) => id)).toEqual(['g']);
	});

	it('list a file with an id of another one, if it says anything of its own', async () => {
		const home = put(temporaryDirectory(), {
			[`${store}/a.jsonl`]: lines(session('s'), prompt('one'), prompt('two', 'b')),
			[`${store}/b.jsonl`]: lines(session('s'), prompt('one'), prompt('three', 'c')),
		});
		const {sessions} = await pi.discover({path: home, env: {}});
		expect(sessions).toHaveLength(2);
	});

	it('find the origin of a fork by its name when its folder was moved', async () => {
		const home = put(temporaryDirectory(), {
			[`${store}/origin.jsonl`]: lines(session('origin-id'), prompt('one')),
			[`${store}/fork.jsonl`]: lines(session('f', {parentSession: '/elsewhere/origin.jsonl'}), prompt('one')),
			[`${store}/lost.jsonl`]: lines(
				session('l', {parentSession: 'C:\\pi\\2026-01-02T03-04-05-006Z_lost-id.jsonl'}),
				prompt('one'),
			),
			[`${store}/vague.jsonl`]: lines(session('v', {parentSession: '/elsewhere/renamed.jsonl'}), prompt('one')),
		});
		const {sessions} = await pi.discover({path: home, env: {}});
		const origins = Object.fromEntries(sessions.map(({id, forkedFrom}) => [id, forkedFrom]));
		expect(origins).toEqual({'origin-id': undefined, f: 'origin-id', l: 'lost-id', v: undefined});
	});

	it('list a sub-agent whose parent is gone', async () => {
		const home = put(temporaryDirectory(), {
			[`${store}/2026_x/abc/run-1/session.jsonl`]: lines(session('s'), prompt('task')),
		});
		const {candidates, sessions} = await pi.discover({path: home, env: {}});
		expect(candidates).toMatchObject([{verdict: 'listed'}]);
		expect(sessions).toMatchObject([{isAgentSession: true, isFolded: false}]);
	});
});

describe('recognize', () => {
	it('knows a session by its header, wherever it lies', async () => {
		const home = put(temporaryDirectory(), {
			'x/any.jsonl': lines(session('any'), prompt('hello')),
			'x/other.jsonl': lines({type: 'user', sessionId: 'c'}),
			'x/headless.jsonl': lines(prompt('hello')),
		});
		expect(await pi.recognize(path.join(home, 'x/any.jsonl'))).toMatchObject({id: 'any', agent: 'pi'});
		expect(await pi.recognize(path.join(home, 'x/other.jsonl'))).toBeUndefined();
		expect(await pi.recognize(path.join(home, 'x/headless.jsonl'))).toBeUndefined();
		expect(await pi.recognize(path.join(home, 'x/any.txt'))).toBeUndefined();
	});
});

describe('a store', () => {
	it('is the same after reading as before', async () => {
		const home = fixtureHome('pi/tree', 'pi/v1', 'pi/subagent');
		const before = snapshot(home);
		const {sessions} = await pi.discover({path: home, env: {}});
		for (const ref of sessions) {
			await pi.head(ref);
			await collect(pi.opening(ref));
			const history = await pi.history(ref);
			await collect(history.entries('all'));
			await collect(history.records('all'));
		}
		expect(snapshot(home)).toEqual(before);
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
