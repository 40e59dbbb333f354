/** Passwords that people choose: found wherever they are called so, and told from the code around them. */
import {describe, expect, it} from 'vitest';
import {Redactor} from '../../source/redact/redactor.ts';

/** No machine rolled it: few characters, two of them digits among letters. */
const typed = ['Tr', 'ub', 'dor', 'x'].join('4');

const places: ReadonlyArray<readonly [string, (password: string) => string]> = [
	['my.cnf', word => `[client]\nuser=root\npassword=${word}\n`],
	['an ini file with spaces', word => `[db]\nuser = root\npassword = ${word}\n`],
	['a properties file', word => `spring.datasource.username=app\nspring.datasource.password=${word}\n`],
	['a properties flag', word => `java -Dspring.datasource.password=${word} -jar app.jar`],
	['ADO.NET', word => `Server=tcp:db.acme.io,1433;Database=shop;User ID=sa;Password=${word};Encrypt=True;`],
	['ADO.NET, short', word => `Server=db;Database=shop;Uid=sa;Pwd=${word};`],
	['JDBC', word => `jdbc:mysql://db:3306/shop?user=root&password=${word}&useSSL=false`],
	['libpq', word => `psql "host=db user=app password=${word} dbname=shop"`],
	['a form', word => `grant_type=password&username=a&password=${word}`],
	['XML', word => `<server><username>ci</username><password>${word}</password></server>`],
	['a shell in small letters', word => `export db_password=${word}\n./run`],
	['cmd.exe', word => `set db_password=${word}`],
	['PHP', word => `define('DB_PASSWORD', '${word}');`],
	['a setter', word => `ds.setPassword("${word}");`],
	['prose', word => `the password is ${word} please`],
	['a table', word => `| password | ${word} |`],
	['bold Markdown', word => `**Password:** \`${word}\``],
	['bold Markdown without quotes', word => `- **Password**: ${word}`],
	['a file with numbers of lines', word => `     3→  password: ${word}\n     4→  port: 5432`],
	['a diff', word => `-db_password=${word}\n+db_password=`],
	['Kubernetes', word => `env:\n  - name: DB_PASSWORD\n    value: ${word}\n`],
	['ECS', word => `"environment":[{"name":"DB_PASSWORD","value":"${word}"}]`],
	['ECS inside JSON', word => `{\\"name\\": \\"DB_PASSWORD\\",\\n  \\"value\\": \\"${word}\\"}`],
	['web.config', word => `<add key="DbPassword" value="${word}" />`],
	['a short key', word => `{"smtp":{"user":"ci","pass":"${word}"}}`],
	['a short name', word => `createTransport({auth: {user: 'ci', pass: '${word}'}})`],
	['a short name in camel case', word => `const dbPass = "${word}";`],
	['SQL', word => `CREATE USER app WITH PASSWORD '${word}';`],
	['MySQL', word => `CREATE USER 'app'@'%' IDENTIFIED BY '${word}';`],
	['netrc', word => `machine git.acme.io login ci password ${word}`],
	['setx', word => `setx DB_PASSWORD "${word}"`],
	['PowerShell', word => `$pw = ConvertTo-SecureString -String "${word}" -AsPlainText -Force`],
	['JSON with a line break', word => `{\n  "password":\n    "${word}"\n}`],
	['a block of YAML', word => `password: |\n  ${word}\nport: 1`],
	['names that begin like counts', word => `CACHE_PASSWORD=${word}`],
	['names of actions', word => `INPUT_PASSWORD=${word}`],
	['names that end in letters of a harmless one', word => `ADMIN_PASSWORD=${word}`],
];

describe('a password that somebody chose', () => {
	it.each(places)('is found in %s', (_, around) => {
		expect(new Redactor().text(around(typed))).toBe(around('REDACTED-password-1'));
	});

	it('may be a word and a number where it can be no variable', () => {
		for (const text of ["define('DB_PASSWORD', '%')", 'ds.setPassword("%")', '[db]\npassword = %\n', '?password=%&x=1'])
			expect(new Redactor().text(text.replace('%', 'hunter2'))).toBe(text.replace('%', 'REDACTED-password-1'));
	});

	it('is found in a value of JSON', () => {
		expect(new Redactor().value({smtp: {pass: typed, dbPass: `${typed}y`}, bypass: typed})).toEqual({
			smtp: {pass: 'REDACTED-password-1', dbPass: 'REDACTED-password-2'},
			bypass: typed,
		});
	});

	it('may be letters alone, where a machine mixed them', () => {
		const rolled = [
			['Yavy', 'UBVK', 'IHpe'],
			['kQwZ', 'tRmB', 'vXpL'],
			['wGhJ', 'zcQd', 'Tb'],
			['OuNB', 'wkkA', 'xq'],
		].map(parts => parts.join(''));
		const settings = [
			'DB_PASSWORD=%',
			'PGPASSWORD=% psql',
			'{"password": "%"}',
			'[db]\npassword = %\n',
			'db:\n  password: %\n',
			'machine git.acme.io login ci password %',
			'jdbc:mysql://db:3306/shop?user=root&password=%&useSSL=false',
		];
		for (const word of rolled) {
			for (const text of settings)
				expect(new Redactor().text(text.replace('%', word))).toBe(text.replace('%', 'REDACTED-password-1'));
			expect(new Redactor().value({password: word})).toEqual({password: 'REDACTED-password-1'});
			for (const text of [`login(password, ${word})`, `the password ${word} it is`, `name: ${word}`])
				expect(new Redactor().text(text)).toBe(text);
		}
	});

	it.each(
		(
			'passwordField getUserPassword ChangeMe YourPasswordHere HTTPBasicAuth useState undefined SecretStr usrPwdTxt ' +
			'myPwdTxtBx iPhoneXSMaxPw getXMLHttpReq MySQLDbPwd OAuthPKCEFlow dbPwdEnvVar AESGCMNoPadding aAbBcCdDeE ' +
			'xmlReadFd XMLHttpRequest IBMPlexSansJP PasswordStr NetFxSdkDir UINavBarBtn GeheimesWort MotDePasse qwertyuiop ' +
			'NSURLSession PBKDF InputPwdTxt hashedPw NewPwConfirm WPAPSKPwd JSONWebToken UUIDStr'
		).split(' '),
	)('is no name of something: %s', name => {
		for (const text of [`DB_PASSWORD=${name}`, `{"password": "${name}"}`, `db:\n  password: ${name}\n`])
			expect(new Redactor().text(text)).toBe(text);
		expect(new Redactor().value({password: name})).toEqual({password: name});
	});

	it('may be a number, under its very name', () => {
		const redact = (text: string) => new Redactor().text(text);
		expect(redact('DB_PASSWORD=83726451')).toBe('DB_PASSWORD=REDACTED-password-1');
		for (const text of ['PASSWORD_RESET_TIMEOUT=259200', 'DB_PASSWORD=123456', 'password: 12345'])
			expect(redact(text)).toBe(text);
	});

	it.each([
		['a semicolon', 'DB_PASSWORD=', 'aB3xZ9k;qR7tWzL4'],
		['a quote', 'DB_PASSWORD=', "aB3xZ9k'qR7tWzL5"],
		['a backslash', 'DB_PASSWORD=', 'aB3xZ9k\\qR7tWzL6'],
		['a comma', 'db:\n  password: ', 'aB3xZ9k,qR7tWzL3'],
		['a bracket', 'db:\n  password: ', 'aB3(xZ9!qRm'],
	])('is replaced as a whole with %s in it', (_, before, password) => {
		expect(new Redactor().text(`${before}${password}\nPORT=1\n`)).toBe(`${before}REDACTED-password-1\nPORT=1\n`);
	});

	it.each([
		['DB_PASSWORD=aB3xZ9kq; export DB_PASSWORD', 'DB_PASSWORD=REDACTED-password-1; export DB_PASSWORD'],
		['X="DB_PASSWORD=aB3xZ9kq"', 'X="DB_PASSWORD=REDACTED-password-1"'],
		['["DB_PASSWORD=aB3xZ9kq","PORT=1"]', '["DB_PASSWORD=REDACTED-password-1","PORT=1"]'],
		['DB_PASSWORD=aB3xZ9kq\\nPORT=1', 'DB_PASSWORD=REDACTED-password-1\\nPORT=1'],
		['PASSWORD=aB3xZ9kq;Encrypt=True', 'PASSWORD=REDACTED-password-1;Encrypt=True'],
		['password: aB3xZ9kq # of the test', 'password: REDACTED-password-1 # of the test'],
	])('ends where the value does: %s', (text, expected) => {
		expect(new Redactor().text(text)).toBe(expected);
	});

	it.each([
		['a slash', 'Xk9/mPq2vLzz7'],
		['an at sign', 'Xk9@mPq2vLzz7'],
	])('is found in an address with %s in it', (_, password) => {
		const around = (word: string) => `postgres://admin:${word}@db.acme.io/x`;
		expect(new Redactor().text(around(password))).toBe(around('REDACTED-url-password-1'));
	});
});

describe('code and prose with the word', () => {
	it.each([
		'password=form.password',
		'password = getpass()',
		'password=args.pw1',
		'connect(password=args.pw1, port=2)',
		'connect(password=pwd1, user=name2)',
		'connect(\n    user=user1,\n    password=password2\n)',
		'  password: hashedPw2,',
		'  password: newPassword1 || oldPassword2',
		'const password = req.body.password2',
		'login(user, password=user2Password1)',
		'if (password == other1Password) {',
		'password: Uint8Array',
		'password_encryption = scram-sha-256',
		'password_encryption=scram-sha-256',
		'the password is required!',
		'the password is base64-encoded, the other passwd is utf8',
		'| password | varchar2 | no |',
		'<Password>{value}</Password>',
		'<input name="password" value="{{ pw1 }}">',
		"t('password', 'Passwort2')",
		'db.setPassword(newPassword2)',
		'  password: z.string().min(8)',
		'  password: await hash(pw1, 10),',
		'  password: faker.internet.password2(),',
		'password = secrets.token_urlsafe(16)',
		'password=b64decode(x1)',
		'WHERE user=? AND password=?',
		"{name: 'password', value: 'step2Form'}",
		'[db]\npassword = $DB_PASSWORD2',
		"'password' => 'required|min:8|confirmed'",
		'"password-generator": "2.0.0-rc1"',
		'password: *default_password1',
		"{pass: 'vs_5_0'}, lowPass = 'biquad2x', firstPass: 'Tr4ub4dor4x'",
		'- name: DB_PASSWORD\n  valueFrom:\n    secretKeyRef:\n      name: db-creds-v2',
		"password:\n  'field1': abc",
		'grep passwd /etc/passwd:root:x:0:0',
		'http://localhost:5173/@vite/client https://host:8080/a/b@2x.png',
		'CACHE_KEY=v2-linux-node18-5f2b5cdbe5194f10b3241568',
		"const nextPageToken = 'CAESBgiA8fKsBgXYZ123'",
	])('stays: %s', text => {
		expect(new Redactor().text(text)).toBe(text);
	});
});

it('keys and tokens are found whatever their name begins with', () => {
	const rolled = 'q7Zp2Lm9Xv4Rt8Wk3Bn6Hd1Jf5Gs0YcTeUaQiZo7';
	for (const name of ['NPM_READ_TOKEN', 'ADMIN_TOKEN', 'INPUT_TOKEN', 'THREAD_TOKEN', 'COSMOS_PRIMARY_KEY'])
		expect(new Redactor().text(`${name}=${rolled}`)).toBe(`${name}=REDACTED-secret-1`);
	expect(new Redactor().text(`{"primaryMasterKey": "${rolled}=="}`)).toBe('{"primaryMasterKey": "REDACTED-secret-1"}');
});

describe('a password behind a flag of one letter', () => {
	it.each([
		['mysql -uroot -pS3cret-Pass9 shop', 'mysql -uroot -pREDACTED-password-1 shop'],
		["mysqldump -u root -p'Zx8!kQ2w' shop > a.sql", "mysqldump -u root -p'REDACTED-password-1' shop > a.sql"],
		['sshpass -p Zx8kQ2wPl ssh a@b', 'sshpass -p REDACTED-password-1 ssh a@b'],
		['sshpass -pZx8kQ2wPl ssh a@b', 'sshpass -pREDACTED-password-1 ssh a@b'],
		['redis-cli -h db -a Zx8kQ2wPl ping', 'redis-cli -h db -a REDACTED-password-1 ping'],
		['docker login -u me -p Zx8kQ2wPl host', 'docker login -u me -p REDACTED-password-1 host'],
		['mongosh -u me -p Zx8kQ2wPl', 'mongosh -u me -p REDACTED-password-1'],
		['ldapsearch -D cn=me -w Zx8kQ2wPl', 'ldapsearch -D cn=me -w REDACTED-password-1'],
		['{"cmd":"cd a\\nmysql -pZx8kQ2wPl shop"}', '{"cmd":"cd a\\nmysql -pREDACTED-password-1 shop"}'],
	])('is found: %s', (text, expected) => {
		expect(new Redactor().text(text)).toBe(expected);
	});

	it.each([
		'mkdir -p Zx8kQ2wPl',
		'ssh -p 2222 host',
		'docker run -p 8080:80 nginx',
		'mysql -uroot -p shop',
		'mysql -u root -p$MYSQL_PASSWORD shop',
		'mysql -u root -p"$MYSQL_PASSWORD" shop',
		'mysql -u root --port 3306 -port 3307',
		'mysql -u root; mkdir -p build/a1b2c3',
		'mysql < dump.sql && cp -pR a9b8c7 d',
		'docker login -u me --password-stdin',
		'redis-cli -p 6379 ping',
		'sshpass -p <password> ssh a@b',
		'ls -a Zx8kQ2wPl',
	])('stays: %s', text => {
		expect(new Redactor().text(text)).toBe(text);
	});
});
