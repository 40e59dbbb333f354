/** A file given by its path is recognized by the agent that wrote it, and by no other. */
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {adapters} from '../../source/adapters/registry.ts';
import {Library} from '../../source/catalog/library.ts';
import {corpusHome, hasCorpus} from '../helpers/corpus.ts';
import {fixtureHome, temporaryDirectory} from '../helpers/fixture-home.ts';

async function whoKnows(file: string): Promise<string[]> {
	const known = await Promise.all(
		adapters.map(async ({agent, recognize}) => ((await recognize(file)) ? agent : undefined)),
	);
	return known.filter(agent => agent !== undefined);
}

it.each([
	['claude', 'claude/tools'],
	['codex', 'codex/tools'],
	['gemini', 'gemini/tools'],
	['opencode', 'opencode/tools'],
	['cursor', 'cursor/transcripts'],
	['pi', 'pi/tree'],
	['copilot', 'copilot/tools'],
])('%s’s files are its own', async (agent, fixture) => {
	const {sessions} = await new Library({homes: [fixtureHome(fixture)], agents: [agent]}).scan();
	expect(sessions.length).toBeGreaterThan(0);
	for (const ref of sessions) expect([ref.path, await whoKnows(ref.path)]).toEqual([ref.path, [agent]]);
});

it.each([
	['gemini', 'gemini/tools'],
	['pi', 'pi/tree'],
	['copilot', 'copilot/tools'],
])('%s’s file stays its own with a record that lost its type', async (agent, fixture) => {
	const {sessions} = await new Library({homes: [fixtureHome(fixture)], agents: [agent]}).scan();
	const lines = fs.readFileSync(sessions[0]!.path, 'utf8').trim().split('\n');
	const at = lines.findLastIndex(line => 'id' in JSON.parse(line) && 'timestamp' in JSON.parse(line));
	expect(at).toBeGreaterThan(0);
	const {type, ...rest} = JSON.parse(lines[at]!);
	expect(type).toBeTypeOf('string');
	lines[at] = JSON.stringify(rest);
	const file = path.join(temporaryDirectory(), path.basename(sessions[0]!.path));
	fs.writeFileSync(file, lines.join('\n'));
	expect(await whoKnows(file)).toEqual([agent]);
});

it('a session of Claude Code keeps its id under whatever name its file was saved, but not in a store', async () => {
	const home = fixtureHome('claude/tools');
	const library = new Library({homes: [home], agents: ['claude']});
	const [ref] = (await library.scan()).sessions;
	const folder = temporaryDirectory();
	const idAt = async (...names: string[]) => {
		const file = path.join(folder, ...names);
		fs.mkdirSync(path.dirname(file), {recursive: true});
		fs.copyFileSync(ref!.path, file);
		const found = await library.recognize(file);
		expect([found!.id, found!.path]).toEqual([(await library.head(found!)).id, file]);
		expect((await library.history(found!)).session.id).toBe(found!.id);
		return found!.id;
	};
	expect(await idAt('x.jsonl')).toBe(ref!.id);
	const other = '00000000-0000-4000-8000-000000000000';
	expect(await idAt(`${other}.jsonl`)).toBe(other);
	expect(await idAt('projects', '-x', 'x.jsonl')).toBe('x');
	expect(await idAt('agent-x.jsonl')).toBe('agent-x');
	// A sub-agent's records name another session.
	const sidechain = fs.readFileSync(ref!.path, 'utf8').replaceAll('"isSidechain":false', '"isSidechain":true');
	fs.writeFileSync(path.join(folder, 'side.jsonl'), sidechain);
	expect((await library.recognize(path.join(folder, 'side.jsonl')))!.id).toBe('side');
	// What was copied from another session comes first.
	const lines = fs.readFileSync(ref!.path, 'utf8').replace(ref!.id, other);
	fs.writeFileSync(path.join(folder, 'resumed.jsonl'), lines);
	expect((await library.recognize(path.join(folder, 'resumed.jsonl')))!.id).toBe(ref!.id);
});

it('nobody claims what is no session', async () => {
	const folder = temporaryDirectory();
	for (const [name, text] of Object.entries({
		'a.jsonl': '{"a":1}\n',
		'b.json': '[]',
		'c.txt': 'hello',
		'd.jsonl': '',
		'e.db': 'x',
		// What is exported of OpenCode's files: its parts are called as Codex' items are.
		'f.jsonl':
			'{"id":"ses_1","directory":"/w","title":"t","time":{"created":1}}\n' +
			'{"role":"user","id":"msg_1","sessionID":"ses_1"}\n' +
			'{"type":"reasoning","text":"hm","id":"prt_1","sessionID":"ses_1","messageID":"msg_1"}\n',
	})) {
		fs.writeFileSync(path.join(folder, name), text);
		expect([name, await whoKnows(path.join(folder, name))]).toEqual([name, []]);
	}
});

describe.skipIf(!hasCorpus)('in the corpus', () => {
	it('every listed file is known to its agent alone', async () => {
		const {sessions} = await new Library({homes: [corpusHome()]}).scan();
		const wrong: string[] = [];
		for (const ref of sessions) {
			const agents = await whoKnows(ref.path);
			if (agents.join() !== ref.agent) wrong.push(`${path.basename(ref.path)} of ${ref.agent}: ${agents.join()}`);
		}
		expect(wrong).toEqual([]);
	});
});
