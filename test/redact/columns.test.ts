/** Values that stand in a column under their name. */
import {describe, expect, it} from 'vitest';
import {Redactor} from '../../source/redact/redactor.ts';

const rolled = ['q7Zp2Lm9', 'Xv4Rt8Wk', '3Bn6Hd1J'].join('');
const typed = ['Tr', 'ub', 'dor', 'x'].join('4');
const redact = (text: string) => new Redactor().text(text);

describe('a column', () => {
	it.each([
		['CSV', 'id,name,api_key,created\n1,acme,%,2026-01-01\n', rolled],
		['CSV of passwords', 'username,password,role\njo,%,admin\n', typed],
		['CSV with quotes', '"id","secret","note"\n"1","%","a, b"\n', rolled],
		['CSV in a file with numbers of lines', '     1→id,api_key\n     2→7,%\n', rolled],
		['CSV as an escape', 'id,api_key\\n7,%\\n', rolled],
		['TSV', 'id\tname\tapi_token\n1\tjo\t%\n', rolled],
		['psql', ' id | username |   password   \n----+----------+-------------\n  1 | jo       | %\n(1 row)', typed],
		['psql that has nothing beside it', '   password\n--------------\n %\n(1 row)', typed],
		['mysql', '+----+--------------+\n| id | api_key |\n+----+--------------+\n|  1 | % |\n+----+-------+', rolled],
		['sqlite', 'id|name|token\n1|jo|%\n', rolled],
		['DuckDB', '┌────┬───────┐\n│ id │ token │\n├────┼───────┤\n│ 1  │ % │\n└────┴───────┘', rolled],
		['Markdown', '| Service | User | Password |\n| :-- | :-- | :-- |\n| db | admin | `%` |\n', typed],
		['a list of a command', 'NAME      API KEY                    AGE\nci        %   3d\n', rolled],
		['a list with spaces that do not break', 'NAME\u00A0\u00A0API KEY\nci\u00A0\u00A0\u00A0\u00A0%\n', rolled],
		['ten narrow columns', 'a b c d e f g h i api_key\n1 2 3 4 5 6 7 8 9 %\n', rolled],
		['a sentence, below it', 'you can use the following api key as your access token\n%\n', rolled],
	])('of %s', (_, around, secret) => {
		const kind = secret === typed ? 'password' : 'secret';
		expect(redact(around.replace('%', secret))).toBe(around.replace('%', `REDACTED-${kind}-1`));
	});

	it('is followed down to its end, and no farther', () => {
		const [second, third] = [`${rolled}x`, `${rolled}y`];
		expect(redact(`a,token\n1,${rolled}\n2,\n3,${second}\n\nbuild ${third}, done`)).toBe(
			`a,token\n1,REDACTED-secret-1\n2,\n3,REDACTED-secret-2\n\nbuild ${third}, done`,
		);
	});

	it.each([
		'line,column,token,kind\n12,4,getUserById2,identifier\n13,8,parseHTML5Document2,call',
		'| Option | Password | Default |\n|---|---|---|\n| `--password` | string | none |',
		'| Token | Value |\n|---|---|\n| `--color-primary-500` | `#3b82f6` |',
		' column_name | data_type \n-------------+-----------\n password | character varying(255)\n api_key | text',
		` id | token \n----+-------\n 1 | 0f8fad5b-d9cb-469f-a165-70867728950e`,
		'NAME                  TYPE                                  DATA\ndefault-token-x7k2p   kubernetes.io/service-account-token   3',
		'from keys import (\n    privateKey,\n    Ed25519PrivateKey,\n    X448PrivateKeyWithSerialization2,\n)',
		"  'password',\n  'openssl_pkcs7_sign',\n  'ssh2_scp_recv',\n",
		'Change the password\nrelease2024a7f3x\n',
		'Password\n--------\nIt is 4 letters or more.\nAsk release2024a7f3x for it.\n',
		'The token, the key,\nand a2b3c4d5e6f7a8b9c0d1, they say.',
	])('of something else stays: %s', text => {
		expect(redact(text)).toBe(text);
	});
});

describe('values of an insertion', () => {
	it.each([
		["INSERT INTO users (name, password) VALUES ('jo', '%');", typed],
		["insert into `keys` (id, api_key, note)\nvalues (1, '%', 'x');", rolled],
		["INSERT INTO users (name, meta, password) VALUES ('O''Brien', '{\"a\": 1}', '%')", typed],
		['"INSERT INTO users (meta, password) VALUES (\'{\\\\"a\\\\":1}\', \'%\')"', typed],
		['\\"INSERT INTO users (name, password) VALUES (\\"jo\\", \\"%\\")\\"', typed],
		["INSERT INTO users (name, password) VALUES (N'jo', N'%')", typed],
		["INSERT INTO keys (id, made, api_key) VALUES (1, now(), NULL), (2, now(), '%')", rolled],
	])('are found: %s', (around, secret) => {
		const kind = secret === typed ? 'password' : 'secret';
		expect(redact(around.replace('%', secret))).toBe(around.replace('%', `REDACTED-${kind}-1`));
	});

	it.each([
		'INSERT INTO users (name, password) VALUES ($1, $2)',
		"INSERT INTO users (name, password) VALUES ('jo', crypt('x', gen_salt('bf')))",
		`INSERT INTO commits (token_id, hash) VALUES (1, '${rolled}')`,
	])('stay: %s', text => {
		expect(redact(text)).toBe(text);
	});
});
