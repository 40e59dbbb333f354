import {describe, expect, it} from 'vitest';
import {redactionMap} from '../../source/actions/export/load-redactor.ts';
import type {Entry} from '../../source/model/entry.ts';
import type {Session} from '../../source/model/session.ts';
import {Redactor} from '../../source/redact/redactor.ts';
import {Random} from '../helpers/random.ts';
import {plantedSecrets, plantedSession} from './planted.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const random = new Random(99);
const roll = (length: number) => Array.from({length}, () => letters[random.below(letters.length)]).join('');
const token = `gh${'p_'}${roll(36)}`;
const other = `gh${'p_'}${roll(36)}`;

it('what a document tells beside the output of a tool loses its secrets like the output', () => {
	const tool = {
		name: 'x',
		universal: 'unknown' as const,
		told: {beside: {name: 'error' as const, text: `no ${token}`}},
	};
	const entry = {id: 'e', kind: 'tool_result' as const, text: '', tool, locator: {path: '/s', offset: 0, length: 1}};
	expect(JSON.stringify(new Redactor().entry(entry))).not.toContain(token);
});

describe('a text', () => {
	it('gets the same placeholder for the same secret, whatever is around it', () => {
		const redactor = new Redactor();
		expect(redactor.text(`${token} ${other}\\n${token}`)).toBe(
			'REDACTED-github-token-1 REDACTED-github-token-2\\nREDACTED-github-token-1',
		);
		expect(redactor.text(`%3D${other}&x=1`)).toBe('%3DREDACTED-github-token-2&x=1');
		expect(redactor.text(`\u001B[32m${token}\u001B[0m`)).toBe('\u001B[32mREDACTED-github-token-1\u001B[0m');
	});

	it('loses a secret without its name once it was seen with it', () => {
		const redactor = new Redactor();
		const secret = roll(24);
		expect(redactor.text(`it printed ${secret}`)).toContain(secret);
		redactor.text(`API_SECRET=${secret}`);
		expect(redactor.text(`it printed ${secret}`)).toBe('it printed REDACTED-secret-1');
	});

	it('loses it at once, wherever it stands next', () => {
		const secret = roll(24);
		expect(new Redactor().value({secret, copy: secret, list: [secret]})).toEqual({
			secret: 'REDACTED-secret-1',
			copy: 'REDACTED-secret-1',
			list: ['REDACTED-secret-1'],
		});
	});

	it('is looked for in everything that the head of a session says, but its ids', () => {
		const name = `a ${token} b`;
		const session: Session = {
			...{agent: 'claude', id: 's', size: 1, titleSource: 'none', isAgentSession: false},
			...{path: name, files: [name], title: name, cwd: name, latestCwd: name, gitBranch: name, agentVersion: name},
			...{models: ['plain', name], source: {type: name, host: name, path: name}},
		};
		const redacted = new Redactor().session(session);
		expect(JSON.stringify(redacted)).not.toContain(token);
		expect(redacted).toEqual(JSON.parse(JSON.stringify(session).replaceAll(token, 'REDACTED-github-token-1')));
	});

	it('is looked for in everything that an entry says beside its text', () => {
		const name = `a ${token} b`;
		const entry: Entry = {
			...{id: 'e', kind: 'tool_call', text: 'ls', model: name, detail: name},
			tool: {name, universal: 'bash', callId: 'c', input: {cmd: 'ls'}},
			facts: {cwd: name, gitBranch: name, agentVersion: name, userType: name, stopReason: name, stopSequence: name},
			locator: {path: '/f', offset: 0, length: 1},
		};
		const redacted = new Redactor().entry(entry);
		expect(redacted).toEqual(JSON.parse(JSON.stringify(entry).replaceAll(token, 'REDACTED-github-token-1')));
	});

	it('is counted once for a call and for its result, however often they hold it', () => {
		const redactor = new Redactor();
		const locator = {path: '/f', offset: 0, length: 1};
		const text = `Exit code: 0\nOutput:\n${token}`;
		redactor.entry({
			...{id: 'c', kind: 'tool_call', text: `echo ${token}`, locator},
			tool: {name: 'Bash', universal: 'bash', input: {command: `echo ${token}`}},
		});
		redactor.entry({
			...{id: 'r', kind: 'tool_result', text, locator},
			tool: {name: 'Bash', universal: 'bash', output: text, printed: token},
		});
		expect(redactor.report()).toEqual([
			{kind: 'github-token', name: 'GitHub token', count: 2, different: 1, places: ['c tool input', 'r tool output']},
		]);
	});

	it('is found in an output without its name where the input of the same call has it with its name', () => {
		const secret = roll(24);
		const tool = {
			...{name: 'Bash', universal: 'bash' as const, input: {command: `API_SECRET=${secret} run`}},
			output: `it printed ${secret}`,
		};
		const locator = {path: '/f', offset: 0, length: 1};
		expect(new Redactor().entry({id: 'e', kind: 'tool_result', text: 'ran', tool, locator}).tool).toMatchObject({
			input: {command: 'API_SECRET=REDACTED-secret-1 run'},
			output: 'it printed REDACTED-secret-1',
		});
	});

	it('is found in what a tool said, far from its beginning, where the output before it hides what it is', () => {
		const secret = roll(24);
		const rows = Array.from({length: 200}, (_, row) => `${row},none-yet`).join('\n');
		const printed = `id,api_key\n${rows}\n200,${secret}\n`;
		const said = (output: string, redactor: Redactor) =>
			redactor.entry({
				...{id: 'e', kind: 'tool_result', text: '', locator: {path: '/f', offset: 0, length: 1}},
				tool: {name: 'Bash', universal: 'bash', output, printed},
			}).tool?.printed;
		const redacted = printed.replace(secret, 'REDACTED-secret-1');
		expect(said(`Output: ${printed}`, new Redactor())).toBe(redacted);
		expect(said(`Output:\n${printed}`, new Redactor())).toBe(redacted);
		const patterns = [{name: 'row', pattern: '^id,[^*]{0,4000}199,(?<secret>none-yet)'}];
		const own = new Redactor({patterns, off: ['assignment']});
		expect(said(`Output:\n${printed}`, own)).toBe(printed.replace('199,none-yet', '199,REDACTED-row-1'));
	});

	it('is counted once where every record says it', () => {
		const redactor = new Redactor({homePaths: true});
		for (const id of ['a', 'b', 'c'])
			redactor.entry({
				...{id, kind: 'user', text: 'go', facts: {cwd: '/home/jo/app'}},
				locator: {path: '', offset: 0, length: 1},
			});
		expect(redactor.report().map(({kind, count}) => [kind, count])).toEqual([['home', 1]]);
	});

	it('is found in a name that was plain before it was known', () => {
		const secret = `q7${roll(14)}`;
		const redactor = new Redactor();
		const said = (model: string, text: string): Entry => ({
			...{id: 'e', kind: 'assistant', text, model},
			locator: {path: '/f', offset: 0, length: 1},
		});
		expect(redactor.entry(said(secret, 'first')).model).toBe(secret);
		redactor.text(`password=${secret}`);
		expect(redactor.entry(said(secret, 'then')).model).toBe('REDACTED-password-1');
	});

	it.each([
		'/Users/bob/Library/CloudStorage/GoogleDrive-alice.b@corp.com/proj',
		'/srv/alice.b@corp.com/x',
		'mail/alice.b@corp.de',
	])('is an address within a path: %s', text => {
		expect(new Redactor().text(text)).toMatch(/REDACTED-email-1/);
	});

	it.each([
		'https://unpkg.com/react@next.js',
		'/pkg/mod/github.com/jo/tool@main.go',
		'ssh://jo.smith@corp.com/repository',
		'//jo.smith@corp.com/share',
		'node_modules/.pnpm/left-pad@1.3.0/node_modules',
	])('is no address within a path: %s', text => {
		expect(new Redactor().text(text)).toBe(text);
	});

	it('is looked for in what an editor sent with a prompt, where that is written', () => {
		const facts = {sentWith: `# Open tabs: ${token}`};
		const entry: Entry = {id: 'e', kind: 'user', text: 'go', facts, locator: {path: '/s', offset: 0, length: 1}};
		expect(new Redactor().entry(entry).facts).toEqual({sentWith: '# Open tabs: REDACTED-github-token-1'});
		const redactor = new Redactor();
		expect(redactionMap(redactor, 'markdown')!.entry!(entry).facts).toEqual({});
		expect(redactor.report()).toEqual([]);
	});

	it('is looked for in the address of a repository and in the settings of a model', () => {
		const secret = roll(24);
		const session = {
			id: 's',
			path: '/s',
			gitRemote: `https://user:${secret}@example.com/app.git`,
			told: {projectName: 'app', modelConfig: {apiKey: other}},
			files: [] as string[],
		} as unknown as Session;
		const redacted = JSON.stringify(new Redactor().session(session));
		expect(redacted).not.toContain(secret);
		expect(redacted).not.toContain(other);
		expect(redacted).toContain('example.com/app.git');
	});

	it.each([
		['json', (key: string) => `{"password": "${key}"}`],
		['json in json', (key: string) => `{\\"password\\": \\"${key}\\"}`],
		['json in json in json', (key: string) => `{\\\\\\"password\\\\\\":\\\\\\"${key}\\\\\\"}`],
		['yaml', (key: string) => `db:\n  password: ${key}\n`],
		['toml', (key: string) => `password = "${key}"`],
		['env', (key: string) => `export DB_PASSWORD=${key}`],
		['a flag', (key: string) => `mysql --user=app --password=${key} -h db`],
		['a flag and a space', (key: string) => `tool --password ${key} --quiet`],
		['typescript', (key: string) => `const password: string = '${key}';`],
		['ruby', (key: string) => `:password => '${key}'`],
		['go', (key: string) => `password := "${key}"`],
		['a query', (key: string) => `/login?user=jo&password=${key}&next=1`],
		['xml', (key: string) => `<password>${key}</password>`],
	])('loses a password in %s', (_, around) => {
		const password = `Tr7${roll(9)}x`;
		expect(new Redactor().text(around(password))).toBe(around('REDACTED-password-1'));
	});

	it('loses logins and cookies of curl, and cells of a table', () => {
		const [password, session, key] = [roll(14), roll(32), roll(32)];
		const redacted = new Redactor().text(
			`curl -u jo:${password} -b 'sid=${session}; theme=dark' https://acme.io\ndocker run -u 1000:1000 x\n| api_key | ${key} |`,
		);
		expect(redacted).toBe(
			"curl -u jo:REDACTED-authorization-1 -b 'sid=REDACTED-cookie-1; theme=dark' https://acme.io\ndocker run -u 1000:1000 x\n| api_key | REDACTED-secret-1 |",
		);
	});

	it('is the same when it is redacted twice, also by another', () => {
		const texts = plantedSecrets().map(({text}) => text);
		const joined = texts.join('\n');
		const once = new Redactor().text(joined);
		const again = new Redactor({homePaths: true});
		expect(again.text(once)).toBe(once);
		expect(again.report()).toEqual([]);
	});

	it('keeps what is allowed and what is turned off', () => {
		const text = `${token} jo.smith@acme.io`;
		expect(new Redactor({allow: [token]}).text(text)).toBe(`${token} REDACTED-email-1`);
		expect(new Redactor({allow: [/@acme\.io$/]}).text(text)).toBe('REDACTED-github-token-1 jo.smith@acme.io');
		expect(new Redactor({off: ['email']}).text(text)).toBe('REDACTED-github-token-1 jo.smith@acme.io');
		expect(new Redactor({off: ['github-token']}).text(text)).toBe(`${token} REDACTED-email-1`);
		expect(new Redactor({off: ['token', 'email']}).text(text)).toBe(text);
	});

	it('loses what the user has a pattern for', () => {
		const patterns = [
			{name: 'Ticket', pattern: 'ACME-\\d{4,}'},
			{name: 'customer', pattern: 'customer (?<secret>\\w+)', isCaseless: true},
		];
		const redactor = new Redactor({patterns});
		expect(redactor.text('ACME-12345 of Customer Jones, ACME-12345')).toBe(
			'REDACTED-ticket-1 of Customer REDACTED-customer-1, REDACTED-ticket-1',
		);
		expect(() => new Redactor({patterns: [{name: 'bad', pattern: '(a+)+$'}]})).toThrow(/bad/);
		expect(() => new Redactor({patterns: [{name: 'broken', pattern: '('}]})).toThrow(/broken/);
	});

	it('has its home folders only if that is wanted', () => {
		const text =
			'/home/jo/work /Users/jo.smith/a.ts C:\\Users\\Jo\\x "C:\\\\Users\\\\Jo\\\\x" file:///home/jo/x ~/.claude/projects/-home-jo-work /mnt/c/Users/Jo https://acme.io/Users/jo /Users/Shared/x';
		expect(new Redactor().text(text)).toBe(text);
		expect(new Redactor({homePaths: true}).text(text)).toBe(
			'~/work ~/a.ts ~\\x "~\\\\x" file://~/x ~/.claude/projects/-~-work ~ https://acme.io/Users/jo /Users/Shared/x',
		);
	});

	it('of 10 MB takes a moment', {timeout: 60_000}, () => {
		const picture = Buffer.from(Array.from({length: 300_000}, () => random.below(256))).toString('base64');
		const long = picture.repeat(25);
		const before = process.cpuUsage();
		expect(new Redactor().text(long)).toBe(long);
		expect(new Redactor().text('const token = await getToken(user); // "key": {}\n'.repeat(100_000))).not.toContain(
			'REDACTED',
		);
		expect(process.cpuUsage(before).user / 1e6).toBeLessThan(4);
	});
});

describe('a value', () => {
	it('is judged by its key', () => {
		const secret = roll(20);
		const value = {
			env: {API_KEY: secret, tokens: [roll(30)], max_tokens: 4096, token_type: 'bearer'},
			list: [1, null, true],
		};
		const redacted = new Redactor().value(value);
		expect(redacted.env).toEqual({
			API_KEY: 'REDACTED-secret-1',
			tokens: ['REDACTED-secret-2'],
			max_tokens: 4096,
			token_type: 'bearer',
		});
		expect(redacted.list).toBe(value.list);
	});

	it('is the very same where there is nothing', () => {
		const value = {a: [{b: 'nothing here'}], token: 'abc'};
		expect(new Redactor().value(value)).toBe(value);
	});
});

describe('a record', () => {
	it('is the very same bytes where there is nothing', () => {
		const bytes = Buffer.from('{"a":1.0,"b":"\\u00e9 \\/ x","tokens":12345678901234567890}\n');
		expect(new Redactor().record(bytes)).toBe(bytes);
	});

	it('changes nothing but the strings with secrets', () => {
		const line = `{"n":1.0, "big":12345678901234567890,"s":"\\u00e9","deep":{"input":"{\\"password\\":\\"Zx9${roll(9)}q\\"}"},"api_key":"${roll(32)}","k":[ "${token}" ]}\n`;
		const redacted = new Redactor().record(Buffer.from(line)).toString();
		expect(redacted).toBe(
			'{"n":1.0, "big":12345678901234567890,"s":"\\u00e9","deep":{"input":"{\\"password\\":\\"REDACTED-password-1\\"}"},"api_key":"REDACTED-secret-1","k":[ "REDACTED-github-token-1" ]}\n',
		);
	});

	it('is redacted as text where it is torn', () => {
		const torn = `{"a":"b","c":"${token}`;
		expect(new Redactor().record(Buffer.from(torn)).toString()).toBe('{"a":"b","c":"REDACTED-github-token-1');
		expect(new Redactor().record(Buffer.from(`{token: ${token}}`)).toString()).toBe('{token: REDACTED-github-token-1}');
	});

	it('stays JSON with every planted secret in it', () => {
		for (const {secret, text} of plantedSecrets()) {
			const nested = JSON.stringify({message: {content: [{type: 'text', text: JSON.stringify({command: text})}]}});
			const redacted = new Redactor().record(Buffer.from(nested)).toString();
			expect(redacted).not.toContain(secret);
			expect(() => JSON.parse(JSON.parse(redacted).message.content[0].text)).not.toThrow();
		}
	});
});

describe('entries and sessions', () => {
	it('are the very same where there is nothing', () => {
		const [entry] = plantedSession().entries.slice(-1);
		expect(new Redactor().entry(entry!)).toBe(entry);
	});

	it('tell what was replaced and where, never what it was', () => {
		const {entries, secrets} = plantedSession();
		const redactor = new Redactor();
		for (const entry of entries) redactor.entry(entry);
		const report = redactor.report();
		const github = report.find(({kind}) => kind === 'github-token')!;
		expect(github).toMatchObject({name: 'GitHub token', different: 4});
		expect(github.count).toBeGreaterThanOrEqual(4);
		expect(github.places[0]).toBe('planted-10 tool input');
		for (const {secret} of secrets) expect(JSON.stringify(report)).not.toContain(secret);
	});

	it('have titles without the beginning of a secret, where they are cut within it', () => {
		const titled = (title: string): Session => ({
			...{agent: 'claude', id: 'one', path: '/one.jsonl', files: [], size: 1},
			...{title, titleSource: 'first-prompt', isAgentSession: false},
		});
		const title = (text: string, redactor = new Redactor()) => redactor.session(titled(text)).title;
		expect(title(`why does ${token.slice(0, 20)}…`)).toBe('why does …');
		expect(title(`set API_KEY=${token.slice(4, 20)}…`)).toBe('set API_KEY=…');
		for (const text of [
			'why does it fail…',
			'revert 3f2a9c1b7d…',
			'open 550e8400-e29b-41d4-a716-44…',
			'see /srv/proj-x1/a9b3/c…',
			`why does ${token.slice(0, 20)}`,
			'look at source/redact/redactor2…',
		])
			expect(title(text)).toBe(text);
		const homes = new Redactor({homePaths: true, off: ['token', 'assignment']});
		expect(title(`why does ${token.slice(0, 20)}…`, homes)).toBe(`why does ${token.slice(0, 20)}…`);
	});

	it('have titles without secrets, and paths without homes where that is wanted', () => {
		const session: Session = {
			agent: 'claude',
			id: 'one',
			path: '/home/jo/.claude/one.jsonl',
			files: ['/home/jo/.claude/one.jsonl'],
			size: 1,
			title: `why does ${token} not work`,
			titleSource: 'first-prompt',
			cwd: '/home/jo/work',
			isAgentSession: false,
		};
		expect(new Redactor().session(session)).toEqual({...session, title: 'why does REDACTED-github-token-1 not work'});
		expect(new Redactor({homePaths: true}).session(session)).toMatchObject({
			path: '~/.claude/one.jsonl',
			files: ['~/.claude/one.jsonl'],
			cwd: '~/work',
		});
	});
});
