/** Passwords in commands: behind flags, in places of their own, and handed over by another command. */
import {describe, expect, it} from 'vitest';
import {Redactor} from '../../source/redact/redactor.ts';

const typed = ['Tr', 'ub', 'dor', 'x'].join('4');
const rolled = ['q7Zp2Lm9', 'Xv4Rt8Wk', '3Bn6Hd1J'].join('');
const redact = (text: string) => new Redactor().text(text);

describe('a login', () => {
	it.each([
		'curl -ujo:% https://acme.io',
		'curl -su jo:% https://acme.io',
		'curl -X POST \\\n  -u jo:% \\\n  https://acme.io',
		'curl --user=jo:% https://acme.io',
		'http -a jo:% https://acme.io/me',
		'curl "https://acme.io/x?a=1&b=2" -u jo:%',
		"curl -H 'Cookie: a=b; c=d' -u jo:% https://acme.io",
		'{"command":"cd a; curl \\"https://acme.io/x?a=1&b=2\\" -u jo:%"}',
	])('is found: %s', around => {
		expect(redact(around.replace('%', typed))).toBe(around.replace('%', 'REDACTED-authorization-1'));
	});

	it('may be a key without a password', () => {
		expect(redact(`curl -u ${rolled}: https://acme.io`)).toBe('curl -u REDACTED-authorization-1: https://acme.io');
	});

	it.each([
		'docker run -u 1000:1000 image',
		'curl -u "$USER:$PASS" https://acme.io',
		'curl -u user:pass https://acme.io',
		'python -u server.py:main1234',
		'ls -a src:main1234',
		'echo https://acme.io/a -a logfile:main1234',
		'curl -o "a b" https://acme.io; python -u a:b1c2d3e4',
		'curl https://acme.io\npython -u a:b1c2d3e4',
	])('is none: %s', text => {
		expect(redact(text)).toBe(text);
	});
});

describe('a password', () => {
	it.each([
		"echo '%' | sudo -S apt update",
		'echo % | sudo -k -S ls',
		'echo "%" | docker login -u jo --password-stdin',
		"printf '%s' '%' | docker login -u jo --password-stdin".replace("'%s'", "'%%s'"),
		"echo 'jo:%' | sudo chpasswd",
		"sudo -S ls <<< '%'",
		'echo % | passwd --stdin jo',
		'echo "%" | sudo passwd jo --stdin',
		'openssl enc -aes-256-cbc -in a -out b -pass pass:%',
		'openssl rsa -in key.pem -passin pass:%',
		'zip -P % a.zip b',
		'unzip -P % a.zip',
		'7z a -p% a.7z b',
		"sqlcmd -S db -U sa -P '%' -Q 'select 1'",
		'smbclient //srv/x -U jo%%%',
		'lftp -u jo,% ftp.acme.io',
		'keytool -importkeystore -srcstorepass %',
		'htpasswd -b .htpasswd jo %',
		'rabbitmqctl add_user jo %',
		'sqlplus scott/%@db',
		'jdbc:oracle:thin:scott/%@db:1521/x',
		'db.acme.io:5432:shop:jo:%\n',
		'ENV DB_PASSWORD %',
		'setx DB_PASSWORD %',
		'aws ssm put-parameter --name /app/DB_PASSWORD --value % --type SecureString',
		"mysqli_connect('localhost', 'root', '%', 'shop')",
		"new PDO('mysql:host=db;dbname=x', $user, '%')",
		"requests.get(url, auth=('jo', '%'))",
	])('is found: %s', around => {
		const filled = (word: string) => around.replace(/%%|%/g, sign => (sign === '%%' ? '%' : word));
		expect(redact(filled(typed))).toBe(filled('REDACTED-password-1'));
	});

	it.each([
		'echo y | sudo -S ls',
		'echo "$PW" | sudo -S ls',
		'echo hello | git hash-object -w --stdin',
		'eslint --stdin <<< const',
		'echo "Done2024!" | tee log\nsudo -S ls',
		'wget https://acme.io/a.zip -P /tmp/downloads',
		'xargs -P 4 zip -r a.zip',
		'7z l -slt package2.7z',
		'openssl genpkey -pass env:KEY_PASS2',
		'pg_dump --no-password shop2024x',
		'docker login -u jo --password-stdin registry1.acme.io',
		'openssl rsa -passin file:pass1234.txt',
		'root:x:0:0:root:/root:/bin/bash',
		'localhost:5432:*:postgres:<password>',
		'ENV NODE_VERSION 20.11.1\nENV TOKEN_FILE /run/secrets/token1',
		"mysqli_connect('localhost', 'root', 'password', 'shop2024x')",
		"requests.get(url, auth=('user', 'pass'))",
	])('stays what it was: %s', text => {
		expect(redact(text)).toBe(text);
	});
});
