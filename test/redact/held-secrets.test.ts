/** Objects that say of themselves that they hold secrets: what a tool was given, in values and in records. */
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {prepareExport} from '../../source/actions/export/prepare-export.ts';
import {Library} from '../../source/catalog/library.ts';
import {formatIds} from '../../source/formats/format.ts';
import {Redactor} from '../../source/redact/redactor.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';

const typed = ['Tr', 'ub', 'dor', 'x'].join('4');
const encoded = (text: string) => Buffer.from(text).toString('base64');
const login = encoded(`joe:${typed}`);
const address = encoded(`host=db;code=${typed}`);

const kubernetes = (held: string) => ({
	apiVersion: 'v1',
	data: {'foo.conf': held, user: encoded('admin')},
	kind: 'Secret',
});
const terraform = (held: string) => ({dsn: {value: held, type: 'string', sensitive: true}});
const docker = (held: string) => ({auths: {'ghcr.io': {auth: held}}});

const forms = [
	{what: 'a Secret of Kubernetes', around: kubernetes, secret: address, kind: 'kubernetes-secret'},
	{
		what: 'one of several lines, before it is encoded',
		around: (held: string) => ({kind: 'Secret', stringData: {'foo.conf': held}}),
		secret: `dsn ${typed}\n  and so on`,
		kind: 'kubernetes-secret',
	},
	{what: 'an output of Terraform', around: terraform, secret: `${typed}/a`, kind: 'secret'},
	{what: 'a login of Docker', around: docker, secret: login, kind: 'authorization'},
	{what: 'a login of npm', around: (held: string) => ({_auth: held}), secret: login, kind: 'authorization'},
];

describe.each(forms)('$what', ({around, secret, kind}) => {
	const given = {manifest: [around(secret)], note: 'as it was'};
	const wanted = {manifest: [around(`REDACTED-${kind}-1`)], note: 'as it was'};
	const bytes = (json: unknown, space = 0) => Buffer.from(JSON.stringify(json, null, space));

	it('loses what it holds, once, as a value and as a record', () => {
		const [ofValue, ofRecord] = [new Redactor(), new Redactor()];
		expect(ofValue.value(given)).toEqual(wanted);
		expect(ofRecord.record(bytes(given, 2)).toString()).toBe(bytes(wanted, 2).toString());
		for (const redactor of [ofValue, ofRecord])
			expect(redactor.report()).toMatchObject([{kind, count: 1, different: 1}]);
	});

	it('stays the same a second time, and where it is turned off', () => {
		for (const [redactor, json] of [
			[new Redactor(), wanted],
			[new Redactor({off: [kind]}), given],
			[new Redactor({allow: [secret]}), given],
		] as const) {
			const record = bytes(json);
			expect(redactor.value(json)).toBe(json);
			expect(redactor.record(record)).toBe(record);
			expect(redactor.report()).toEqual([]);
		}
	});
});

it('what a Secret holds is gone as a whole, also where a part of it is replaced by another rule', () => {
	const conf = `postgres://app:${typed}@db/shop and code 4711-${typed}`;
	for (const clean of [
		new Redactor().value({kind: 'Secret', stringData: {conf}}),
		JSON.parse(new Redactor().record(Buffer.from(JSON.stringify({kind: 'Secret', stringData: {conf}}))).toString()),
	])
		expect(clean).toEqual({kind: 'Secret', stringData: {conf: 'REDACTED-kubernetes-secret-1'}});
});

it.each([
	{kind: 'ConfigMap', data: {DSN: address}},
	{valuesFrom: [{kind: 'Secret', name: 'db-creds'}], data: {path: 'src/index2.ts'}},
	{kind: 'Secret', data: {user: encoded('admin'), key: '<base64-value>'}},
	{kind: 'Secret', data: null, stringData: [address]},
	{dsn: {value: `${typed}/a`, sensitive: false}},
	{field: {value: 'what people read here', sensitive: true}},
	{field: {value: '{{dsn2}}', sensitive: true}},
	{auth: 'oauth2/v2', needsAuth: login, auths: [encoded('no login')]},
])('stays: %j', json => {
	const record = Buffer.from(JSON.stringify(json));
	expect(new Redactor().value(json)).toBe(json);
	expect(new Redactor().record(record)).toBe(record);
});

it.each(formatIds)('what a tool was given as an object is gone from %s', async format => {
	const home = temporaryDirectory();
	const project = path.join(home, '.claude', 'projects', '-srv-shop');
	fs.mkdirSync(project, {recursive: true});
	const input = {config: docker(login), manifest: kubernetes(address), outputs: terraform(`${typed}/a`)};
	const common = {sessionId: 'held', cwd: '/srv/shop', timestamp: '2026-01-01T12:00:00.000Z'};
	const records = [
		{...common, type: 'user', uuid: 'u1', parentUuid: null, message: {role: 'user', content: 'apply it'}},
		{
			...common,
			type: 'assistant',
			uuid: 'u2',
			parentUuid: 'u1',
			message: {
				id: 'msg_1',
				role: 'assistant',
				model: 'model',
				content: [{type: 'tool_use', id: 'toolu_1', name: 'mcp__cluster__apply', input}],
			},
		},
	];
	fs.writeFileSync(path.join(project, 'held.jsonl'), records.map(record => `${JSON.stringify(record)}\n`).join(''));
	const library = new Library({homes: [home]});
	const [ref] = (await library.scan()).sessions;
	const choice = {format, isRedacted: true, hidesHome: false};
	const prepared = await prepareExport(library, ref!, {choice, now: 0});
	let written = '';
	for await (const piece of prepared.pieces) written += piece.toString();
	expect(written).toContain('REDACTED-kubernetes-secret-1');
	for (const secret of [login, address, typed]) expect(written).not.toContain(secret);
	expect(prepared.replaced().reduce((sum, {count}) => sum + count, 0)).toBe(3);
});
