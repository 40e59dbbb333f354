/** Every session there is, through the unified JSON and back. */
import {describe, expect, it} from 'vitest';
import type {History} from '../../source/adapters/adapter.ts';
import {unifiedFormat} from '../../source/formats/unified/unified-format.ts';
import {writeUnified, writeUnifiedLine} from '../../source/formats/unified/write-unified.ts';
import {validate} from '../../source/formats/validate.ts';
import type {BranchGraph} from '../../source/model/branch-graph.ts';
import type {Entry} from '../../source/model/entry.ts';
import {collect} from '../helpers/claude-session.ts';
import {hasCorpus} from '../helpers/corpus.ts';
import {
	corpusSessions,
	type FoundSession,
	fixtureSessions,
	genuineSessions,
	hasGenuine,
	sessionsIn,
} from '../helpers/every-session.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';
import {hostileHome} from '../helpers/hostile-home.ts';
import {readBack, written} from '../helpers/written-session.ts';

/** All that matters of an entry: not where it lies, and what is false or absent is the same. */
function essence({locator: _, ...entry}: Entry) {
	return JSON.parse(JSON.stringify(entry, (_name, value) => (value === false || isEmpty(value) ? undefined : value)));
}

function isEmpty(value: unknown): boolean {
	return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(isNothing);
}

function isNothing(value: unknown): boolean {
	return value === undefined || isEmpty(value);
}

function shapeOf(graph: BranchGraph) {
	const name = (node: number) => (node < 0 ? null : graph.idOf(node));
	return {
		forks: graph.forks.map(({sides}) =>
			sides.map(({first, prompts, isActive}) => ({first: name(first), prompts, isActive})),
		),
		branches: graph.branches.map(({number, first, prompts, isActive}) => ({
			number,
			first: graph.size === 0 ? null : name(first),
			prompts,
			isActive,
		})),
	};
}

async function idsOf(history: History, branch: number): Promise<string[]> {
	return (await collect(history.entries(branch))).map(({id}) => id);
}

async function check({adapter, ref, name}: FoundSession, folder: string): Promise<void> {
	const history = await adapter.history(ref);
	const document = await written(history, writeUnified, adapter.name, 'all');
	const value = JSON.parse(document);
	expect(await validate('unified', value), name).toEqual([]);

	const entries = await collect(history.entries('all', {isWhole: true}));
	const texts = new Set<string>(value.messages.flatMap(({content}: any) => content.map(({text}: any) => text)));
	for (const {kind, text} of entries)
		if (kind === 'user' || kind === 'assistant') expect(texts.has(text), `${name}: ${text.slice(0, 80)}`).toBe(true);

	const back = await readBack(document, unifiedFormat, folder);
	expect(back.warnings, name).toEqual([]);
	expect((await collect(back.entries('all'))).map(essence), name).toEqual(entries.map(essence));
	expect(shapeOf(back.graph), name).toEqual(shapeOf(history.graph));
	expect(back.compactions, name).toEqual(history.compactions);
	for (const {number} of history.graph.branches)
		expect(await idsOf(back, number), `${name} branch ${number}`).toEqual(await idsOf(history, number));
	const {path, files, size, source, ...header} = back.session;
	expect(source, name).toEqual({type: 'local', path: history.session.path});
	expect({...history.session, path, files, size}, name).toEqual({...header, path, files, size});
	expect(await written(back, writeUnified, adapter.name, 'all'), name).toBe(document);

	const active = await written(history, writeUnified, adapter.name);
	const alone = await readBack(active, unifiedFormat, folder);
	expect(alone.graph.isLinear, name).toBe(true);
	expect((await collect(alone.entries())).map(essence), name).toEqual(
		(await collect(history.entries(undefined, {isWhole: true}))).map(essence),
	);
	expect(await written(alone, writeUnified, adapter.name), name).toBe(active);
}

async function checkAll(sessions: readonly FoundSession[]): Promise<void> {
	const folder = temporaryDirectory();
	expect(sessions.length).toBeGreaterThan(10);
	for (const session of sessions) await check(session, folder);
}

const patience = 240_000;

describe('a session in the unified JSON and back', () => {
	it('of the fixtures', async () => checkAll(await fixtureSessions()), patience);
	it('of what is damaged', async () => checkAll(await sessionsIn(hostileHome().home, 'hostile')), patience);
	it.skipIf(!hasGenuine)('as the agents recorded them', async () => checkAll(await genuineSessions()), patience);
	it.skipIf(!hasCorpus)('of the public corpus', async () => checkAll(await corpusSessions()), patience);

	it('is one line where there are several in a file, and says the same', async () => {
		const [{adapter, ref}] = (await fixtureSessions()).filter(({name}) => name.includes('tui-rewind')) as [
			FoundSession,
		];
		const history = await adapter.history(ref);
		const line = await written(history, writeUnifiedLine, adapter.name, 'all');
		expect(line.indexOf('\n')).toBe(line.length - 1);
		const document = await written(history, writeUnified, adapter.name, 'all');
		expect(JSON.parse(line)).toEqual(JSON.parse(document));
	});
});

describe('a document', () => {
	const open = async (scenario: string, agent: string) => {
		const sessions = await fixtureSessions();
		const {adapter, ref} = sessions.find(({name}) => name.startsWith(`${agent}/${scenario} `))!;
		const history = await adapter.history(ref);
		return {history, value: JSON.parse(await written(history, writeUnified, adapter.name, 'all'))};
	};

	it('has the blocks of one answer in one message, and results in messages of the user', async () => {
		const {value} = await open('tools', 'claude');
		const call = value.messages.find(({content}: any) => content.some(({type}: any) => type === 'tool_use'));
		expect(call).toMatchObject({
			role: 'assistant',
			metadata: {is_meta: false, model: {name: expect.any(String)}, token_usage: {output_tokens: expect.any(Number)}},
		});
		const {tool_id} = call.content.find(({type}: any) => type === 'tool_use');
		const result = value.messages.find(({content}: any) =>
			content.some((block: any) => block.type === 'tool_result' && block.tool_id === tool_id),
		);
		expect(result).toMatchObject({role: 'user', parent_uuid: expect.any(String)});
		expect(value.messages.map(({index}: any) => index)).toEqual(value.messages.map((_: any, at: number) => at + 1));
	});

	it('keeps thinking out of what a reader would take for the answer', async () => {
		const {history, value} = await open('tui-ultra', 'claude');
		const thoughts = (await collect(history.entries('all'))).filter(({kind}) => kind === 'thinking');
		const told = value.messages.flatMap(({extensions}: any) => extensions?.thinking ?? []);
		expect(told.length).toBeGreaterThan(0);
		expect(told.map(({text}: any) => text)).toEqual(thoughts.map(({text}) => text));
	});

	it('tells where it forks and which way it went', async () => {
		const {history, value} = await open('tui-rewind', 'claude');
		expect(value.graph.is_linear).toBe(false);
		const [fork] = value.graph.fork_points;
		expect(fork.branches).toHaveLength(2);
		for (const {uuid, index} of [fork, ...fork.branches]) expect(value.messages[index - 1].uuid).toBe(uuid);
		const active = new Set(value.graph.active_path);
		expect(fork.branches.filter(({uuid}: any) => active.has(uuid))).toHaveLength(1);
		const prompts = (await collect(history.entries())).filter(({kind}) => kind === 'user').map(({id}) => id);
		expect(value.graph.active_path).toEqual(expect.arrayContaining(prompts));
	});

	it('forks before its first message where the first prompt was taken back', async () => {
		const {history, value} = await open('tui-rewind-first', 'claude');
		expect(history.graph.forks[0]!.node).toBe(-1);
		expect(value.graph.fork_points[0]).toMatchObject({uuid: null, index: 0});
		expect(value.graph.fork_points[0].branches.length).toBeGreaterThan(1);
	});

	it('names a sub-agent and its parent', async () => {
		const sessions = await fixtureSessions();
		const {adapter, ref} = sessions.find(({name, ref}) => name.startsWith('claude/subagent') && ref.isAgentSession)!;
		const value = JSON.parse(await written(await adapter.history(ref), writeUnified, adapter.name, 'all'));
		expect(value.agent).toBe('claude-code');
		expect(value.session).toMatchObject({
			is_agent_session: true,
			parent_session_id: ref.parentId,
			agent_id: ref.id.replace('agent-', ''),
		});
		const records = Buffer.concat(await collect((await adapter.history(ref)).records())).toString();
		expect(JSON.parse(records.slice(0, records.indexOf('\n'))).agentId).toBe(value.session.agent_id);
	});
});
