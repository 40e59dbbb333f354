import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {Redactor} from '../../source/redact/redactor.ts';

const shared = path.join(import.meta.dirname, '..', '..', '..', 'shared');
const folders = [
	path.join(import.meta.dirname, '..', '..', 'fixtures'),
	path.join(shared, 'corpus', 'files'),
	path.join(shared, 'genuine'),
];

/** Sessions that real people published or that were recorded for us: they hold addresses, and no secrets. */
describe.each(folders)('real sessions in %s', folder => {
	it.skipIf(!fs.existsSync(folder))('lose addresses and nothing else', {timeout: 120_000}, () => {
		const redactor = new Redactor();
		let lines = 0;
		for (const name of fs.readdirSync(folder, {recursive: true, encoding: 'utf8'})) {
			if (!/\.jsonl?$/.test(name)) continue;
			const text = fs.readFileSync(path.join(folder, name), 'utf8');
			for (const line of name.endsWith('l') ? text.split('\n') : [text]) {
				const bytes = Buffer.from(line);
				const redacted = redactor.record(bytes, name);
				if (redacted !== bytes) expect(() => JSON.parse(redacted.toString())).not.toThrow();
				lines++;
			}
		}
		expect(lines).toBeGreaterThan(0);
		expect(redactor.report().filter(({kind}) => kind !== 'email')).toEqual([]);
	});
});
