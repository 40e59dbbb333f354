/** Terminals colour names and values apart: what is found without colours is found with them. */
import {expect, it} from 'vitest';
import {Redactor} from '../../source/redact/redactor.ts';
import {Random} from '../helpers/random.ts';

const random = new Random(81);
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const roll = (length: number) => Array.from({length}, () => letters[random.below(letters.length)]).join('');
const esc = '\u001B';
const key = `q7${roll(30)}`;
const typed = ['Tr', 'ub', 'dor', 'x'].join('4');

it.each([
	['around a name', `${esc}[32mAPI_KEY${esc}[0m=%`, key, 'secret'],
	['around a value', `API_KEY=${esc}[33m%${esc}[0m`, key, 'secret'],
	['around both', `${esc}[1mDB_PASSWORD${esc}[0m=${esc}[32m%${esc}[0m`, typed, 'password'],
	['of jq', `${esc}[34;1m"api_key"${esc}[0m${esc}[1;39m: ${esc}[0;32m"%"${esc}[0m`, key, 'secret'],
	['of Node', `{ apiKey: ${esc}[32m'%'${esc}[39m }`, key, 'secret'],
	['of yq', `${esc}[36mpassword${esc}[0m:${esc}[32m %${esc}[0m`, typed, 'password'],
	['of a diff', `${esc}[32m+DB_PASSWORD=%${esc}[m`, typed, 'password'],
	['of tput', `${esc}[1mDB_PASSWORD:${esc}(B${esc}[m %`, typed, 'password'],
	['as an escape of JSON', '\\u001b[32mAPI_KEY\\u001b[0m=%', key, 'secret'],
	['as an escape of a shell', '\\033[32mAPI_KEY\\033[0m=%\\033[0m', key, 'secret'],
])('colours %s', (_, around, secret, kind) => {
	expect(new Redactor().text(around.replace('%', secret))).toBe(around.replace('%', `REDACTED-${kind}-1`));
});

it('a colour within a secret goes with it, and it stays the same secret', () => {
	const token = `gh${'p_'}${roll(36)}`;
	const redactor = new Redactor();
	const text = `${esc}[01;31m${token.slice(0, 4)}${esc}[m${token.slice(4)} and ${token}`;
	expect(redactor.text(text)).toBe(`${esc}[01;31mREDACTED-github-token-1 and REDACTED-github-token-1`);
	expect(redactor.report()).toMatchObject([{count: 2, different: 1}]);
});

it('colours make no secrets', () => {
	for (const text of [
		`${esc}[32mpassword${esc}[0m: ${esc}[33mstring${esc}[39m`,
		`${esc}[1mAPI_KEY${esc}[0m=${esc}[2m<your-key>${esc}[0m`,
		`${esc}[31m-  password: hashedPw2,${esc}[0m`,
		`${esc}[36mtoken${esc}[0m ${esc}[32m✓${esc}[0m 12 passed`,
	])
		expect(new Redactor().text(text)).toBe(text);
});
