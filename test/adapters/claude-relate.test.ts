/** Who was copied from whom, where no record says it. */
import {expect, it} from 'vitest';
import {Library} from '../../source/catalog/library.ts';
import {answer, type Fields, user, writeSession} from '../helpers/claude-session.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';

const original = 'aaaaaaaa-0000-4000-8000-000000000001';
const copy = 'bbbbbbbb-0000-4000-8000-000000000002';

async function origins(
	sessions: Readonly<Record<string, readonly Fields[]>>,
): Promise<Record<string, string | undefined>> {
	const home = temporaryDirectory();
	for (const [id, records] of Object.entries(sessions)) {
		writeSession(
			home,
			records.map(record => ({...record, sessionId: id})),
			`${id}.jsonl`,
		);
	}
	const library = new Library({homes: [home]});
	const found: Record<string, string | undefined> = {};
	for (const ref of (await library.scan()).sessions) found[ref.id] = (await library.origin(ref)).forkedFrom;
	return found;
}

it('takes the one that goes on earlier for the copy', async () => {
	const shared = [user('u1', null, 'one'), answer('a1', 'u1', 'ok')];
	const forked = user('u2', 'a1', 'in the fork');
	const later = user('u3', 'a1', 'in the original, later');
	expect(await origins({[original]: [...shared, later], [copy]: [...shared, forked]})).toEqual({
		[original]: undefined,
		[copy]: original,
	});
	expect(await origins({[original]: shared, [copy]: [...shared, forked]})).toEqual({
		[original]: undefined,
		[copy]: original,
	});
});

it('is not misled by what the original had abandoned before', async () => {
	const [alpha, beta, delta] = [user('u1', null, 'alpha'), user('u2', 'u1', 'beta'), user('u3', 'u1', 'DELTA')];
	const forked = user('u4', 'u3', 'in the fork');
	expect(await origins({[original]: [alpha, beta, delta], [copy]: [alpha, delta, forked]})).toEqual({
		[original]: undefined,
		[copy]: original,
	});
});

it('does not relate sessions whose ids are alike by chance', async () => {
	const first = [user('u1', null, 'one'), answer('a1', 'u1', 'ok')];
	const second = [user('u1', null, 'something else'), answer('a1', 'u1', 'ok')];
	expect(await origins({[original]: first, [copy]: second})).toEqual({[original]: undefined, [copy]: undefined});
});
