/**
 * Secrets in the surroundings they are met in, and what only looks like them. All are made of parts when they are asked
 * for, from seeded random letters: nothing in this repository is a secret, or is taken for one.
 */
import type {Entry} from '../../source/model/entry.ts';
import {Random} from '../helpers/random.ts';

export type Planted = {
	/** The kind the report must name. */
	readonly kind: string;
	/** What may not be in any output. */
	readonly secret: string;
	/** What it stands in. */
	readonly text: string;
};

export type Lookalike = {readonly what: string; readonly text: string};

const small = 'abcdefghijklmnopqrstuvwxyz';
const large = small.toUpperCase();
const digits = '0123456789';
const hexadecimal = '0123456789abcdef';
const base62 = small + large + digits;
const base64 = `${base62}+/`;
const url64 = `${base62}_-`;

class Maker {
	private readonly random: Random;

	constructor(seed: number) {
		this.random = new Random(seed);
	}

	of(alphabet: string, length: number): string {
		return Array.from({length}, () => alphabet[this.random.below(alphabet.length)]).join('');
	}

	/** Begins and ends with a letter, so that no hyphen at its end is taken for punctuation. */
	token(length: number, alphabet = base62): string {
		return `${this.of(large, 1)}${this.of(alphabet, length - 2)}${this.of(small, 1)}`;
	}

	uuid(): string {
		return [8, 4, 4, 4, 12].map(length => this.of(hexadecimal, length)).join('-');
	}

	lines(count: number, length = 64): string[] {
		return Array.from({length: count}, () => this.of(base64, length));
	}

	jwt(): string {
		const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
		const claims = {sub: this.of(digits, 10), role: 'service_role', iat: 1_700_000_000};
		return [part({alg: 'HS256', typ: 'JWT'}), part(claims), this.of(url64, 43)].join('.');
	}
}

const pem = (kind: string, body: readonly string[], between = '\n') =>
	[`-----BEGIN ${kind}-----`, ...body, `-----END ${kind}-----`].join(between);

/** What JSON makes of a text inside a string. */
const escaped = (text: string) => JSON.stringify(text).slice(1, -1);

export function plantedSecrets(seed = 20_261_116): Planted[] {
	const make = new Maker(seed);
	const planted: Planted[] = [];
	const plant = (kind: string, secret: string, around: (secret: string) => string) =>
		planted.push({kind, secret, text: around(secret)});

	// Models
	plant(
		'anthropic-key',
		`sk-${'ant'}-api03-${make.token(93, url64)}AA`,
		key => `export ANTHROPIC_API_KEY=${key}\nclaude -p "hello"`,
	);
	plant(
		'anthropic-key',
		`sk-${'ant'}-oat01-${make.token(95, url64)}`,
		key => `{"claudeAiOauth":{"accessToken":"${key}","expiresAt":1748276587173}}`,
	);
	plant(
		'openai-key',
		`sk-${'proj'}-${make.token(156, url64)}`,
		key => `curl https://api.openai.com/v1/models \\\n  -H "Authorization: Bearer ${key}"`,
	);
	plant(
		'model-key',
		`sk-${make.token(20)}T3${'Blbk'}FJ${make.token(20)}`,
		key => `openai.api_key = "${key}"  # TODO move to env`,
	);
	plant('openrouter-key', `sk-${'or'}-v1-${make.of(hexadecimal, 64)}`, key => `OPENROUTER_API_KEY='${key}'`);
	plant(
		'google-key',
		`AI${'za'}${make.token(35, url64)}`,
		key => `GET https://generativelanguage.googleapis.com/v1beta/models?key=${key}&pageSize=50`,
	);
	plant(
		'google-client-secret',
		`GOC${'SPX'}-${make.token(28, url64)}`,
		key => `{"installed":{"client_secret":"${key}","redirect_uris":["http://localhost"]}}`,
	);
	plant('google-token', `ya${'29'}.${make.token(120, url64)}`, key => `gcloud auth print-access-token\n${key}\n`);
	plant(
		'huggingface-token',
		`hf${'_'}${make.token(34)}`,
		key => `huggingface-cli login --token ${key} --add-to-git-credential`,
	);
	plant('groq-key', `gs${'k_'}${make.token(52)}`, key => `GROQ_API_KEY=${key}`);

	// Code and packages
	plant('github-token', `gh${'p_'}${make.token(36)}`, key => `git clone https://${key}@github.com/acme/billing.git`);
	plant(
		'github-token',
		`gh${'o_'}${make.token(36)}`,
		key => `hosts:\n  github.com:\n    oauth_token: ${key}\n    user: octocat`,
	);
	plant(
		'github-token',
		`gh${'s_'}${make.token(36)}`,
		key => `remote: https://x-access-token:${key}@github.com/acme/site`,
	);
	plant(
		'github-token',
		`github${'_pat_'}${make.token(22)}_${make.token(59)}`,
		key => `I made a new one: \`${key}\`, it can read issues.`,
	);
	plant(
		'gitlab-token',
		`gl${'pat-'}${make.token(20, url64)}`,
		key => `curl --header "PRIVATE-TOKEN: ${key}" "https://gitlab.acme.io/api/v4/projects"`,
	);
	plant('npm-token', `np${'m_'}${make.token(36)}`, key => `//packages.example.org/:_authToken=${key}`);
	plant(
		'pypi-token',
		`py${'pi-'}AgEIcHlwaS5vcmc${make.token(140, url64)}`,
		key => `[pypi]\n  username = __token__\n  password = ${key}`,
	);
	plant(
		'docker-token',
		`dckr${'_pat_'}${make.token(27, url64)}`,
		key => `echo ${key} | docker login -u acme --password-stdin`,
	);
	plant(
		'linear-key',
		`lin${'_api_'}${make.token(40)}`,
		key => `{"mcpServers":{"linear":{"env":{"LINEAR_API_KEY":"${key}"}}}}`,
	);
	plant('notion-token', `nt${'n_'}${make.token(46)}`, key => `NOTION_TOKEN=${key}`);

	// Clouds
	plant(
		'aws-access-key',
		`AK${'IA'}${make.of(`${large}234567`, 16)}`,
		key => `[default]\naws_access_key_id = ${key}\nregion = eu-central-1`,
	);
	plant(
		'aws-secret-key',
		make.token(40, base64),
		key => `[default]\naws_secret_access_key = ${key}\nregion = eu-central-1`,
	);
	plant('aws-secret-key', make.token(40, base64), key =>
		escaped(JSON.stringify({Credentials: {SecretAccessKey: key, Expiration: '2026-01-01'}})),
	);
	plant(
		'azure-storage-key',
		`${make.of(base64, 86)}==`,
		key => `DefaultEndpointsProtocol=https;AccountName=acmelogs;AccountKey=${key};EndpointSuffix=core.windows.net`,
	);
	plant(
		'azure-sas',
		`${make.token(42)}%3D`,
		key => `https://acmelogs.blob.core.windows.net/logs?sv=2022-11-02&ss=b&sp=rl&sig=${key}`,
	);
	plant(
		'azure-client-secret',
		`${make.of(base62, 3)}8${'Q~'}${make.token(34)}`,
		key => `az login --service-principal -u app -p ${key} --tenant acme`,
	);
	plant('digitalocean-token', `do${'p_v1_'}${make.of(hexadecimal, 64)}`, key => `doctl auth init -t ${key}`);
	plant('vercel-token', `vc${'p_'}${make.token(56)}`, key => `vercel deploy --token=${key} --prod`);
	plant('supabase-key', `sb${'p_'}${make.of(hexadecimal, 40)}`, key => `SUPABASE_ACCESS_TOKEN=${key}`);
	plant('jwt', make.jwt(), key => `SUPABASE_SERVICE_ROLE=${key}\nNEXT_PUBLIC_URL=https://abc.supabase.co`);
	plant(
		'databricks-token',
		`da${'pi'}${make.of(hexadecimal, 32)}`,
		key => `host = https://adb-1.azuredatabricks.net\ntoken = ${key}`,
	);
	plant('doppler-token', `dp.${'st'}.dev.${make.token(43)}`, key => `DOPPLER_TOKEN="${key}" doppler run -- npm start`);
	plant(
		'vault-token',
		`hv${'s.'}${make.token(92, url64)}`,
		key => `Key                  Value\n---                  -----\ntoken                ${key}`,
	);
	plant(
		'age-key',
		`AGE-${'SECRET'}-KEY-1${make.of(large + digits, 58)}`,
		key => `# created: 2026-01-01\n# public key: age1xyz\n${key}`,
	);
	plant(
		'cloudflare-key',
		`v1.0-${make.of(hexadecimal, 24)}-${make.of(hexadecimal, 146)}`,
		key => `X-Auth-User-Service-Key: ${key}`,
	);

	// Messages and money
	plant(
		'slack-token',
		`xo${'xb-'}${make.of(digits, 12)}-${make.of(digits, 12)}-${make.token(24)}`,
		key => `slack_client = WebClient(token="${key}")`,
	);
	plant(
		'slack-webhook',
		`T${make.of(large, 8)}/B${make.of(large, 8)}/${make.token(24)}`,
		key => `curl -X POST https://hooks.slack.com/${'services'}/${key} -d '{"text":"done"}'`,
	);
	plant(
		'discord-token',
		`${Buffer.from('107253841926374051').toString('base64')}.${make.of(base62, 6)}.${make.token(38, url64)}`,
		key => `client.login('${key}');`,
	);
	plant(
		'discord-webhook',
		`${make.of('123456789', 18)}/${make.token(68, url64)}`,
		key => `url: https://discord.com/api/${'webhooks'}/${key}`,
	);
	plant(
		'telegram-token',
		`${make.of('123456789', 10)}:${'AA'}${make.token(33, url64)}`,
		key => `https://api.telegram.org/bot${key}/getUpdates`,
	);
	plant(
		'twilio-key',
		`S${'K'}${make.of(hexadecimal, 32)}`,
		key => `const client = twilio('${key}', process.env.TWILIO_SECRET, {accountSid});`,
	);
	plant('secret', make.of(hexadecimal, 32), key => `TWILIO_ACCOUNT=acme\nTWILIO_AUTH_TOKEN=${key}`);
	plant(
		'sendgrid-key',
		`S${'G.'}${make.token(22, url64)}.${make.token(43, url64)}`,
		key => `sgMail.setApiKey('${key}')`,
	);
	plant(
		'mailgun-key',
		`k${'ey-'}${make.of(hexadecimal, 32)}`,
		key => `curl -s --user 'api:${key}' https://api.mailgun.net/v3/mg.acme.io/messages`,
	);
	plant('stripe-key', `sk${'_live_'}${make.token(99)}`, key => `const stripe = new Stripe("${key}");`);
	plant('shopify-token', `shp${'at_'}${make.of(hexadecimal, 32)}`, key => `X-Shopify-Access-Token: ${key}`);
	plant('square-token', `sq0${'atp-'}${make.token(22, url64)}`, key => `SQUARE_ACCESS_TOKEN: ${key}`);
	plant('datadog-key', make.of(hexadecimal, 32), key => `helm install dd datadog/datadog --set x=1\nDD_API_KEY=${key}`);
	plant(
		'sentry-dsn',
		make.of(hexadecimal, 32),
		key => `Sentry.init({dsn: 'https://${key}@o45075.ingest.us.sentry.io/4507'})`,
	);

	// Keys in blocks
	const rsa = make.lines(24);
	plant('private-key', rsa.join('\n'), body => `$ cat server.key\n${pem('RSA PRIVATE KEY', body.split('\n'))}\n$ `);
	const openssh = make.lines(6, 70);
	plant('private-key', openssh.join('\\n'), () =>
		escaped(JSON.stringify({file: 'id_ed25519', content: pem('OPENSSH PRIVATE KEY', openssh)})).replaceAll(
			'\\\\n',
			'\\n',
		),
	);
	const account = make.lines(26);
	plant(
		'private-key',
		account.join('\\n'),
		body => `{"type":"service_account","private_key":"${pem('PRIVATE KEY', body.split('\\n'), '\\n')}\\n"}`,
	);

	// Addresses, headers
	plant(
		'url-password',
		`${make.token(14)}!7`,
		key => `DATABASE_URL=postgres://billing:${key}@db.acme.io:5432/billing?sslmode=require`,
	);
	plant('url-password', make.token(18), key => escaped(escaped(`{"url":"redis://:${key}@cache.acme.io:6379/0"}`)));
	plant(
		'authorization',
		make.token(40, url64),
		key => `> GET /v1/me HTTP/2\n> Host: api.acme.io\n> authorization: Bearer ${key}\n> accept: */*`,
	);
	plant(
		'authorization',
		Buffer.from(`deploy:${make.token(16)}`).toString('base64'),
		key => `{"headers":{"Authorization":"Basic ${key}"}}`,
	);
	plant('cookie', make.token(44, url64), key => `Cookie: theme=dark; connect.sid=${key}; lang=en`);

	// By their names alone
	plant(
		'password',
		`${make.of(small, 5)}-${make.of(large, 3)}${make.of(digits, 4)}!`,
		key => `services:\n  db:\n    environment:\n      MYSQL_ROOT_PASSWORD: ${key}\n`,
	);
	plant('secret', make.token(48, url64), key => escaped(escaped(JSON.stringify({clientId: 'web', clientSecret: key}))));

	// Somebody's address, and a token that a narrow terminal cut.
	plant(
		'email',
		`${make.of(small, 6)}.${make.of(small, 8)}@${make.of(small, 7)}.io`,
		key => `Author: Jo <${key}>\nDate:   Mon Nov 16 16:00:00 2026 +0000`,
	);
	return planted;
}

/** Tokens that a line break or an escape stands in: `secret` is what a reader would put together. */
export function cutSecrets(seed = 7): Planted[] {
	const make = new Maker(seed);
	const cut = (kind: string, secret: string, at: number, between: string): Planted => ({
		kind,
		secret,
		text: `token is ${secret.slice(0, at)}${between}${secret.slice(at)}\nand so on`,
	});
	return [
		cut('github-token', `gh${'p_'}${make.token(36)}`, 20, '\n'),
		cut('github-token', `github${'_pat_'}${make.token(22)}_${make.token(59)}`, 70, '\n  '),
		cut('gitlab-token', `gl${'pat-'}${make.token(20)}`, 16, '\\n'),
		cut('stripe-key', `sk${'_live_'}${make.token(24)}`, 14, '\\\n'),
		cut('digitalocean-token', `do${'p_v1_'}${make.of(hexadecimal, 64)}`, 40, '\r\n'),
		cut('google-key', `AI${'za'}${make.token(35)}`, 12, '\\\\n'),
	];
}

export function plantedLookalikes(seed = 42): Lookalike[] {
	const make = new Maker(seed);
	const found: Lookalike[] = [];
	const add = (what: string, text: string) => found.push({what, text});
	const hash = (length: number) => make.of(hexadecimal, length);
	const integrity = () => `sha512-${make.of(base64, 86)}==`;

	add('git log', `commit ${hash(40)}\nMerge: ${hash(7)} ${hash(7)}`);
	add('short commits', `${hash(7)}..${hash(7)} main -> main`);
	add('MD5', `${hash(32)}  token-list.txt`);
	add('SHA-1', `SHA1(secret.txt)= ${hash(40)}`);
	add('SHA-256', `${hash(64)}  dist/password-check.js`);
	add('SHA-256 with its name', `image: nginx@sha256:${hash(64)}`);
	add('SHA-512', `${hash(128)} *api_key.md`);
	add('hash under a harmless name', `{"password_hash_algorithm": "sha256", "token_hash": "${hash(64)}"}`);
	add('etag', `etag: "${hash(32)}"`);
	add('UUID', `session ${make.uuid()} resumed`);
	add('UUID of a token', `{"token": "${make.uuid()}"}`);
	add('UUIDs of records', `{"uuid":"${make.uuid()}","parentUuid":"${make.uuid()}","sessionId":"${make.uuid()}"}`);
	add('PNG', `data:image/png;base64,iVBORw0KGgo${make.of(base64, 4000)}==`);
	add('JPEG', `{"type":"base64","media_type":"image/jpeg","data":"/9j/${make.of(base64, 6000)}"}`);
	add('GIF', `R0lGODlh${make.of(base64, 2000)}`);
	add('WebP', `UklGR${make.of(base64, 3000)}=`);
	add('PDF', `JVBERi0${make.of(base64, 3000)}=`);
	add('font', `src: url(data:font/woff2;base64,d09GMg${make.of(base64, 2000)}) format('woff2');`);
	add(
		'package-lock',
		`"node_modules/jsonwebtoken": {\n  "version": "9.0.2",\n  "resolved": "https://packages.example.org/jsonwebtoken/-/jsonwebtoken-9.0.2.tgz",\n  "integrity": "${integrity()}"`,
	);
	add(
		'yarn.lock',
		`"@secretlint/core@^9.0.0":\n  version "9.3.1"\n  resolved "https://packages.example.org/x.tgz#${hash(40)}"\n  integrity ${integrity()}`,
	);
	add('pnpm-lock', `  js-tokens@4.0.0:\n    resolution: {integrity: ${integrity()}}`);
	add('poetry.lock', `{file = "tokenizers-0.15.0-cp310.whl", hash = "sha256:${hash(64)}"},`);
	add('Cargo.lock', `name = "secrecy"\nversion = "0.8.0"\nchecksum = "${hash(64)}"`);
	add('go.sum', `github.com/golang-jwt/jwt v3.2.1+incompatible h1:${make.of(base64, 43)}=`);
	add(
		'script integrity',
		`<script src="a.js" integrity="sha384-${make.of(base64, 64)}" crossorigin="anonymous"></script>`,
	);
	add('tool call id', `{"type":"tool_use","id":"toolu_01${make.of(base62, 22)}","name":"Bash"}`);
	add('call id under a token name', `{"token": "call_${make.of(base62, 24)}"}`);
	add('message id', `{"id":"msg_01${make.of(base62, 22)}","role":"assistant"}`);
	add('request id', `"requestId":"req_011${make.of(base62, 21)}"`);
	add('thinking signature', `{"type":"thinking","signature":"${make.of(base64, 400)}=="}`);
	add('counts of tokens', '{"input_tokens":12345678,"cache_creation_input_tokens":20480,"output_tokens":512}');
	add('limit of tokens', 'max_tokens=4096, max_completion_tokens: 16384');
	add('environment in code', "const token = process.env.GITHUB_TOKEN ?? config.get('githubToken');");
	add('environment in Python', 'api_key = os.environ["OPENAI_API_KEY"]\nsecret = settings.SECRET_KEY_V2');
	add('shell variable', 'curl -H "Authorization: Bearer $API_TOKEN" -u "$USER:$PASSWORD" https://api.acme.io');
	add('workflow secret', `token: ${'$'}{{ secrets.NPM_TOKEN_2024 }}`);
	add('examples', 'OPENAI_API_KEY=sk-your-key-here\nANTHROPIC_API_KEY=sk-ant-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx');
	add('stars', 'password: ********\ntoken=****************************');
	add('angle brackets', 'export GITHUB_TOKEN=<your token here>  # ghp_...');
	add('type of a password', 'interface Login { username: string; password: string; token?: string }');
	add('form', '<input type="password" name="password" autocomplete="current-password" placeholder="Password">');
	add('translation', '{"password.tooShort": "Password must have 8 characters", "token.expired": "Token expired"}');
	add('parameters', 'function login(username, password, token = createToken(user, 3600)) {}');
	add('comparison', 'if (password === confirmPassword && token !== previousToken2) return hashPassword(password);');
	add(
		'address of a database without a password',
		'postgres://localhost:5432/app_test and redis://cache.acme.io:6379/0',
	);
	add('placeholder in an address', `postgres://user:password@localhost:5432/db and mysql://root:${'$'}{DB_PASS}@db/x`);
	add('dev server', 'http://localhost:5173/@vite/client and http://127.0.0.1:3000/@fs/app/main.tsx');
	add('git address', 'git remote add origin git@github.com:acme/site.git');
	add('nobody', 'Co-Authored-By: Claude <noreply@anthropic.com>');
	add('example address', 'mail user@example.com or jo@test.example.org');
	add('retina picture', 'assets/icon@2x.png and logo@3x.ai');
	add('packages', 'npm i react@18.2.0 @types/node@20.1.0 lodash@npm:lodash-es@4.17.21');
	add('unit', 'systemctl status getty@tty1.service user@1000.service');
	add('public key', `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${make.of(base64, 43)} laptop`);
	add('certificate', pem('CERTIFICATE', make.lines(8)));
	add(
		'speaking of keys',
		'grep -r "BEGIN RSA PRIVATE KEY" . ; the file starts with -----BEGIN PRIVATE KEY----- and so on',
	);
	add('publishable keys', `pk_live_${make.token(24)} and NEXT_PUBLIC_POSTHOG=phc_${make.token(43)}`);
	add('model names', 'model: claude-sonnet-4-5-20250929, gpt-4o-mini-2024-07-18; token-efficient-tools-2025-02-19');
	add(
		'cookie of taste',
		'Set-Cookie: theme=dark; Path=/; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Max-Age=3600; SameSite=Lax',
	);
	add('page token', `{"nextPageToken": "${make.token(40)}", "max_token_count": 100}`);
	return found;
}

/** Entries that hold all of it: one secret or lookalike each, in turns as a prompt, an answer, a command and its output. */
export function plantedSession(): {
	readonly entries: readonly Entry[];
	readonly secrets: readonly Planted[];
	readonly lookalikes: readonly Lookalike[];
} {
	const secrets = plantedSecrets();
	const lookalikes = plantedLookalikes();
	const texts = [...secrets, ...lookalikes].map(({text}) => text);
	const entries = texts.map((text, index): Entry => entryWith(text, index));
	return {entries, secrets, lookalikes};
}

function entryWith(text: string, index: number): Entry {
	const id = `planted-${index}`;
	const common = {
		id,
		parent: index === 0 ? undefined : `planted-${index - 1}`,
		timestamp: new Date(Date.UTC(2026, 0, 1, 12, 0, index)).toISOString(),
		locator: {path: 'planted.jsonl', offset: index, length: 1},
	};
	const tool = {name: 'Bash', universal: 'bash', callId: `call-${index}`} as const;
	switch (index % 4) {
		case 0:
			return {...common, kind: 'user', role: 'user', text};
		case 1:
			return {...common, kind: 'assistant', role: 'assistant', text};
		case 2:
			return {...common, kind: 'tool_call', role: 'assistant', text: '', tool: {...tool, input: {command: text}}};
		default:
			return {...common, kind: 'tool_result', role: 'tool', text, tool: {...tool, output: text}};
	}
}
