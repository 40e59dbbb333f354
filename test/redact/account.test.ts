/** Parts that somebody else redacted before their turn: taken over only where the result is the same. */
import {describe, expect, it} from 'vitest';
import {Redactor} from '../../source/redact/redactor.ts';
import {Random} from '../helpers/random.ts';
import {plantedSecrets} from './planted.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const random = new Random(4);
const roll = (length: number) => Array.from({length}, () => letters[random.below(letters.length)]).join('');
const secret = roll(24);
const named = `API_SECRET=${secret}`;

/** What one makes of some texts, and its account of them. */
function redacted(redactor: Redactor, texts: readonly string[]) {
	redactor.beginAccount();
	const made = texts.map((text, at) => redactor.text(text, `place ${at}`));
	return {made, account: redactor.account()};
}

describe('an account', () => {
	it('is taken over by one that has met the same, which goes on as if it had replaced all of it', () => {
		const [first, second] = [new Redactor(), new Redactor()];
		const texts = ['mail to jo.smith@kontor.se', named, `it printed ${secret}`, 'and to jo.smith@kontor.se'];
		const {account} = redacted(second, texts);
		expect(first.takeOver(structuredClone(account))).toBe(true);
		expect(first.report()).toEqual(second.report());
		for (const text of [`again ${secret}`, 'from mara@kontor.se', 'from jo.smith@kontor.se'])
			expect(first.text(text)).toBe(second.text(text));
	});

	it('tells of every sort of secret by a rule that others know', () => {
		const texts = [
			`OPENROUTER_KEY=${roll(24)}`,
			...plantedSecrets().map(({text}) => text),
			'https://joe:pa55w0rd-of-joe@example.com',
		];
		for (const text of texts) {
			const [first, second] = [new Redactor(), new Redactor()];
			const {account} = redacted(second, [text]);
			expect([text, first.takeOver(structuredClone(account))]).toEqual([text, true]);
			expect(first.report()).toEqual(second.report());
		}
	});

	it('is not taken over by one that learned the same by another rule: it would be counted as something else', () => {
		const [first, scout] = [new Redactor(), new Redactor()];
		scout.continueLike(first);
		scout.text(named);
		const password = `DB_PASSWORD=${secret}`;
		first.text(password);
		const {account} = redacted(scout, [`token=${secret}.${roll(12)}`]);
		expect(first.takeOver(account)).toBe(false);
		scout.continueLike(first);
		const again = redacted(scout, [`it printed ${secret}`]);
		expect(first.takeOver(again.account)).toBe(true);
		expect(first.report()).toMatchObject([{kind: 'password', count: 2}]);
	});

	it('is not taken over where a placeholder would have another number, and nothing of it counts', () => {
		const [first, second] = [new Redactor(), new Redactor()];
		first.text('from mara@kontor.se');
		const {account} = redacted(second, ['to jo.smith@kontor.se', 'to mara@kontor.se']);
		expect(first.takeOver(account)).toBe(false);
		expect(first.report()).toMatchObject([{kind: 'email', count: 1}]);
		expect(first.text('to jo.smith@kontor.se')).toBe('to REDACTED-email-2');
	});

	it('is not taken over by one that knows of a secret which the other one would have left', () => {
		const [first, second] = [new Redactor(), new Redactor()];
		const {made, account} = redacted(second, [`it printed ${secret}`]);
		expect(made[0]).toContain(secret);
		first.text(named);
		expect(first.takeOver(account)).toBe(false);
	});

	it('of two parts in a row holds only for both in this order', () => {
		const [first, second] = [new Redactor(), new Redactor()];
		const parts = [[named], [`it printed ${secret}`, 'to mara@kontor.se']].map(texts => redacted(second, texts));
		expect(first.takeOver(parts[1]!.account)).toBe(false);
		expect(parts.map(({account}) => first.takeOver(account))).toEqual([true, true]);
		expect(first.report()).toEqual(second.report());
	});
});

describe('news', () => {
	it('are told once, and others replace by them what they meet later', () => {
		const [first, other] = [new Redactor(), new Redactor()];
		first.text(`${named} of jo.smith@kontor.se, again jo.smith@kontor.se`);
		other.text('to mara@kontor.se');
		const news = first.takeNews();
		expect(news.map(({made}) => made)).toEqual(['REDACTED-secret-1', 'REDACTED-email-1']);
		expect(first.takeNews()).toEqual([]);
		other.adopt(structuredClone(news) as typeof news);
		expect(other.text(`it printed ${secret} for jo.smith@kontor.se`)).toBe(
			'it printed REDACTED-secret-1 for REDACTED-email-1',
		);
		// The next number is one that nobody has.
		expect(other.text('and lena@kontor.se')).toBe('and REDACTED-email-3');
		expect(other.report()).toMatchObject([
			{kind: 'email', count: 3},
			{kind: 'secret', count: 1},
		]);
	});

	it('tell of one that is known without its name from now on, though it was met before', () => {
		const redactor = new Redactor();
		redactor.text(named);
		redactor.takeNews();
		redactor.text('to mara@kontor.se');
		expect(redactor.takeNews()).toMatchObject([{secret: 'mara@kontor.se'}]);
		redactor.text(`again ${secret} to mara@kontor.se`);
		expect(redactor.takeNews()).toEqual([]);
	});
});

describe('one that continues like another', () => {
	it('replaces what that one would, forgets what only itself had learned, and counts for itself', () => {
		const [first, scout] = [new Redactor(), new Redactor()];
		const own = roll(24);
		scout.text(`API_SECRET=${own}`);
		first.text(`${named} of jo.smith@kontor.se`);
		scout.continueLike(first);
		const texts = [`it printed ${secret}`, `and ${own}`, 'to jo.smith@kontor.se', 'to mara@kontor.se'];
		const {made, account} = redacted(scout, texts);
		expect(made).toEqual(['it printed REDACTED-secret-1', `and ${own}`, 'to REDACTED-email-1', 'to REDACTED-email-2']);
		expect(first.takeOver(account)).toBe(true);
		expect(first.report()).toMatchObject([
			{kind: 'email', count: 3, different: 2},
			{kind: 'secret', count: 2, different: 1},
		]);
	});

	it('does so with patterns of the user, too', () => {
		const options = {patterns: [{name: 'own-1', pattern: 'K-(?<secret>\\d{6})'}]};
		const [first, scout] = [new Redactor(options), new Redactor(options)];
		first.text('K-123456');
		scout.continueLike(first);
		const {made, account} = redacted(scout, ['K-654321 and K-123456']);
		expect(made).toEqual(['K-REDACTED-own-1-2 and K-REDACTED-own-1-1']);
		expect(first.takeOver(structuredClone(account))).toBe(true);
		expect(first.text('K-654321')).toBe('K-REDACTED-own-1-2');
	});
});
