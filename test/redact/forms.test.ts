/** Forms of tokens, keys and headers beside those that are planted. */
import {describe, expect, it} from 'vitest';
import {Redactor} from '../../source/redact/redactor.ts';
import {Random} from '../helpers/random.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const random = new Random(2611);
const roll = (length: number, alphabet = letters) =>
	Array.from({length}, () => alphabet[random.below(alphabet.length)]).join('');
const hex = (length: number) => roll(length, '0123456789abcdef');
const redact = (text: string) => new Redactor().text(text);
const encoded = (text: string, encoding: 'base64' | 'base64url' = 'base64') => Buffer.from(text).toString(encoding);

describe('a token that a line break cuts behind what matches already', () => {
	const anthropic = `sk-${'ant'}-api03-${roll(93)}AA`;
	const openai = `sk-${'proj'}-${roll(74)}T3${'Blbk'}FJ${roll(74)}`;
	const wrapped = (text: string, width: number, between = '\n') =>
		text.match(new RegExp(`.{1,${width}}`, 'g'))!.join(between);

	it.each([
		['in two lines', wrapped(`key: ${anthropic}`, 80), 'key: REDACTED-anthropic-key-1'],
		['in lines of forty', wrapped(anthropic, 40), 'REDACTED-anthropic-key-1'],
		['in three lines', wrapped(openai, 64), 'REDACTED-openai-key-1'],
		['with a longer rest', `${openai.slice(0, 70)}\n${openai.slice(70)}`, 'REDACTED-openai-key-1'],
		['with a break of JSON', wrapped(openai, 80, '\\n'), 'REDACTED-openai-key-1'],
	])('goes as a whole: %s', (_, text, expected) => {
		expect(redact(`${text}\nand so on`)).toBe(`${expected}\nand so on`);
	});

	it('takes nothing of what follows it', () => {
		for (const next of [
			'and so on',
			'Finished',
			'README.md',
			`OTHER_NAME=${hex(3)}`,
			`${hex(40)}`,
			`${hex(7)} Fix the build`,
			'2026-01-02',
			'next-step-2',
		])
			expect(redact(`${anthropic}\n${next}\n`)).toBe(`REDACTED-anthropic-key-1\n${next}\n`);
		expect(redact(`${anthropic}\n${openai}`)).toBe('REDACTED-anthropic-key-1\nREDACTED-openai-key-1');
		expect(redact(`${anthropic}\n${anthropic.slice(0, -4)}wxyz`)).toBe(
			'REDACTED-anthropic-key-1\nREDACTED-anthropic-key-2',
		);
	});
});

describe('a token', () => {
	const newer = `${hex(32)}-${hex(8)}-${hex(8)}`;
	const spaced = [encoded('{ "alg":"HS256"}', 'base64url'), encoded('{ "sub":"82734"}', 'base64url'), roll(43)].join(
		'.',
	);
	const older = `s.${roll(24)}`;

	it.each([
		['of Mailgun, newer', `Mailgun says ${newer}`, 'Mailgun says REDACTED-mailgun-key-1'],
		['of Mailgun, as a login', `curl -s --user 'api:${newer}'`, "curl -s --user 'api:REDACTED-mailgun-key-1'"],
		['with a space in its header', `it is ${spaced}`, 'it is REDACTED-jwt-1'],
		['of Vault, older, in a command', `vault login ${older}`, 'vault login REDACTED-vault-token-1'],
		['of Vault, older, in a table', `token      ${older}`, 'token      REDACTED-vault-token-1'],
		['behind an underscore', `TOKEN_gh${'p_'}${roll(36)}`, 'TOKEN_REDACTED-github-token-1'],
	])('%s is found', (_, text, expected) => {
		expect(redact(text)).toBe(expected);
	});

	it('is none without what says so', () => {
		for (const text of [newer, older, `some_npm_${'isNotAPlaceForNamesThatAreThisLongOk'}`])
			expect(redact(`it is ${text}`)).toBe(`it is ${text}`);
	});
});

describe('a login in base64', () => {
	it('is found in any alphabet', () => {
		expect(redact(`Authorization: Basic ${encoded('admin:pässwörd9Q')}`)).toBe(
			'Authorization: Basic REDACTED-authorization-1',
		);
	});

	it("is found in Docker's file", () => {
		const around = (login: string) => `{"auths":{"https://index.docker.io/v1/":{"auth":"${login}"}}}`;
		const login = encoded('deploy:Zx9kQ2mmLq');
		expect(redact(around(login))).toBe(around('REDACTED-authorization-1'));
		expect(redact(JSON.stringify(around(login)))).toBe(JSON.stringify(around('REDACTED-authorization-1')));
		expect(redact(around('anonymous'))).toBe(around('anonymous'));
	});
});

describe('a private key without its end', () => {
	const lines = Array.from({length: 20}, () => roll(64));
	const head = `-----BEGIN ${'PRIVATE'} KEY-----`;

	it.each([
		['in removed lines', [`-${head}`, ...lines.map(line => `-${line}`)].join('\n')],
		[
			'with lines left out',
			[head, ...lines.slice(0, 5), '... [10 lines truncated] ...', ...lines.slice(15)].join('\n'),
		],
		['in pieces of a string', [`"${head}\\n" +`, ...lines.map(line => `  "${line}\\n" +`)].join('\n')],
	])('is found %s', (_, text) => {
		const redacted = redact(`${text}\nand so on`);
		for (const line of lines) expect(redacted).not.toContain(line);
		expect(redacted).toMatch(/REDACTED-private-key-1[^A-Za-z]*and so on$/);
	});

	it('ends before what is no part of it', () => {
		const redacted = redact(`${head}\n${lines[0]}\n... and that is all\n${'short'}`);
		expect(redacted).toMatch(/\.\.\. and that is all\nshort$/);
	});
});

describe('a token of one of the smaller vendors', () => {
	const small = 'abcdefghijklmnopqrstuvwxyz0123456789';
	const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
	const uuid = () => [8, 4, 4, 4, 12].map(hex).join('-');
	// In two parts, so that nobody takes this file for a leak.
	const tokens: ReadonlyArray<readonly [kind: string, head: string, rest: string]> = [
		['jina-key', 'jina_', `${hex(32)}${roll(28)}`],
		['together-key', 'tgp_v1_', roll(43)],
		['voyage-key', 'pa-', roll(43)],
		['apify-token', 'apify_api_', roll(36)],
		['e2b-key', 'e2b_', hex(40)],
		['logfire-token', 'pylf_v1_', `eu_${roll(44)}`],
		['snyk-token', 'snyk_uat.', `${hex(8)}.${roll(120)}.${roll(86)}`],
		['sourcegraph-token', 'sgp_', `${hex(16)}_${hex(40)}`],
		['artifactory-key', 'AKCp', roll(69)],
		['deno-token', 'ddp_', roll(36)],
		['prefect-key', 'pnu_', roll(36)],
		['octopus-key', 'API-', roll(26, capitals)],
		['readme-key', 'rdme_', roll(70, small)],
		['infracost-key', 'ico-', roll(32)],
		['clojars-token', 'CLOJARS_', roll(60, small)],
		['scalingo-token', 'tk-us-', roll(48)],
		['yandex-key', 'AQVN', roll(36)],
		['xata-key', 'xau_', roll(42)],
		['razorpay-key', 'rzp_live_', roll(14)],
		['easypost-key', 'EZAK', roll(54)],
		['duffel-token', 'duffel_live_', roll(43)],
		['shippo-token', 'shippo_live_', hex(40)],
		['flutterwave-key', 'FLWSECK-', `${hex(32)}-X`],
		['paddle-key', 'pdl_live_apikey_', `${roll(26, small)}_${roll(22)}_${roll(3)}`],
		['polar-token', 'polar_oat_', roll(43)],
		['hubspot-token', 'pat-na1-', uuid()],
		['typeform-token', 'tfp_', roll(59)],
		['frameio-token', 'fio-u-', roll(64)],
		['honeycomb-key', 'hcaik_', roll(58, small)],
		['adafruit-key', 'aio_', roll(28)],
		['axiom-token', 'xaat-', uuid()],
		['launchdarkly-key', 'sdk-', uuid()],
		['clickup-token', 'pk_', `12345678_${roll(32, capitals)}`],
	];

	it.each(tokens)('is found: %s', (kind, head, rest) => {
		expect(redact(`it is ${head}${rest}, he said`)).toBe(`it is REDACTED-${kind}-1, he said`);
		expect(redact(`"${head}${rest}"`)).toBe(`"REDACTED-${kind}-1"`);
	});

	it.each(tokens)('is none when it is cut off, in lower case or a word: %s', (_, head) => {
		for (const text of [`${head}abc`, `${head}example-of-a-name`, `some${head}thing`, `${head}${'x'.repeat(70)}`])
			expect(redact(text)).toBe(text);
	});
});
