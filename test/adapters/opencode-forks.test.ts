/** Copies of sessions: which of them was copied from which, where nothing but the content says so. */
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {opencode} from '../../source/adapters/opencode/opencode.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';
import {answer, database, discoverIn, start, storeFolder, text, user} from '../helpers/opencode-store.ts';

type Talk = ReadonlyArray<readonly [seconds: number, words: string]>;

type Copy = {readonly id: string; readonly title: string; readonly made: number; readonly talk: Talk};

/** Prompts and answers in turn; the ids are new in every session, the times are not. */
function makeStore(sessions: readonly Copy[]): string {
	const home = temporaryDirectory();
	const store = database(home);
	for (const {id, title, made, talk} of sessions) {
		store.session({id, title, time_created: start + made * 1000});
		for (const [index, [seconds, words]] of talk.entries())
			store.message(`msg_${id}_${index}`, seconds, index % 2 ? answer : user, [text(words)], id);
	}
	store.close();
	return home;
}

const links = async (home: string) => {
	const {sessions} = await discoverIn(home);
	const all = await opencode.relate!(sessions);
	return Object.fromEntries(all.map(({id, forkedFrom, forkedAt}) => [id, [forkedFrom, forkedAt]]));
};

const base: Talk = [
	[1, 'one'],
	[2, 'answer one'],
	[3, 'two'],
	[4, 'answer two'],
];

describe('a fork', () => {
	it('comes from the session whose beginning it shares', async () => {
		const home = makeStore([
			{id: 'ses_original', title: 'talk', made: 0, talk: [...base, [50, 'three']]},
			{id: 'ses_fork', title: 'talk (fork #1)', made: 10, talk: [...base.slice(0, 2), [20, 'other']]},
			{id: 'ses_other', title: 'talk', made: 5, talk: [[6, 'one']]},
		]);
		expect(await links(home)).toEqual({ses_fork: ['ses_original', 'msg_ses_fork_1']});
	});

	it('is known though both were given other names', async () => {
		const home = makeStore([
			{id: 'ses_original', title: 'first plan', made: 0, talk: base},
			{id: 'ses_fork', title: 'second plan', made: 10, talk: [...base, [20, 'more']]},
		]);
		expect(await links(home)).toEqual({ses_fork: ['ses_original', 'msg_ses_fork_3']});
	});

	it('of a fork comes from the one it shares most with', async () => {
		const first: Talk = [...base, [20, 'in the fork'], [21, 'answer']];
		const home = makeStore([
			{id: 'ses_original', title: 'talk', made: 0, talk: base},
			{id: 'ses_fork', title: 'talk (fork #1)', made: 10, talk: first},
			{id: 'ses_second', title: 'talk (fork #2)', made: 30, talk: [...first, [40, 'deeper']]},
		]);
		expect(await links(home)).toEqual({
			ses_fork: ['ses_original', 'msg_ses_fork_3'],
			ses_second: ['ses_fork', 'msg_ses_second_5'],
		});
	});

	it('that shares as much with several is named after its origin', async () => {
		const home = makeStore([
			{id: 'ses_original', title: 'talk', made: 0, talk: base},
			{id: 'ses_fork', title: 'talk (fork #1)', made: 10, talk: [...base, [20, 'a']]},
			{id: 'ses_sibling', title: 'talk (fork #1)', made: 30, talk: [...base, [40, 'b']]},
			{id: 'ses_second', title: 'talk (fork #2)', made: 50, talk: [...base, [60, 'c']]},
		]);
		const found = await links(home);
		expect(found.ses_sibling![0]).toBe('ses_original');
		expect(['ses_fork', 'ses_sibling']).toContain(found.ses_second![0]);
	});

	it('is not believed on its title alone', async () => {
		const home = makeStore([
			{id: 'ses_original', title: 'talk', made: 0, talk: base},
			{id: 'ses_fork', title: 'talk (fork #1)', made: 10, talk: [[1, 'something else'], ...base.slice(1)]},
		]);
		expect(await links(home)).toEqual({});
	});

	it('in the JSON tree is known as well, if its title says what it is', async () => {
		const home = temporaryDirectory();
		const storage = path.join(storeFolder(home), 'storage');
		const write = (place: string, value: unknown) => {
			fs.mkdirSync(path.dirname(path.join(storage, place)), {recursive: true});
			fs.writeFileSync(path.join(storage, place), JSON.stringify(value));
		};
		for (const [id, title, made] of [
			['ses_original', 'talk', 0],
			['ses_fork', 'talk (fork #1)', 10],
		] as const) {
			write(`session/p/${id}.json`, {id, title, directory: '/a', time: {created: start + made, updated: start + made}});
			for (const [index, [seconds, words]] of base.entries()) {
				const message = `msg_${id}_${index}`;
				const info = {id: message, sessionID: id, ...(index % 2 ? answer : user), time: {created: start + seconds}};
				write(`message/${id}/${message}.json`, info);
				write(`part/${message}/prt_${id}_${index}.json`, {id: `prt_${id}`, messageID: message, ...text(words)});
			}
		}
		expect(await links(home)).toEqual({ses_fork: ['ses_original', 'msg_ses_fork_3']});
	});
});
