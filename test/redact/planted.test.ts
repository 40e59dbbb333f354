import {describe, expect, it} from 'vitest';
import {Redactor} from '../../source/redact/redactor.ts';
import {cutSecrets, plantedLookalikes, plantedSecrets, plantedSession} from './planted.ts';

describe('the planted set', () => {
	it('has 60 secrets of at least 20 kinds, and 60 lookalikes', () => {
		expect(plantedSecrets()).toHaveLength(60);
		expect(new Set(plantedSecrets().map(({kind}) => kind)).size).toBeGreaterThanOrEqual(20);
		expect(plantedLookalikes()).toHaveLength(60);
	});

	it.each(plantedSecrets())('finds a planted $kind', ({kind, secret, text}) => {
		expect(text).toContain(secret);
		const redactor = new Redactor();
		const redacted = redactor.text(text);
		expect(redacted).not.toContain(secret);
		expect(redacted).not.toContain(secret.slice(0, 16));
		expect(redactor.report().map(finding => finding.kind)).toContain(kind);
	});

	it.each(cutSecrets())('finds a $kind that a line break cuts', ({kind, secret, text}) => {
		const redactor = new Redactor();
		const redacted = redactor.text(text);
		expect(redacted).toBe(`token is REDACTED-${kind}-1\nand so on`);
		expect(redactor.text(`once more ${secret}`)).toBe(`once more REDACTED-${kind}-1`);
	});

	it('takes none of the lookalikes for a secret', () => {
		const alarms = plantedLookalikes().filter(({text}) => new Redactor().text(text) !== text);
		expect(alarms.map(({what}) => what)).toEqual([]);
	});

	it('does so in entries of all sorts, and twice is as good as once', () => {
		const {entries, secrets, lookalikes} = plantedSession();
		const redactor = new Redactor();
		const redacted = entries.map(entry => redactor.entry(entry));
		const everything = JSON.stringify(redacted);
		for (const {secret} of secrets) {
			expect(everything).not.toContain(secret);
			expect(everything).not.toContain(JSON.stringify(secret).slice(1, -1));
		}
		expect(redacted.slice(-lookalikes.length)).toEqual(entries.slice(-lookalikes.length));
		const again = new Redactor();
		expect(redacted.map(entry => again.entry(entry))).toEqual(redacted);
		expect(again.report()).toEqual([]);
	});
});
