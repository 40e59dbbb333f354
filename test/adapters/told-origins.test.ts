/** The commit, the repository and the provider of the model, where an agent writes them down; tokens only where it does. */
import {describe, expect, it} from 'vitest';
import {codex} from '../../source/adapters/codex/codex.ts';
import {answer, readSession, user} from '../helpers/claude-session.ts';
import {readRecords, said, meta as sessionMeta, typed} from '../helpers/codex-session.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';
import {database, answer as openAnswer, user as openUser, readIn, text} from '../helpers/opencode-store.ts';

describe('Codex', () => {
	it('tells commit, repository and provider in its header', async () => {
		const git = {branch: 'main', commit_hash: 'abc123', repository_url: 'git@example.com:app.git'};
		const {ref, history} = await readRecords([
			sessionMeta({git, model_provider: 'azure'}),
			...typed('go'),
			...said('done'),
		]);
		const told = {
			gitBranch: 'main',
			gitCommit: 'abc123',
			gitRemote: 'git@example.com:app.git',
			modelProvider: 'azure',
		};
		expect(await codex.head(ref)).toMatchObject(told);
		expect(history.session).toMatchObject(told);
	});
});

describe('OpenCode', () => {
	it('tells the provider of the first model, and no tokens where nobody counted any', async () => {
		const home = temporaryDirectory();
		database(home)
			.session()
			.message('msg_1', 1, openUser, [text('go')])
			.message('msg_2', 2, {...openAnswer, providerID: 'openrouter'}, [text('one')])
			.message('msg_3', 3, {...openAnswer, modelID: 'other', providerID: 'second'}, [text('two')])
			.close();
		const {history} = await readIn(home);
		expect(history.session).toMatchObject({models: ['mock-model', 'other'], modelProvider: 'openrouter'});
		expect(history.session.tokens).toBeUndefined();
	});
});

describe('Claude Code', () => {
	it('tells no tokens where no answer has any', async () => {
		const {history} = await readSession([
			user('u1', null, 'go'),
			answer('a1', 'u1', 'done', {message: {id: 'm', role: 'assistant', model: 'x', content: 'done'}}),
		]);
		expect(history.session.tokens).toBeUndefined();
	});
});
