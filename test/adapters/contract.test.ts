/** What every adapter owes: the same questions to each, on its own fixtures. An adapter without fixtures fails. */
import {createHash} from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import type {Adapter, SessionRef} from '../../source/adapters/adapter.ts';
import {adapters} from '../../source/adapters/registry.ts';
import {sessionDataType} from '../../source/adapters/tools/tool-table.ts';
import {type Entry, entryKinds} from '../../source/model/entry.ts';
import {isFileLocator} from '../../source/model/locator.ts';
import {age, changedWitnesses, discoverTwice, entriesIn, passagesOf} from '../helpers/check-passages.ts';
import {collect} from '../helpers/claude-session.ts';
import {fixtureHome} from '../helpers/fixture-home.ts';

const fixtures = path.join(import.meta.dirname, '..', '..', 'fixtures');

function scenariosOf(agent: string): string[] {
	const folder = path.join(fixtures, agent);
	if (!fs.existsSync(folder)) return [];
	return fs
		.readdirSync(folder)
		.filter(name => fs.readdirSync(path.join(folder, name)).some(entry => entry.startsWith('dot-')));
}

/** Every file below a folder with its size, its time and all its bytes. */
function snapshot(folder: string): string[] {
	return fs
		.readdirSync(folder, {recursive: true, withFileTypes: true})
		.filter(entry => entry.isFile())
		.map(entry => {
			const file = path.join(entry.parentPath, entry.name);
			const {size, mtimeMs} = fs.statSync(file);
			return `${path.relative(folder, file)} ${size} ${mtimeMs} ${createHash('sha256').update(fs.readFileSync(file)).digest('hex')}`;
		})
		.sort();
}

async function checkSession(adapter: Adapter, ref: SessionRef): Promise<{tools: string[]}> {
	expect(ref).toMatchObject({agent: adapter.agent, id: expect.any(String), store: expect.any(String)});
	expect(ref.files.length).toBeGreaterThan(0);
	expect(new Date(ref.endedAt!).toISOString()).toBe(ref.endedAt);

	const head = await adapter.head(ref);
	const history = await adapter.history(ref);
	const {session, graph} = history;
	expect(session).toMatchObject({agent: ref.agent, id: ref.id, isAgentSession: ref.isAgentSession});
	expect([head.title, head.titleSource, head.cwd]).toEqual([session.title, session.titleSource, session.cwd]);

	const shown = await collect(history.entries());
	const all = await collect(history.entries('all'));
	// What is not known is counted, and nothing else: the list marks such sessions.
	const unknown = all.filter(({kind, isAside}) => kind === 'unknown' && !isAside).length;
	expect(Boolean(session.counts?.unknown)).toBe(unknown > 0);
	expect(new Set(all.map(({id}) => id)).size).toBe(all.length);
	expect(shown.filter(({kind}) => kind === 'user')).toHaveLength(session.counts!.prompts);
	expect(all.filter(({kind, isSidechain}) => kind === 'tool_call' && !isSidechain).length).toBeLessThanOrEqual(
		session.counts!.toolCalls,
	);
	expect(graph.forks).toHaveLength(session.counts!.forks);
	// What a store does not hold is unknown, never zero.
	expect(Object.values(session.tokens ?? {}).every(count => count >= 0)).toBe(true);
	const calls = new Set(all.filter(({kind}) => kind === 'tool_call').map(({tool}) => tool!.callId));
	for (const entry of all) {
		expect(entryKinds).toContain(entry.kind);
		if (entry.timestamp !== undefined) expect(Number.isNaN(Date.parse(entry.timestamp))).toBe(false);
		if (entry.kind === 'tool_call' || entry.kind === 'tool_result') expect(entry.tool).toBeDefined();
		if (entry.kind === 'tool_result' && entry.tool!.callId !== undefined) expect(calls).toContain(entry.tool!.callId);
		// In a compressed file places count decompressed bytes.
		if (isFileLocator(entry.locator) && !entry.locator.path.endsWith('.zst')) {
			const {path: file, offset, length} = entry.locator;
			expect(offset + length).toBeLessThanOrEqual(fs.statSync(file).size);
		}
	}
	for (const {number} of graph.branches) {
		const ids = new Set((await collect(history.entries(number))).map(({id}) => id));
		for (const id of ids) expect(all.some(entry => entry.id === id)).toBe(true);
	}
	expect((await collect(history.records('all'))).length).toBeGreaterThan(0);
	for await (const entry of adapter.opening(ref)) {
		expect(entry.id).toBeTypeOf('string');
		break;
	}
	return {tools: all.filter(({kind}) => kind === 'tool_call').map(({tool}) => tool!.name)};
}

const wordsOf = ({kind, text}: Entry) => `${kind} ${text}`;

/** Every prompt and answer is told to an index: by the session itself, or by the one in whose file it lies. */
async function checkPassages(adapter: Adapter, sessions: readonly SessionRef[]): Promise<void> {
	const told = new Map<SessionRef, Set<string>>();
	for (const ref of sessions) {
		const passages = await passagesOf(adapter, ref);
		told.set(ref, new Set(entriesIn(passages).map(wordsOf)));
		for (const [at, {from, to}] of passages.entries()) {
			expect(to).toBeGreaterThanOrEqual(from);
			if (at > 0) expect(from).toBeGreaterThanOrEqual(passages[at - 1]!.to);
		}
	}
	const missing: Entry[] = [];
	for (const ref of sessions) {
		const history = await adapter.history(ref);
		for await (const entry of history.entries('all')) {
			if ((entry.kind !== 'user' && entry.kind !== 'assistant') || entry.text === '') continue;
			const isOwn = ref.files.includes(entry.locator.path);
			const owners = isOwn ? [ref] : sessions.filter(({files}) => files.includes(entry.locator.path));
			if (!owners.some(owner => told.get(owner)!.has(wordsOf(entry)))) missing.push(entry);
		}
	}
	expect(missing).toEqual([]);
}

describe.each(adapters.map(adapter => [adapter.agent, adapter] as const))('%s', (agent, adapter) => {
	const scenarios = scenariosOf(agent);

	it('has a name, every part of the contract, and fixtures', () => {
		expect(agent).toMatch(/^[a-z]+$/);
		expect(adapter.name).not.toBe('');
		for (const part of ['discover', 'recognize', 'head', 'opening', 'history', 'passages'] as const)
			expect(adapter[part]).toBeTypeOf('function');
		expect(scenarios).not.toEqual([]);
	});

	it.each(scenarios)('accounts for and reads %s, and leaves it as it was', async scenario => {
		const home = fixtureHome(`${agent}/${scenario}`);
		const before = snapshot(home);
		const {candidates, sessions} = await adapter.discover({path: home, env: {}});
		expect(candidates.length).toBeGreaterThan(0);
		expect(new Set(candidates.map(each => each.path)).size).toBe(candidates.length);
		for (const {verdict, reason} of candidates) expect(verdict === 'listed' || Boolean(reason)).toBe(true);
		expect(sessions.filter(({isFolded}) => !isFolded)).toHaveLength(
			candidates.filter(({verdict}) => verdict === 'listed').length,
		);
		for (const ref of sessions) {
			const {tools} = await checkSession(adapter, ref);
			expect(tools.filter(name => sessionDataType(name) === 'unknown' && !/^(?:my|custom|x)[_-]/i.test(name))).toEqual(
				[],
			);
		}
		expect(snapshot(home)).toEqual(before);
	});

	it.each(scenarios)('remembers %s: a second look opens nothing and finds the same', async scenario => {
		const home = fixtureHome(`${agent}/${scenario}`);
		age(home);
		const {look, discovery} = await discoverTwice(adapter, home);
		expect(changedWitnesses(look)).toEqual([]);
		for (const ref of discovery.sessions) {
			expect(ref.stamp).toMatch(/\S/);
			for (const file of ref.files) {
				const {atime, mtimeMs} = fs.statSync(file);
				fs.utimesSync(file, atime, new Date(mtimeMs - 10_000));
				expect(changedWitnesses(look), file).not.toEqual([]);
				fs.utimesSync(file, atime, new Date(mtimeMs));
			}
		}
	});

	it.each(scenarios)('gives every prompt and every answer of %s to an index', async scenario => {
		const home = fixtureHome(`${agent}/${scenario}`);
		const before = snapshot(home);
		const {sessions} = await adapter.discover({path: home, env: {}});
		await checkPassages(adapter, sessions);
		for (const ref of sessions) {
			const {to} = (await passagesOf(adapter, ref)).at(-1) ?? {to: 0};
			// What was not touched has the mark it had.
			expect(adapter.mark?.(ref, to)).toBe(adapter.mark?.(ref, to));
		}
		expect(snapshot(home)).toEqual(before);
	});

	it('finds nothing, and says so, on a machine without it', async () => {
		expect(await adapter.discover({path: path.join(fixtures, 'nothing-here'), env: {}})).toEqual({
			candidates: [],
			sessions: [],
			warnings: [],
		});
	});
});
