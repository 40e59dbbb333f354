/** Every session there is, written and read back. */
import {describe, it} from 'vitest';
import {checkSessions} from '../helpers/check-small-format.ts';
import {hasCorpus} from '../helpers/corpus.ts';
import {corpusSessions, fixtureSessions, genuineSessions, hasGenuine, sessionsIn} from '../helpers/every-session.ts';
import {hostileHome} from '../helpers/hostile-home.ts';

describe('session-data', () => {
	it('holds every fixture', async () => checkSessions('session-data', await fixtureSessions()), 120_000);

	it(
		'holds what is damaged',
		async () => checkSessions('session-data', await sessionsIn(hostileHome().home, 'hostile')),
		120_000,
	);

	it.runIf(hasGenuine)(
		'holds every recorded session',
		async () => checkSessions('session-data', await genuineSessions()),
		120_000,
	);

	it.runIf(hasCorpus)(
		'holds every public session',
		async () => checkSessions('session-data', await corpusSessions()),
		300_000,
	);
});
