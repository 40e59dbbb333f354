/** The script that makes a candidate update: what is known is not forgotten, what is new is optional. */
import {spawnSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, onTestFinished, test} from 'vitest';
import {agentIds} from '../../source/adapters/agents.ts';
import type {KnownSchema, Notation} from '../../source/check/notation.ts';
import {shapesOf} from '../../source/check/shape.ts';
import {learn, unitsBelow} from '../../tools/schema/learn.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';

const root = path.join(import.meta.dirname, '..', '..');
const known = (agent: string) =>
	JSON.parse(fs.readFileSync(path.join(root, 'source', 'check', 'known', `${agent}.json`), 'utf8')) as KnownSchema;

describe('what is shipped', () => {
	test.each(agentIds)('%s can be made into shapes', agent => {
		const schema = known(agent);
		expect(schema.agent).toBe(agent);
		for (const shape of shapesOf(schema).values()) expect(shape.ready.types).toBeGreaterThan(0);
	});

	test.each(agentIds)('%s: names of fields and types only, nothing that somebody wrote', agent => {
		const text = JSON.stringify({...known(agent), versions: []});
		expect(text).not.toMatch(/https?:|@[a-z]+\.|\/home\/|\/Users\/|[0-9a-f]{8}-[0-9a-f]{4}|\d{5}/i);
		for (const name of text.match(/"[^"]*"/g) ?? []) expect(name).toMatch(/^"[@$*]?[\w .:|?/-]{0,60}"$/);
	});
});

/** Copilot's own samples hold two types that were invented for tests. */
test.each(['claude', 'codex', 'gemini', 'opencode', 'pi', 'cursor'])(
	'learning what is shipped from the recorded %s sessions changes nothing',
	async agent => {
		const {units, remove} = await unitsBelow([path.join(root, 'fixtures', agent)]);
		onTestFinished(remove);
		expect(units.length).toBeGreaterThan(1);
		const before = known(agent);
		expect(await learn(before, units)).toEqual(before);
	},
);

const base: KnownSchema = {
	agent: 'pi',
	versions: ['format 3'],
	shapes: {},
	records: {
		line: {'@by': 'type', '@of': {session: {type: 'string', id: 'string'}, note: {type: 'string', text: 'string'}}},
	},
};

async function learned(...records: object[]): Promise<Record<string, Notation>> {
	const {records: after} = await learnedFrom(base, records);
	return (after.line as unknown as {'@of': Record<string, Notation>})['@of'];
}

async function learnedFrom(schema: KnownSchema, records: readonly object[]): Promise<KnownSchema> {
	const file = path.join(temporaryDirectory(), 'session.jsonl');
	const header = {type: 'session', id: 'x'};
	fs.writeFileSync(file, [header, ...records].map(record => `${JSON.stringify(record)}\n`).join(''));
	const unit = {
		agent: 'pi',
		key: file,
		file,
		async *read() {
			yield [header, ...records].map(value => ({kind: 'line', value}));
		},
	};
	return learn(schema, [unit]);
}

test('new types and fields are added and may be missing, types are widened', async () => {
	const of = await learned(
		{type: 'note', text: null, size: 1},
		{type: 'note', text: 'x', size: 'large'},
		{type: 'brand_new', list: [1, {deep: true}]},
	);
	expect(of).toEqual({
		session: {type: 'string', id: 'string'},
		note: {type: 'string', text: 'null|string', 'size?': 'number|string'},
		brand_new: {'type?': 'string', 'list?': [{'@or': ['number', {'deep?': 'boolean'}]}]},
	});
});

test('what is missing somewhere is no longer required', async () => {
	expect((await learned({type: 'note'})).note).toEqual({type: 'string', 'text?': 'string'});
	const line = {'@by': 'type', '@with': 'envelope', '@of': {session: {}, note: {'text?': 'string'}}};
	const shared: KnownSchema = {...base, shapes: {envelope: {id: 'string', type: 'string'}}, records: {line}};
	expect((await learnedFrom(shared, [{type: 'note'}])).shapes.envelope).toEqual({'id?': 'string', type: 'string'});
});

test('keys that are data become a map, and no name of a type is kept that could be a text', async () => {
	const of = await learned(
		{type: 'note', text: '', files: {'/home/somebody/a.ts': 1, 'b c': 'x'}},
		{type: 'My secret is 12345, tell nobody!', text: ''},
	);
	expect(of.note).toEqual({type: 'string', text: 'string', 'files?': {'*': 'number|string'}});
	expect(Object.keys(of)).toEqual(['note', 'session']);
});

test('of nulls and empty objects nothing is learned', async () => {
	expect((await learned({type: 'note', text: '', a: null, b: {}, c: []})).note).toEqual({
		type: 'string',
		text: 'string',
		'a?': 'any',
		'b?': 'object',
		'c?': ['any'],
	});
});

test('the script prints a candidate and tells what is new', () => {
	const file = path.join(temporaryDirectory(), 'session.jsonl');
	const lines = [
		{type: 'session', version: 3, id: 'x', timestamp: '2026-11-16T10:00:00.000Z', cwd: '/x'},
		{type: 'message', id: 'a', parentId: null, timestamp: 't', message: {role: 'user', content: 'Hi', mood: 'good'}},
	];
	fs.writeFileSync(file, lines.map(line => `${JSON.stringify(line)}\n`).join(''));
	const script = path.join(root, 'tools', 'learn-schema.mjs');
	const {stdout, stderr} = spawnSync(process.execPath, [script, '--agent', 'pi', file], {encoding: 'utf8'});
	expect(stderr).toBe('pi: 1 file\n  NEW_FIELD $.message<user>.mood 1 × message: string of 4\n');
	const text = JSON.stringify(JSON.parse(stdout).records.line['@of'].message.message['@of'].user);
	expect(text).toContain('"mood?":"string"');
	expect(JSON.stringify(known('pi'))).not.toContain('mood');
});
