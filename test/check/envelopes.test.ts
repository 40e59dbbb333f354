/** What an agent wraps around the words of people and tools is its own: there, new, odd and missing fields are told. */
import path from 'node:path';
import {describe, expect, onTestFinished, test} from 'vitest';
import {Findings} from '../../source/check/findings.ts';
import {loadKnown} from '../../source/check/known.ts';
import {walk} from '../../source/check/walk.ts';
import {unitsBelow} from '../../tools/schema/learn.ts';
import {genuine} from '../helpers/check-files.ts';
import {corpusHome, hasCorpus} from '../helpers/corpus.ts';

const fixtures = path.join(import.meta.dirname, '..', '..', 'fixtures');

async function toldOf(agent: string, kind: string, record: object): Promise<string[]> {
	const {shapes} = (await loadKnown(agent))!;
	const findings = new Findings();
	walk(shapes.get(kind)!, record, findings);
	return findings.list().map(({code, path: place}) => `${code} ${place}`);
}

describe('Codex: what a tool gave back', () => {
	const part = {type: 'input_text', text: 'a.txt'};
	const picture = {type: 'input_image', image_url: 'data:image/png;base64,AA==', detail: 'high'};
	const withOutput = (type: string, output: unknown) =>
		toldOf('codex', 'line', {timestamp: 't', type: 'response_item', payload: {type, call_id: 'c', output}});

	test.each(['custom_tool_call_output', 'function_call_output', 'local_shell_call_output'])('%s', async type => {
		const at = `$.payload<${type}>.output`;
		for (const known of ['a.txt', '', [], [part], [part, picture]]) expect(await withOutput(type, known)).toEqual([]);
		for (const odd of [5, true, null]) expect(await withOutput(type, odd)).toEqual([`TYPE_MISMATCH ${at}`]);
		expect(await withOutput(type, [7])).toEqual([`TYPE_MISMATCH ${at}[]`]);
		expect(await withOutput(type, [{...part, text: 5}])).toEqual([`TYPE_MISMATCH ${at}[]<input_text>.text`]);
		expect(await withOutput(type, [part, {...part, smell: 1}])).toEqual([`NEW_FIELD ${at}[]<input_text>.smell`]);
		expect(await withOutput(type, [{...picture, image_url: {}}])).toEqual([
			`TYPE_MISMATCH ${at}[]<input_image>.image_url`,
		]);
		expect(await withOutput(type, [{type: 'input_scent', scent: 'x'}])).toEqual([`UNKNOWN_TYPE ${at}[].type`]);
	});

	test('an object is not what it writes, but for a part that stands alone', async () => {
		const odd = {content: 'x', weird: 1};
		expect(await withOutput('custom_tool_call_output', odd)).toEqual([
			'TYPE_MISMATCH $.payload<custom_tool_call_output>.output',
		]);
		expect(await withOutput('function_call_output', odd)).toEqual([
			'NEW_FIELD $.payload<function_call_output>.output.content',
			'NEW_FIELD $.payload<function_call_output>.output.weird',
		]);
		expect(await withOutput('function_call_output', {...part, detail: null, image_url: null})).toEqual([]);
	});
});

test('Claude: where a prompt came from', async () => {
	const withOrigin = (origin: unknown) =>
		toldOf('claude', 'line', {
			type: 'user',
			uuid: 'u',
			parentUuid: null,
			sessionId: 's',
			timestamp: 't',
			message: {role: 'user', content: 'Hi'},
			origin,
		});
	expect(await withOrigin({kind: 'human'})).toEqual([]);
	expect(await withOrigin({kind: 'peer', from: 'a', senderTaskId: 'b'})).toEqual([]);
	expect(await withOrigin({kind: 'human', mood: 'calm'})).toEqual(['NEW_FIELD $.origin.mood']);
	expect(await withOrigin({kind: 'peer', from: 5})).toEqual(['TYPE_MISMATCH $.origin.from']);
	expect(await withOrigin({})).toEqual(['MISSING_FIELD $.origin.kind']);
	const queued = {type: 'queued_command', prompt: 'Hi', origin: {kind: 'human', mood: 'calm'}};
	const attachment = {type: 'attachment', uuid: 'u', parentUuid: null, timestamp: 't', attachment: queued};
	expect(await toldOf('claude', 'line', attachment)).toContain('NEW_FIELD $.attachment<queued_command>.origin.mood');
});

describe('Copilot', () => {
	const event = (type: string, data: object) =>
		toldOf('copilot', 'line', {type, id: 'e', parentId: null, timestamp: 't', data});

	test('why a tool failed, and what was measured', async () => {
		const ended = (more: object) => event('tool.execution_complete', {toolCallId: 'c', success: false, ...more});
		expect(await ended({error: {code: 'failure', message: 'x'}})).toEqual([]);
		expect(await ended({error: 5})).toEqual(['TYPE_MISMATCH $.data.error']);
		expect(await ended({error: {message: 5}})).toEqual(['TYPE_MISMATCH $.data.error.message']);
		expect(await ended({error: {code: 'failure', message: 'x', smell: 1}})).toEqual(['NEW_FIELD $.data.error.smell']);
		const measured = {properties: {ofTheTool: 'x'}, metrics: {ofTheTool: 1}, restrictedProperties: {}};
		expect(await ended({toolTelemetry: measured})).toEqual([]);
		expect(await ended({toolTelemetry: {...measured, smell: 1}})).toEqual(['NEW_FIELD $.data.toolTelemetry.smell']);
	});

	test('what is attached to a prompt', async () => {
		const prompt = (attachment: unknown) => event('user.message', {content: 'x', attachments: [attachment]});
		const file = {type: 'file', path: '/x/a.ts', displayName: 'a.ts'};
		expect(await prompt(file)).toEqual([]);
		expect(await prompt(5)).toEqual(['TYPE_MISMATCH $.data.attachments[]']);
		expect(await prompt({...file, path: 5})).toEqual(['TYPE_MISMATCH $.data.attachments[]<file>.path']);
		expect(await prompt({...file, smell: 1})).toEqual(['NEW_FIELD $.data.attachments[]<file>.smell']);
		expect(await prompt({type: 'scent'})).toEqual(['UNKNOWN_TYPE $.data.attachments[].type']);
	});
});

test('Gemini: the result of a tool is free, and the parts around it are not', async () => {
	const withResult = (result: unknown) =>
		toldOf('gemini', 'message', {
			id: 'm',
			timestamp: 't',
			type: 'gemini',
			content: '',
			toolCalls: [{id: 'c', name: 'ls', result}],
		});
	const answer = {id: 'c', name: 'ls', response: {ofTheTool: {deep: 1}}};
	const at = '$.toolCalls[].result[]';
	expect(await withResult([{functionResponse: answer}])).toEqual([]);
	expect(await withResult(null)).toEqual([]);
	expect(await withResult(5)).toEqual(['TYPE_MISMATCH $.toolCalls[].result']);
	expect(await withResult([5])).toEqual([`TYPE_MISMATCH ${at}`]);
	expect(await withResult([{functionResponse: answer, smell: 1}])).toEqual([`NEW_FIELD ${at}.smell`]);
	expect(await withResult([{functionResponse: {...answer, smell: 1}}])).toEqual([
		`NEW_FIELD ${at}.functionResponse.smell`,
	]);
	expect(await withResult([{functionResponse: {...answer, id: 5}}])).toEqual([
		`TYPE_MISMATCH ${at}.functionResponse.id`,
	]);
});

/** Fields without which no record of these types was ever met. */
const always: ReadonlyArray<{
	readonly agent: string;
	readonly fields: readonly string[];
	isOne(kind: string, record: Record<string, unknown>): boolean;
}> = [
	{
		agent: 'gemini',
		fields: ['id', 'timestamp'],
		isOne: (kind, {type}) => kind === 'message' && ['user', 'gemini', 'info'].includes(String(type)),
	},
	{
		agent: 'copilot',
		fields: ['id', 'parentId', 'timestamp', 'data'],
		// An event that nobody knows has no fields that anybody could miss.
		isOne: (kind, {type}) => kind === 'line' && type !== 'session.hologram',
	},
	{
		agent: 'claude',
		fields: ['uuid', 'timestamp'],
		isOne: (kind, {type}) => kind === 'line' && type === 'system',
	},
];

/** The records that are looked at, each with its kind. */
async function recordsBelow(places: readonly string[], {agent, isOne}: (typeof always)[number]) {
	const {units, remove} = await unitsBelow(places);
	onTestFinished(remove);
	const records: Array<readonly [string, Record<string, unknown>]> = [];
	for (const unit of units.filter(each => each.agent === agent))
		for await (const batch of unit.read({warn() {}}))
			for (const {kind, value} of batch) {
				const record = value as Record<string, unknown>;
				if (isOne(kind, record)) records.push([kind, record]);
			}
	return records;
}

describe.each(always)('$agent: fields that every record has', known => {
	const {agent, fields} = known;

	test('are missed in every recorded one that is without', async () => {
		const records = await recordsBelow([path.join(fixtures, agent)], known);
		expect(records.length).toBeGreaterThan(10);
		for (const [kind, record] of records)
			for (const field of fields) {
				const {[field]: _, ...without} = record;
				expect(await toldOf(agent, kind, without)).toEqual([`MISSING_FIELD $.${field}`]);
			}
	});

	test.skipIf(!hasCorpus)('are in those of strangers, too', async () => {
		const records = await recordsBelow([genuine, corpusHome()], known);
		expect(records.length).toBeGreaterThan(10);
		const missing = records.flatMap(([, record]) => fields.filter(field => !(field in record)));
		expect(missing).toEqual([]);
	});
});

test('they are missed where a type is known by its name only', async () => {
	expect(await toldOf('copilot', 'line', {type: 'session.idle', id: 'e', parentId: 'd', timestamp: 't'})).toEqual([
		'MISSING_FIELD $.data',
	]);
	const notice = {type: 'system', subtype: 'informational', uuid: 'u', timestamp: 't', anything: {deep: 1}};
	expect(await toldOf('claude', 'line', notice)).toEqual([]);
	expect(await toldOf('claude', 'line', {...notice, uuid: undefined, timestamp: 5})).toEqual([
		'TYPE_MISMATCH $.uuid',
		'TYPE_MISMATCH $.timestamp',
	]);
	const {uuid: _, ...without} = notice;
	expect(await toldOf('claude', 'line', without)).toEqual(['MISSING_FIELD $.uuid']);
});
