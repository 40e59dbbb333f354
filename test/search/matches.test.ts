/** The places that are shown of a session: real entries, with the words in them. */
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import type {SessionRef} from '../../source/adapters/adapter.ts';
import {agentIds} from '../../source/adapters/agents.ts';
import {adapterFor} from '../../source/adapters/registry.ts';
import {isSearched, wholeText} from '../../source/catalog/fulltext/searchable.ts';
import type {Entry} from '../../source/model/entry.ts';
import {foldText} from '../../source/search/fold.ts';
import {mayHold} from '../../source/search/may-hold.ts';
import {tokensIn} from '../../source/search/tokens.ts';
import {age, entriesIn, passagesOf} from '../helpers/check-passages.ts';
import * as claude from '../helpers/claude-session.ts';
import {collect} from '../helpers/claude-session.ts';
import {fixtureHome, temporaryDirectory} from '../helpers/fixture-home.ts';
import {steering} from '../helpers/hostile-home.ts';
import {Random} from '../helpers/random.ts';
import {answer, idOf, openIndexed, openUnindexed, prompt, queryOf, settle, work, writeClaude} from './search-home.ts';

const fixtures = path.join(import.meta.dirname, '..', '..', 'fixtures');
const homeOf = (agent: string) =>
	fixtureHome(...fs.readdirSync(path.join(fixtures, agent)).map(scenario => `${agent}/${scenario}`));

const entriesOf = async (ref: SessionRef) => collect((await adapterFor(ref.agent).history(ref)).entries('all'));

/** What is searched: a session's own files, without what only the whole of it tells. */
const searchedOf = async (ref: SessionRef) =>
	entriesIn(await passagesOf(adapterFor(ref.agent), ref)).filter(isSearched);

/** Two records under one id are told apart by their places, once all of them are known. */
const placeOf = ({id, locator}: Pick<Entry, 'id' | 'locator'>) =>
	`${id.replace(/@\d+(?=#|$)/, '')} ${JSON.stringify(locator)}`;

describe.each(agentIds)('of %s', agent => {
	it('places are entries of the history, and hold the word', async () => {
		const home = homeOf(agent);
		age(home);
		const askers = [await openIndexed(home), await openUnindexed(home)];
		const {sessions} = await askers[0]!.library.scan();
		const random = new Random(3);
		let looked = 0;
		for (const ref of sessions) {
			const places = new Map((await entriesOf(ref)).map(entry => [placeOf(entry), entry]));
			const words = (await searchedOf(ref))
				.flatMap(entry => tokensIn(wholeText(entry)).map(({text}) => text))
				.filter(word => /^[a-z]{4,20}$/.test(word));
			for (let round = 0; round < 3 && words.length > 0; round++) {
				const word = random.pick(words);
				// Without an index all sessions are read for it.
				for (const asker of round === 0 ? askers : askers.slice(0, 1)) {
					const found = (await asker.last(`${word} `)).found.find(
						each => each.ref.path === ref.path && each.ref.id === ref.id,
					);
					if (!found) throw new Error(`${word} is not found in ${ref.path}`);
					const matches = await asker.matches(found, `${word} `);
					expect(matches.length, `${word} in ${ref.path}`).toBeGreaterThan(0);
					expect(new Set(matches.map(({entryId}) => entryId)).size).toBe(matches.length);
					for (const {entryId, locator, snippet, ranges} of matches) {
						const entry = places.get(placeOf({id: entryId, locator}));
						expect(entry, `${entryId} of ${ref.path}`).toBeDefined();
						expect(tokensIn(wholeText(entry!)).map(({text}) => text)).toContain(word);
						expect(ranges.map(([start, end]) => foldText(snippet.slice(start, end)))).toContain(word);
						looked++;
					}
				}
			}
		}
		expect(looked).toBeGreaterThan(sessions.length);
	});

	it('no word of a session is denied before it is read', async () => {
		const home = homeOf(agent);
		const library = (await openUnindexed(home)).library;
		for (const ref of (await library.scan()).sessions) {
			const entries = await searchedOf(ref);
			const words = new Set(entries.flatMap(entry => tokensIn(wholeText(entry)).map(({text}) => text)));
			// All at once, and if that fails one by one.
			if (await mayHold(ref, [...words])) continue;
			const denied: string[] = [];
			for (const word of words) if (!(await mayHold(ref, [word]))) denied.push(word);
			expect({path: ref.path, denied}).toEqual({path: ref.path, denied: []});
		}
	});
});

describe('what is denied before it is read', () => {
	const refOf = (content: string | Buffer, name = 'a.jsonl') => {
		const file = path.join(temporaryDirectory(), name);
		fs.writeFileSync(file, content);
		return {agent: 'claude', files: [file], path: file} as unknown as SessionRef;
	};

	it.each([
		['plain words', 'meerkat', true],
		['plain words', 'plain', true],
		['PLAIN', 'plain', true],
		['un café', 'cafe', true],
		['un cafe\u0301', 'cafe', true],
		['un caf\\u00e9', 'cafe', true],
		['Å is a sign', 'a', true],
		['\u212Aelvin', 'kelvin', true],
		['it is — │ ✓ “nothing”', 'meerkat', false],
		['\\u001b[31mnothing', 'meerkat', false],
		['日本語 ничего', 'meerkat', false],
		['nothing', '1000', true],
		['nothing', 'который', true],
		['<persisted-output>\\nOutput too large', 'meerkat', true],
	])('%s: %s %s', async (content, word, mayBe) => {
		expect(await mayHold(refOf(content), [word])).toBe(content === 'plain words' && word === 'meerkat' ? false : mayBe);
	});

	it('is nothing that stands across two blocks', async () => {
		for (const shift of [0, 1, 3, 7, 20]) {
			const before = 'x '.repeat((1024 * 1024 - 20) / 2) + '-'.repeat(shift);
			expect(await mayHold(refOf(`${before}acrosstheblocks${' y'.repeat(1000)}`), ['acrosstheblocks'])).toBe(true);
			const long = 'b'.repeat(2000);
			expect(await mayHold(refOf(`${before.slice(0, -900)}${long}`), [long])).toBe(true);
		}
		expect(await mayHold(refOf('x '.repeat(2_000_000)), ['meerkat'])).toBe(false);
	});

	it('is nothing in files of another kind, or that are not there', async () => {
		expect(await mayHold(refOf('x', 'a.jsonl.zst'), ['meerkat'])).toBe(true);
		expect(await mayHold({...refOf('x'), agent: 'opencode'}, ['meerkat'])).toBe(true);
		expect(await mayHold({...refOf('x'), files: ['/nowhere/a.jsonl']}, ['meerkat'])).toBe(true);
		await expect(mayHold(refOf('x '.repeat(2_000_000)), ['meerkat'], AbortSignal.abort())).rejects.toThrow(/abort/i);
	});

	it('is nothing that lies beside a session', async () => {
		const home = temporaryDirectory();
		const folder = path.join(home, '.claude/projects/-home-user-app', idOf(1), 'tool-results');
		const stub = `<persisted-output>\nOutput too large (50KB). Full output saved to: ${folder}/out.txt\n</persisted-output>`;
		writeClaude(home, {id: idOf(1), told: [prompt('hi'), work('cat', stub)]});
		fs.mkdirSync(folder, {recursive: true});
		fs.writeFileSync(path.join(folder, 'out.txt'), 'the meerkat is out here');
		settle(home);
		for (const asker of [await openIndexed(home), await openUnindexed(home)])
			expect(await asker.sorted('meerkat')).toEqual([idOf(1)]);
	});
});

describe('places', () => {
	it('show each of the words, where they stand apart', async () => {
		const home = temporaryDirectory();
		const filler = answer('lorem ipsum dolor '.repeat(2200));
		const told = [
			prompt('hi'),
			answer('quokka one'),
			answer('quokka two'),
			answer('quokka three'),
			filler,
			answer('a wombat'),
			filler,
			work('ls', 'narwhal'),
		];
		writeClaude(home, {id: idOf(1), told});
		settle(home);
		for (const asker of [await openIndexed(home), await openUnindexed(home)]) {
			const matches = await asker.firstMatches('quokka wombat narwhal ');
			expect(matches).toHaveLength(3);
			for (const word of ['quokka', 'wombat', 'narwhal'])
				expect(
					matches.filter(({snippet, ranges}) => ranges.some(([from, to]) => snippet.slice(from, to) === word)),
				).toHaveLength(1);
			expect(new Set(matches.map(({entryId}) => entryId)).size).toBe(3);
		}
	});

	it('are no more than three, the best of them first', async () => {
		const home = temporaryDirectory();
		const told = [
			prompt('hi'),
			...Array.from({length: 20}, (_, at) => work('ls', `quokka ${at}`)),
			answer('quokka said'),
			prompt('quokka asked'),
			prompt('quokka and wombat'),
		];
		writeClaude(home, {id: idOf(1), told});
		settle(home);
		for (const asker of [await openIndexed(home), await openUnindexed(home)]) {
			const snippets = (await asker.firstMatches('quokka ')).map(({role, snippet}) => `${role}: ${snippet}`);
			expect(snippets).toEqual(['user: quokka asked', 'user: quokka and wombat', 'assistant: quokka said']);
			expect((await asker.firstMatches('wombat quokka '))[0]!.snippet).toBe('quokka and wombat');
		}
	});

	it('are of the last record too, while it is written', async () => {
		const home = temporaryDirectory();
		const file = writeClaude(home, {id: idOf(1), told: [prompt('hi'), answer('fine')]});
		const last = JSON.stringify(claude.answer('last', null, 'a late meerkat', {sessionId: idOf(1)}));
		fs.appendFileSync(file, last);
		settle(home);
		for (const asker of [await openIndexed(home), await openUnindexed(home)])
			expect(await asker.firstMatches('meerkat')).toMatchObject([
				{entryId: 'last', snippet: 'a late meerkat', ranges: [[7, 14]]},
			]);
		fs.truncateSync(file, fs.statSync(file).size - 10);
		settle(home);
		for (const asker of [await openIndexed(home), await openUnindexed(home)])
			expect(await asker.sorted('meerkat')).toEqual([]);
	});

	it('are there for what only a title holds, as far as there are any', async () => {
		const home = temporaryDirectory();
		writeClaude(home, {id: idOf(1), told: [prompt('hi'), answer('a wombat')], title: 'On meerkats'});
		settle(home);
		for (const asker of [await openIndexed(home), await openUnindexed(home)]) {
			expect(await asker.firstMatches('meerkats ')).toEqual([]);
			expect(await asker.firstMatches('wombat meerkats ')).toMatchObject([{snippet: 'a wombat', ranges: [[2, 8]]}]);
			expect(await asker.firstMatches('agent:claude')).toEqual([]);
		}
	});

	it('are clean, whatever is in the file', async () => {
		const home = temporaryDirectory();
		const evil = 'x \u001B]0;owned\u0007\u001B[2J meerkat \u009B31m\u202Eturned\u202C \u0000\u0007 end';
		writeClaude(home, {id: idOf(1), told: [prompt('hi'), work('ls', evil), answer(evil)]});
		settle(home);
		for (const asker of [await openIndexed(home), await openUnindexed(home)])
			for (const text of ['meerkat', '/meer\\w+/', '"meerkat"']) {
				const matches = await asker.firstMatches(text);
				expect(matches.length).toBeGreaterThan(0);
				for (const {snippet, ranges} of matches) {
					expect(snippet).not.toMatch(steering);
					expect(ranges.map(([start, end]) => snippet.slice(start, end))).toEqual(['meerkat']);
				}
			}
	});

	it('stop being looked for when nobody waits', async () => {
		const home = temporaryDirectory();
		writeClaude(home, {id: idOf(1), told: [prompt('meerkat'), answer('x')]});
		settle(home);
		const asker = await openIndexed(home);
		const {found} = await asker.last('meerkat');
		await expect(asker.search.matches(found[0]!, queryOf('meerkat'), AbortSignal.abort())).rejects.toThrow(/abort/i);
	});
});
