/** Values and native records are looked at string by string: what names one may be the string before it. */
import {describe, expect, it} from 'vitest';
import {Redactor} from '../../source/redact/redactor.ts';

const rolled = ['q7Zp2Lm9', 'Xv4Rt8Wk', '3Bn6Hd1J'].join('');
const typed = ['Tr', 'ub', 'dor', 'x'].join('4');

const both = (value: unknown) => {
	const redacted = new Redactor().value(value);
	expect(new Redactor().record(Buffer.from(JSON.stringify(value))).toString()).toBe(JSON.stringify(redacted));
	return redacted;
};

describe('a string of JSON', () => {
	it.each([
		['a field for its name', {name: 'DB_PASSWORD', value: typed}, typed],
		['a field for its key', {id: 1, key: 'STRIPE_SECRET', value: rolled}, rolled],
		[
			'such fields in a list',
			{
				env: [
					{name: 'PORT', value: '80'},
					{name: 'API_TOKEN', value: rolled},
				],
			},
			rolled,
		],
		['an object for its name', {api_key: {type: 'string', value: rolled}}, rolled],
		['a flag before it', {args: ['serve', '--api-key', rolled, '--port', '80']}, rolled],
		['a flag for a password', {args: ['--password', typed]}, typed],
		['a field of a form', {selector: '#password', value: typed}, typed],
	])('has %s', (_, value, secret) => {
		const redacted = JSON.stringify(both(value));
		expect(redacted).toMatch(/REDACTED-(?:secret|password)-1/);
		expect(redacted.replace(/REDACTED-\w+-1/, secret)).toBe(JSON.stringify(value));
	});

	it('is a header by its key', () => {
		expect(both({headers: {Authorization: rolled, cookie: `sid=${rolled}${rolled}; theme=dark`}})).toEqual({
			headers: {Authorization: 'REDACTED-authorization-1', cookie: 'sid=REDACTED-cookie-1; theme=dark'},
		});
	});

	it('is none because of what stands farther away', () => {
		const build = 'release-2024a7f3e91b';
		for (const value of [
			{name: 'DB_PASSWORD', valueFrom: {secretKeyRef: {name: 'db-creds-v2', key: 'pw-2024x'}}},
			{name: 'COMMIT', value: rolled},
			{list: [{name: 'API_TOKEN'}, {value: rolled}]},
			{args: ['--password', '--tag', build]},
			['pg_dump', '--no-password', 'shop2024x'],
			['docker', 'login', '--password-stdin', 'registry1.acme.io'],
			['--token=$TOKEN', build],
			{headers: {Authorization: 'Bearer <token>', cookie: 'theme=dark'}},
		])
			expect(both(value)).toBe(value);
	});
});
