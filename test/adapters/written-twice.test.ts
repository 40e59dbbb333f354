/**
 * A file in which every line stands twice, one behind the other or all of them once more at the end, as some tools that copy
 * files leave them: nothing of it is lost, and nothing forks.
 */
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import type {History, SessionRef} from '../../source/adapters/adapter.ts';
import type {Entry} from '../../source/model/entry.ts';
import {answer, chain, collect, readSession, user} from '../helpers/claude-session.ts';
import {describeEverySession, type FoundSession} from '../helpers/every-session.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';

/** What everybody sees, without what only tells where it lies. */
const seen = ({kind, text, tool, isAside}: Entry) => `${kind} ${isAside ?? ''} ${tool?.name ?? ''} ${text}`;

/** Ways in which lines may stand twice. */
const ways = {
	'each at once': (lines: readonly string[]) => lines.flatMap(line => [line, line]),
	'all once more': (lines: readonly string[]) => [...lines, ...lines],
};

let checked = 0;

async function check({adapter, ref, name}: FoundSession): Promise<void> {
	if (adapter.agent !== 'claude' || ref.isAgentSession) return;
	const once = await adapter.history(ref);
	if (once.warnings.length > 0) return;
	const lines = fs.readFileSync(ref.path, 'utf8').split('\n').filter(Boolean);
	for (const [way, twice] of Object.entries(ways)) await compare(once, adapter, ref, twice(lines), `${name}, ${way}`);
}

async function compare(
	once: History,
	adapter: FoundSession['adapter'],
	ref: SessionRef,
	lines: readonly string[],
	name: string,
): Promise<void> {
	const copy = path.join(temporaryDirectory(), path.basename(ref.path));
	fs.writeFileSync(copy, `${lines.join('\n')}\n`);
	const found = await adapter.recognize(copy);
	if (!found) return;
	const twice = await adapter.history(found);
	checked++;
	const {counts} = once.session;
	expect({name, counts: twice.session.counts, tokens: twice.session.tokens}).toEqual({
		name,
		counts: {...counts, unknown: counts?.unknown && expect.any(Number)},
		tokens: once.session.tokens,
	});
	// Records without an id of their own may stand there twice: nobody can tell.
	const own = ({id}: Entry) => !id.startsWith('@');
	const [all, again] = await Promise.all([once, twice].map(async each => (await collect(each.entries())).filter(own)));
	expect({name, entries: again!.map(seen)}).toEqual({name, entries: all!.map(seen)});
}

describeEverySession(check);

describe('what a compaction kept', () => {
	const before = [
		user('u1', null, 'one'),
		answer('a1', 'u1', 'first'),
		user('u2', 'a1', 'two'),
		answer('a2', 'u2', 'second'),
	];
	const kept = before.slice(-2);
	const boundary = chain('system', 'b', null, {
		subtype: 'compact_boundary',
		logicalParentUuid: 'a2',
		content: 'Compacted',
	});
	const moved = [{...kept[0], parentUuid: 'b'}, kept[1]!];
	const after = [user('u3', 'a2', 'three'), answer('a3', 'u3', 'third')];
	const all = [...before, boundary, ...moved, ...after];

	it.each([
		['is written once', all],
		['is written with everything else once more', [...all, ...all]],
		['is written once more where it stood before', [...all, ...kept]],
		['is written once more where it was put', [...all, ...moved]],
		['is written twice at once', all.flatMap(record => [record, record])],
	])('%s', async (_, records) => {
		const {history, entries, prompts} = await readSession(records);
		expect(prompts).toEqual(['one', 'two', 'three']);
		expect(entries.filter(({kind}) => kind === 'assistant').map(({text}) => text)).toEqual([
			'first',
			'second',
			'third',
		]);
		expect(history.session.counts).toMatchObject({prompts: 3, messages: 6, forks: 0});
	});
});

it('was looked at often enough', () => {
	expect(checked).toBeGreaterThan(10);
});
