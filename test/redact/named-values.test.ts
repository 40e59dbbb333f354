/** Names of several words and other languages, and what else may part a name from its value. */
import {describe, expect, it} from 'vitest';
import {Redactor} from '../../source/redact/redactor.ts';

const typed = ['Tr', 'ub', 'dor', 'x'].join('4');
const rolled = ['q7Zp2Lm9', 'Xv4Rt8Wk', '3Bn6Hd1J'].join('');
const redact = (text: string) => new Redactor().text(text);

describe('a key', () => {
	it.each([
		'here is my api key: %',
		'my API key is % I think',
		'use the access key `%`',
		'Subscription key: %',
		'Your new token:\n\n    %\n',
		'API_TOKEN:                  %',
		'api_key          %',
		'API_KEY ?= %',
		'set -gx OPENAI_API_KEY %',
		'aws configure set my_secret_access %',
		'npm config set //registry.acme.io/:_authToken %',
		'gh secret set API_TOKEN --body "%"',
		"const key = process.env.API_KEY || '%';",
		"key = os.environ.get('API_KEY') or '%'",
		'const API_KEY: &\'static str = "%";',
		'<key>ApiKey</key>\n\t<string>%</string>',
		'[Peer]\nPresharedKey = %',
		'Ocp-Apim-Subscription-Key: %',
	])('is found: %s', around => {
		expect(redact(around.replace('%', rolled))).toBe(around.replace('%', 'REDACTED-secret-1'));
	});

	it('of a registry may be a UUID', () => {
		const uuid = '0f8fad5b-d9cb-469f-a165-70867728950e';
		expect(redact(`npmAuthToken: "${uuid}"`)).toBe('npmAuthToken: "REDACTED-secret-1"');
		expect(redact(`pageToken: "${uuid}"`)).toBe(`pageToken: "${uuid}"`);
	});
});

describe('a password', () => {
	it.each([
		'use the password % for the staging database',
		'Password:\n%\n',
		'Password:\n```\n%\n```',
		'│ DB_PASSWORD   │ % │',
		'DB_PASSWORD:            %',
		'password       %',
		'requirepass %',
		"ALTER USER 'root'@'%%' IDENTIFIED WITH mysql_native_password BY '%';".replace('%%', 'db'),
		'[Note] A temporary password is generated for root@localhost: %',
		'das Passwort lautet %',
		'mot de passe : %',
		'contraseña: %',
		'pw: %',
		'PASS=%',
		'[gdrive]\ntype = webdav\nuser = joe\npass = %',
		'[gdrive]\r\npass = %\r\nvendor = other\r\n',
		'user     = joe\npass     = %\n',
		'     3→PASS = %\n     4→PORT = 1\n',
		'+pw = % # of the test\n',
		'{"text":"user = joe\\npass = %\\nport = 1\\n"}',
		'{"text":"user: joe\\npass: %\\nport: 1\\n"}',
		'smtp_host = mail\n  smtppass\t= %\n',
		'var password = @"%";',
		"const password = process.env.DB_PASSWORD ?? '%';",
		"await page.getByLabel('Password').fill('%');",
		"cy.get('[name=password]').type('%')",
	])('is found: %s', around => {
		expect(redact(around.replace('%', typed))).toBe(around.replace('%', 'REDACTED-password-1'));
	});
});

describe('something else', () => {
	it.each([
		'GPG_KEY=E3FF2839C048B25C084DEBE9B26995E310250568',
		`const token = "0x${'c7063e4e1a83'.repeat(4).slice(0, 40)}"`,
		"password: 'test1234'",
		'PASS=12 FAIL=0',
		'PASS src/login2024.test.ts',
		'if ready:\n    pass\nelse:\n    pass = next(args2)\n',
		'pw = getpass()\npass = 3\npass = total2 / count2\n',
		'pass = self.config2.pass2\npass = user1Password2\npass = pass1 + pass2\n',
		'pass = sha256sum\npass = 12m34.567s\npw = 640x480x32\npw = 0x1f00ff22\n',
		'pass = 12 fail = 3\npass = 2026-01-02T10:00\n',
		`on a good day the pass = ${typed} of it`,
		`total: pass = ${typed}\n`,
		`pass = ${typed} fail = ${typed}\n`,
		`firstpass = ${typed}\n`,
		"pass: 'composite_pass_01'",
		'the password sha256sum and the token getUserById2 follow',
		'cookie-set remember_me token123 --expires=1893456000',
		'Token:\n  NUMBER_42\n',
		'password:\n  field1: abc\n',
		'the secret:\nGET /v1/users2\n',
		"process.env.API_KEY || ''",
		"os.environ.get('SECRET_KEY') or 'dev-secret'",
		"await page.getByLabel('Password').fill(user.password2)",
		'[sudo] password for jo:\n',
		'<key>ApiKeyName</key><string>prod-2024a7f3e91b</string>',
	])('stays: %s', text => {
		expect(redact(text)).toBe(text);
	});
});

describe('forms of their own', () => {
	const hex = '0f1e2d3c4b5a6978'.repeat(4);
	it.each([
		['url-signature', `https://b.s3.amazonaws.com/k?X-Amz-Expires=60&X-Amz-Signature=${hex}`, hex],
		[
			'url-signature',
			`https://d.cloudfront.net/a?Expires=1&Signature=${rolled}${rolled}&Key-Pair-Id=K1`,
			rolled + rolled,
		],
		['url-key', `https://acme.io/maps?key=${rolled}&q=1`, rolled],
		[
			'password-hash',
			`jo:$${'apr1'}$${rolled.slice(0, 8)}$${rolled.slice(0, 22)}`,
			`$apr1$${rolled.slice(0, 8)}$${rolled.slice(0, 22)}`,
		],
		['cookie', `acme.io\tFALSE\t/\tTRUE\t0\tsid\t${rolled}`, rolled],
		['signing-key', `{"JwtSettings": {"Issuer": "me", "Key": "${rolled}"}}`, rolled],
		[
			'wordpress-salt',
			`define('NONCE_SALT',       '${`${rolled}|x `.repeat(3).slice(0, 64)}');`,
			`${rolled}|x `.repeat(3).slice(0, 64),
		],
		[
			'seed-phrase',
			'MNEMONIC="legal winner thank year wave sausage worth useful legal winner thank yellow"',
			'legal winner thank year wave sausage worth useful legal winner thank yellow',
		],
	])('%s', (kind, text, secret) => {
		expect(redact(text)).toBe(text.replace(secret, `REDACTED-${kind}-1`));
	});

	it('argon2 is no variable of a shell', () => {
		const hash = `$${'argon2id'}$v=19$m=65536,t=3,p=4$${rolled.slice(0, 22)}$${rolled}${rolled.slice(0, 19)}`;
		expect(redact(`it is ${hash}`)).toBe('it is REDACTED-password-hash-1');
	});

	it.each([
		'https://acme.io/search?key=name&q=1',
		'https://acme.io/list?key=uploads-for-everybody-who-asks',
		'https://acme.io/list?key=users_by_country_and_city_2024',
		'mnemonic: a word that helps people to keep other words in mind when they are many of them',
		'acme.io\tFALSE\t/\tTRUE\t0\ttheme\tdark-and-very-quiet',
		`define('NONCE_SALT', 'put your unique phrase here');`,
	])('stays: %s', text => {
		expect(redact(text)).toBe(text);
	});
});
