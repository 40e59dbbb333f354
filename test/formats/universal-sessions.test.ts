/** Every session there is, written and read back. */
import {describe, it} from 'vitest';
import {checkSessions} from '../helpers/check-small-format.ts';
import {hasCorpus} from '../helpers/corpus.ts';
import {corpusSessions, fixtureSessions, genuineSessions, hasGenuine, sessionsIn} from '../helpers/every-session.ts';
import {hostileHome} from '../helpers/hostile-home.ts';

describe('universal', () => {
	it('holds every fixture', async () => checkSessions('universal', await fixtureSessions()), 120_000);

	it(
		'holds what is damaged',
		async () => checkSessions('universal', await sessionsIn(hostileHome().home, 'hostile')),
		120_000,
	);

	it.runIf(hasGenuine)(
		'holds every recorded session',
		async () => checkSessions('universal', await genuineSessions()),
		120_000,
	);

	it.runIf(hasCorpus)(
		'holds every public session',
		async () => checkSessions('universal', await corpusSessions()),
		300_000,
	);
});
