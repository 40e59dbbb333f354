/** Secrets of Kubernetes and Terraform, which may have any name, and keys that are files in base64. */
import {describe, expect, it} from 'vitest';
import {Redactor} from '../../source/redact/redactor.ts';

const typed = ['Tr', 'ub', 'dor', 'x'].join('4');
const redact = (text: string) => new Redactor().text(text);
const encoded = (text: string) => Buffer.from(text).toString('base64');
const address = encoded(`host=db;code=${typed}`);

describe('a Secret of Kubernetes', () => {
	const yaml = `apiVersion: v1\ndata:\n  short: eA==\n  DSN: ${address}\n  user: ${encoded('admin')}\nkind: Secret\nmetadata:\n  name: db-2024a7f3\n`;
	const json = {apiVersion: 'v1', data: {DSN: address}, kind: 'Secret', metadata: {name: 'db-2024a7f3'}};
	const placeholder = 'REDACTED-kubernetes-secret-1';

	it.each([
		['as YAML', yaml],
		['as YAML within JSON', JSON.stringify(yaml)],
		['as JSON', JSON.stringify(json, null, 4)],
		['as JSON within JSON', JSON.stringify(JSON.stringify(json))],
		['with its kind first', `kind: Secret\ntype: Opaque\ndata:\n  DSN: ${address}\n`],
		['with its version behind its kind', `kind: Secret\napiVersion: v1\ndata:\n  DSN: ${address}\n`],
		['as the API answers', JSON.stringify({kind: 'Secret', apiVersion: 'v1', data: json.data})],
		['in a file with numbers of lines', `     1→kind: Secret\n     2→data:\n     3→  DSN: ${address}\n`],
		['with tabs behind them, as an escape', `1\\tkind: Secret\\n2\\tdata:\\n3\\t  DSN: ${address}\\n`],
		['in a diff', `+kind: Secret\n+data:\n+  DSN: ${address}\n`],
		['below a remark', `kind: Secret\ndata:\n\n  # where\n  "DSN": ${address}\n`],
		['named in a sentence before', `It is \`kind: Secret\`.\n\nkind: Secret\ndata:\n  DSN: ${address}\n`],
		['in a list', `items:\n- apiVersion: v1\n  data:\n    DSN: ${address}\n  kind: Secret\n`],
		['before it is encoded', `kind: Secret\nstringData:\n  DSN: "${address}"\n`],
	])('loses what it holds: %s', (_, text) => {
		expect(redact(text)).toBe(text.replace(address, placeholder));
	});

	it('loses the lines of a value that has several', () => {
		const yaml = (first: string, second: string, last: string) =>
			`kind: Secret\nstringData:\n  conf: |-\n    [db]\n    dsn ${first}\n\n      ${second}\n  DSN: ${last}\ntype: Opaque-2024a7f3\n`;
		const text = yaml(typed, `${typed}5`, address);
		const clean =
			'kind: Secret\nstringData:\n  conf: |-\n    [db]\n    REDACTED-kubernetes-secret-1\n\n      REDACTED-kubernetes-secret-2\n  DSN: REDACTED-kubernetes-secret-3\ntype: Opaque-2024a7f3\n';
		expect(redact(text)).toBe(clean);
		expect(redact(JSON.stringify(text))).toBe(JSON.stringify(clean));
	});

	it('is no other thing beside it', () => {
		const config = `apiVersion: v1\nkind: ConfigMap\ndata:\n  DSN: ${encoded('host=db;code=4711')}\n---\n`;
		expect(redact(config + yaml)).toBe(config + yaml.replace(address, placeholder));
		for (const text of [
			config,
			`kind: SecretProviderClass\ndata:\n  DSN: ${address}\n`,
			'kind: Secret\ndata:\n  key: <base64-value>\n',
			'Take `kind: Secret` for it.\n\nbuild:\n  data:\n    path: src/index2.ts\n',
			'kind: Release\nvaluesFrom:\n- kind: Secret\n  name: x\ndata:\n  path: src/index2.ts\n',
		])
			expect(redact(text)).toBe(text);
		const answer = (kind: string, DSN: string) => JSON.stringify({kind, apiVersion: 'v1', data: {DSN}});
		const settings = answer('ConfigMap', encoded('host=db;code=4711'));
		expect(redact(settings + answer('Secret', address) + settings)).toBe(
			settings + answer('Secret', placeholder) + settings,
		);
	});
});

describe('Terraform', () => {
	it.each([
		['a variable', `variable "db_password" {\n  type    = string\n  default = "${typed}"\n}`, 'password'],
		['an output', `"dsn": {\n  "sensitive": true,\n  "type": "string",\n  "value": "${typed}"\n}`, 'secret'],
		['its state', `"dsn": {"value": "${typed}", "type": "string", "sensitive": true}`, 'secret'],
	])('loses the value of %s', (_, text, kind) => {
		expect(redact(text)).toBe(text.replace(typed, `REDACTED-${kind}-1`));
	});

	it('keeps the others', () => {
		for (const text of [
			'variable "token_version" {\n  default = "v2.3.1"\n}',
			'variable "db_password" {\n  type = string\n}\nvariable "tag" {\n  default = "a1b2c3d4e5"\n}',
			`"dsn": {"value": "${typed}", "sensitive": false}`,
		])
			expect(redact(text)).toBe(text);
	});
});

it('a private key in base64 is one, a certificate is none', () => {
	const file = (what: string) => encoded(`-----BEGIN ${what}-----\n${'QmFzZTY0'.repeat(30)}\n-----END ${what}-----\n`);
	const [key, certificate] = [file(`RSA ${'PRIVATE'} KEY`), file('CERTIFICATE')];
	expect(redact(`client-certificate-data: ${certificate}\nclient-key-data: ${key}\n`)).toBe(
		`client-certificate-data: ${certificate}\nclient-key-data: REDACTED-private-key-1\n`,
	);
	const lines = key.match(/.{1,76}/g)!;
	expect(redact(`$ base64 key.pem\n${lines.join('\n')}\n$ ls`)).toBe('$ base64 key.pem\nREDACTED-private-key-1\n$ ls');
});
