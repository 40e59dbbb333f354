/** Native records on their way out are redacted one by one, however the file is read. */
import {describe, expect, it} from 'vitest';
import {redactText} from '../../source/actions/export/explorer-export.ts';
import {prepareExport} from '../../source/actions/export/prepare-export.ts';
import {Library} from '../../source/catalog/library.ts';
import {mapLines} from '../../source/formats/jsonl/map-lines.ts';
import {meta, output, textOf, typed, writeRollout} from '../helpers/codex-session.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';
import {Random} from '../helpers/random.ts';

const random = new Random(11);
const letters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'];
const roll = (length: number) => Array.from({length}, () => random.pick(letters)).join('');

async function exported(records: readonly unknown[]): Promise<string> {
	const home = temporaryDirectory();
	writeRollout(home, records);
	const library = new Library({homes: [home]});
	const [ref] = (await library.scan()).sessions;
	const choice = {format: 'jsonl', isRedacted: true, hidesHome: false} as const;
	const {pieces} = await prepareExport(library, ref!, {choice});
	const bytes: Buffer[] = [];
	for await (const piece of pieces) bytes.push(Buffer.from(piece));
	return Buffer.concat(bytes).toString('utf8');
}

describe('native records of a file of many chunks', () => {
	it('lose their secrets wherever a chunk ends, and nothing else', async () => {
		const tokens = Array.from({length: 2000}, () => `ghp_${roll(36)}`);
		const records = [
			meta(),
			...typed('go'),
			...tokens.map((token, at) => output(`c${at}`, `${'日本語'.repeat(random.below(80))} TOKEN=${token} 終`)),
		];
		const text = await exported(records);
		expect(text).not.toMatch(/ghp_|\uFFFD/);
		let count = 0;
		const wanted = textOf(records).replaceAll(/ghp_\w{36}/g, () => `REDACTED-github-token-${++count}`);
		// Not `toBe`: nobody wants to see the difference of megabytes.
		expect(text === wanted).toBe(true);
	});

	it('are as many as before, where a key begins in one and another one ends later', async () => {
		const records = [
			meta(),
			...typed('go'),
			output('c1', `-----BEGIN RSA PRIVATE KEY-----\n${roll(64)}\n${roll(64)}`),
			...Array.from({length: 40}, (_, at) => output(`d${at}`, `${at} ${'some words '.repeat(900)}`)),
			output('c2', `${roll(64)}\n-----END RSA PRIVATE KEY-----\n`),
		];
		const text = await exported(records);
		expect(text.split('\n')).toHaveLength(records.length + 1);
		expect(text).toContain('39 some words');
	});
});

it('is redacted like an export when it is copied as it lies in the file', () => {
	const record = {content: 'Password: Hunter2x9k\nuse it', list: [1, true]};
	for (const json of [JSON.stringify(record), JSON.stringify(record, null, 2)]) {
		const {text, replaced} = redactText(json, undefined);
		expect(JSON.parse(text)).toEqual({...record, content: 'Password: REDACTED-password-1\nuse it'});
		expect(replaced).toContain('1 password');
	}
});

it('is redacted like a text as well when it is JSON that a tool printed', () => {
	const encoded = Buffer.from(['joe', 'Tr4ub4dor4x'].join(':')).toString('base64');
	const outputs = [
		{json: {auths: {'ghcr.io': {auth: encoded}}}, kind: 'authorization', words: '1 authorization header'},
		{json: {kind: 'Secret', data: {'foo.conf': encoded}}, kind: 'kubernetes-secret', words: '1 Kubernetes secret'},
		{json: {dsn: {sensitive: true, type: 'string', value: encoded}}, kind: 'secret', words: '1 named secret'},
		{json: [{password: encoded, note: 'Password: Hunter2x9k'}], kind: 'password', words: '2 passwords'},
	];
	for (const {json, kind, words} of outputs)
		for (const space of [0, 2]) {
			const text = JSON.stringify(json, null, space);
			const wanted = text.replace(encoded, `REDACTED-${kind}-1`).replace('Hunter2x9k', `REDACTED-${kind}-2`);
			expect(redactText(text, undefined)).toEqual({text: wanted, replaced: `replaced: ${words}`});
			expect(redactText(wanted, undefined)).toEqual({text: wanted, replaced: undefined});
		}
});

it('gives every line as a whole, with its end, in whatever pieces it comes', async () => {
	const lines = ['first\n', '\n', `${'x'.repeat(500)}\n`, 'ü\n', '\n', 'no end'];
	const bytes = Buffer.from(lines.join(''));
	for (let round = 0; round < 50; round++) {
		const chunks = async function* () {
			for (let at = 0; at < bytes.length; ) {
				const end = at + 1 + random.below(round === 0 ? 1 : 300);
				yield bytes.subarray(at, end);
				at = end;
			}
		};
		const seen: string[] = [];
		const given: Buffer[] = [];
		for await (const piece of mapLines(chunks(), line => Buffer.from(`[${seen.push(line.toString())}]`)))
			given.push(piece);
		expect(seen).toEqual(lines);
		expect(Buffer.concat(given).toString()).toBe('[1][2][3][4][5][6]');
	}
});
