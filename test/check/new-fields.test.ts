/** A field that nobody knows is told wherever an agent writes it, but for what belongs to somebody else. */
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {Findings} from '../../source/check/findings.ts';
import {loadKnown} from '../../source/check/known.ts';
import {walk} from '../../source/check/walk.ts';
import {unitsBelow} from '../../tools/schema/learn.ts';

const fixtures = path.join(import.meta.dirname, '..', '..', 'fixtures');

/** What tools take and give, and maps whose keys are data. Nothing below them is looked into. */
const free: Readonly<Record<string, readonly string[]>> = {
	claude: [
		'message.content[].input',
		'modelUsage',
		'shape.tools[]',
		'snapshot.trackedFileBackups',
		'toolUseResult',
		'attachment.tools[]',
	],
	codex: [
		// Of a call of the shell.
		'action',
		'payload.item.agents_states',
		'payload.item.changes',
		'payload.state.environments.environments',
		// Always empty where they were met.
		'payload.state.managed_developer_instructions',
		'payload.state.persistent_mode',
		'payload.state.top_level_tools',
		'payload.tools[]',
		'payload.replacement_history[].tools[]',
	],
	gemini: [
		'content[].functionCall.args',
		'content[].functionResponse.response',
		'toolCalls[].args',
		'toolCalls[].result[].functionResponse.response',
		'toolCalls[].resultDisplay',
	],
};

/** The record with a field of its own in each of its objects, and where each of them is. */
function withNewFields(record: unknown): {readonly value: unknown; readonly places: ReadonlyMap<string, string>} {
	const places = new Map<string, string>();
	const add = (value: unknown, place: string): unknown => {
		if (Array.isArray(value)) return value.map(each => add(each, `${place}[]`));
		if (typeof value !== 'object' || value === null) return value;
		const fields = Object.entries(value).map(([key, below]) => [
			key,
			add(below, place === '' ? key : `${place}.${key}`),
		]);
		const name = `brandNew${places.size}`;
		places.set(name, place);
		return Object.fromEntries([...fields, [name, 1]]);
	};
	return {value: add(record, ''), places};
}

test.each(Object.keys(free))('%s: in every object of every recorded session', {timeout: 60_000}, async agent => {
	const {units, remove} = await unitsBelow([path.join(fixtures, agent)]);
	onTestFinished(remove);
	const {shapes} = (await loadKnown(agent))!;
	const isFree = (place: string) =>
		free[agent]!.some(each => `${place}.`.startsWith(`${each}.`) || place.startsWith(`${each}[`));
	const silent = new Set<string>();
	for (const unit of units)
		for await (const batch of unit.read({warn() {}}))
			for (const {kind, value: record} of batch) {
				const {value, places} = withNewFields(record);
				const findings = new Findings();
				walk(shapes.get(kind)!, value, findings);
				const told = new Set(findings.list().map(({path: place}) => place.split('.').at(-1)));
				for (const [name, place] of places) if (!told.has(name) && !isFree(place)) silent.add(place);
			}
	expect([...silent].sort()).toEqual([]);
});

const changed: ReadonlyArray<readonly [string, object]> = [
	['$.payload.source', {type: 'session_meta', payload: {source: 7}}],
	['$.payload.source.subagent.thread_spawn', {type: 'session_meta', payload: {source: {subagent: {thread_spawn: []}}}}],
	['$.payload.context_window', {type: 'session_meta', payload: {context_window: 'wide'}}],
	['$.payload.base_instructions', {type: 'session_meta', payload: {base_instructions: 7}}],
	['$.payload.collaboration_mode', {type: 'turn_context', payload: {collaboration_mode: 7}}],
	['$.payload.sandbox_policy', {type: 'turn_context', payload: {sandbox_policy: 7}}],
	['$.payload.state', {type: 'world_state', payload: {full: true, state: []}}],
	['$.payload.state.skills', {type: 'world_state', payload: {full: true, state: {skills: 7}}}],
	['$.metadata', {type: 'response_item', payload: {type: 'context_compaction'}, metadata: 7}],
	[
		'$.payload<token_count>.rate_limits',
		{type: 'event_msg', payload: {type: 'token_count', info: null, rate_limits: 7}},
	],
	[
		'$.payload<thread_settings_applied>.thread_settings',
		{type: 'event_msg', payload: {type: 'thread_settings_applied', thread_settings: 7}},
	],
];

test.each(changed)('another type is told at %s', async (place, record) => {
	const {shapes} = (await loadKnown('codex'))!;
	const findings = new Findings();
	walk(shapes.get('line')!, {timestamp: '2026-11-16T01:42:15.798Z', ...record}, findings);
	const told = findings.list().filter(({code}) => code !== 'MISSING_FIELD');
	expect(told.map(({code, path: where}) => `${code} ${where}`)).toEqual([`TYPE_MISMATCH ${place}`]);
});

test('what a session leaves out, or takes back, is nothing new', async () => {
	const {shapes} = (await loadKnown('codex'))!;
	const findings = new Findings();
	const lines = [
		{type: 'world_state', payload: {full: false, state: {skills: null, environments: {environments: {local: null}}}}},
		{type: 'event_msg', payload: {type: 'token_count', info: null, rate_limits: null}},
		{type: 'event_msg', payload: {type: 'token_count', info: null, rate_limits: {primary: null, credits: null}}},
		{type: 'turn_context', payload: {cwd: '/x', model: 'm', collaboration_mode: null, network: null}},
	];
	for (const line of lines) walk(shapes.get('line')!, {timestamp: 't', ...line}, findings);
	expect(findings.list()).toEqual([]);
});
