/** Whatever is in a session: the document is valid, and the same after a way there and back. */
import {describe, expect, it} from 'vitest';
import {readSessionData} from '../../source/formats/session-data/read-session-data.ts';
import {writeSessionData} from '../../source/formats/session-data/write-session-data.ts';
import {readUniversal} from '../../source/formats/universal/read-universal.ts';
import {writeUniversal} from '../../source/formats/universal/write-universal.ts';
import {validate} from '../../source/formats/validate.ts';
import type {Session} from '../../source/model/session.ts';
import {isMute} from '../helpers/check-small-format.ts';
import {madeExport, writtenText} from '../helpers/made-export.ts';
import {Random} from '../helpers/random.ts';
import {randomEntries} from '../helpers/random-entries.ts';

const unknown = {agentVersion: undefined, cwd: undefined, startedAt: undefined, endedAt: undefined};

const sessions: ReadonlyArray<Partial<Session>> = [
	{},
	unknown,
	{cwd: ' ', models: [''], agentVersion: '', title: '', gitBranch: ''},
	{models: ['m1', 'm2'], tokens: {input: 1, output: 2}, title: 'A title', titleSource: 'custom', gitBranch: 'x'},
	{
		models: ['m2'],
		tokens: {output: 2, cacheRead: 4},
		cost: 1,
		latestCwd: '/b',
		forkedFrom: 'f',
		parentId: 'p',
		isAgentSession: true,
	},
];

describe.each([
	['session-data', writeSessionData, readSessionData],
	['universal', writeUniversal, readUniversal],
] as const)('%s', (id, write, read) => {
	it.each([undefined, 'all'] as const)(
		'of branch %s holds anything',
		async branch => {
			for (let seed = 1; seed <= 400; seed++) {
				const entries = randomEntries(new Random(seed * 7919), 24);
				const session = sessions[seed % sessions.length]!;
				const text = await writtenText(madeExport(entries, {branch, session}), write);
				const document = JSON.parse(text) as Record<string, unknown>;
				expect(await validate(id, document), `seed ${seed}`).toEqual([]);
				const {header, records, compactions} = read(document);
				const back = madeExport(
					records.flatMap(each => each.entries),
					{branch, session: {...unknown, ...header}, compactions},
				);
				expect(await writtenText(back, write), `seed ${seed}`).toBe(text);
				const texts = records.flatMap(each => each.entries.map(entry => `${entry.kind} ${entry.text}`)).sort();
				const said = entries
					.filter(entry => branch === 'all' || !isMute({text: '', ...entry}))
					.map(entry => `${entry.kind} ${entry.text}`);
				expect(texts, `seed ${seed}`).toEqual(said.sort());
			}
		},
		60_000,
	);
});
