/** Whatever is in a session and however it forks: the document is valid, and the same after a way there and back. */
import {expect, it} from 'vitest';
import type {History} from '../../source/adapters/adapter.ts';
import {unifiedFormat} from '../../source/formats/unified/unified-format.ts';
import {writeUnified} from '../../source/formats/unified/write-unified.ts';
import {validate} from '../../source/formats/validate.ts';
import {BranchGraphBuilder} from '../../source/model/branch-graph-builder.ts';
import type {Entry} from '../../source/model/entry.ts';
import {type NodeRole, nodeRoles} from '../../source/model/node-role.ts';
import {collect} from '../helpers/claude-session.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';
import {Random} from '../helpers/random.ts';
import {randomEntries} from '../helpers/random-entries.ts';
import {readBack, written} from '../helpers/written-session.ts';

/** Records of one to three entries that follow any other record, some of them beside the tree. */
function randomHistory(random: Random): History {
	const builder = new BranchGraphBuilder(random.below(4) === 0);
	const entries: Array<{readonly entry: Entry; readonly record: number}> = [];
	const waiting = randomEntries(random, 40);
	const names = (at: number) => (at < 0 ? undefined : `r${at}`);
	for (let record = 0; waiting.length > 0; record++) {
		const id = names(record)!;
		const isLoose = random.below(8) === 0;
		const parent = random.pick([
			names(record - 1),
			names(record - 1),
			names(random.below(record + 1) - 1),
			names(record + 1),
			'nobody',
			undefined,
		]);
		const blocks = waiting.splice(0, 1 + random.below(3));
		for (const [at, block] of blocks.entries()) {
			const own = at === 0 ? id : `${id}#${at}`;
			const entry: Entry = {
				text: '',
				...block,
				id: own,
				parent: random.pick([parent, parent, at === 0 ? parent : id, undefined, 'nobody']),
				locator: {path: '/s.jsonl', offset: record, length: 1},
			};
			entries.push({entry, record: isLoose ? -1 : builder.size});
		}
		const role = random.pick<NodeRole>(['prompt', 'prompt', 'answer', ...nodeRoles]);
		const isRivalRoot = parent === undefined && random.below(2) === 0;
		if (!isLoose) builder.add({id, parent, role, message: blocks[0]!.message, isRivalRoot});
	}
	const graph = builder.build(builder.size > 0 ? names(random.below(builder.size)) : undefined);
	return {
		session: {
			agent: 'pi',
			id: 's',
			path: '/s.jsonl',
			files: ['/s.jsonl'],
			size: 1,
			titleSource: 'none',
			isAgentSession: false,
			counts: {prompts: 0, messages: 0, toolCalls: 0, errors: 0, forks: graph.forks.length},
		},
		graph,
		compactions: [],
		warnings: [],
		async *entries(branch) {
			const belongs = graph.membership(branch);
			for (const {entry, record} of entries) if (record === -1 || belongs(record)) yield entry;
		},
		async *records() {},
	};
}

/** What is false, absent or empty is the same. */
function essence({locator: _, ...entry}: Entry): unknown {
	const isNothing = (value: unknown) => value === false || value === undefined;
	const plain = (value: unknown): unknown => {
		if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
		const fields = Object.entries(value).map(([name, each]) => [name, plain(each)] as const);
		const kept = fields.filter(([, each]) => !isNothing(each)).sort(([a], [b]) => (a < b ? -1 : 1));
		return kept.length > 0 ? Object.fromEntries(kept) : undefined;
	};
	const {tool, ...rest} = entry;
	return {
		...(plain(rest) as object),
		tool: tool && {...(plain(tool) as object), input: tool.input, callId: tool.callId || undefined},
	};
}

it('a session of anything is the same after the way there and back', async () => {
	const folder = temporaryDirectory();
	let forks = 0;
	for (let seed = 1; seed <= 300; seed++) {
		const history = randomHistory(new Random(seed * 7919));
		forks += history.graph.forks.length;
		const text = await written(history, writeUnified, 'pi', 'all');
		const problems = await validate('unified', JSON.parse(text));
		expect(problems, `seed ${seed}`).toEqual([]);
		const back = await readBack(text, unifiedFormat, folder);
		expect((await collect(back.entries('all'))).map(essence), `seed ${seed}`).toEqual(
			(await collect(history.entries('all'))).map(essence),
		);
		expect(back.graph.branches.length, `seed ${seed}`).toBe(history.graph.branches.length);
		for (const {number} of history.graph.branches)
			expect(
				(await collect(back.entries(number))).map(({id}) => id),
				`seed ${seed} branch ${number}`,
			).toEqual((await collect(history.entries(number))).map(({id}) => id));
		expect(
			(await collect(back.entries())).map(({id}) => id),
			`seed ${seed}`,
		).toEqual((await collect(history.entries())).map(({id}) => id));
		expect(await written(back, writeUnified, 'pi', 'all'), `seed ${seed}`).toBe(text);
	}
	expect(forks).toBeGreaterThan(50);
}, 120_000);
