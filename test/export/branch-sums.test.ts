/** Where one branch leaves alone, its session is told as if there were no other. */
import {describe, expect, it} from 'vitest';
import {usualChoice} from '../../source/actions/export/export-choice.ts';
import {prepareExport} from '../../source/actions/export/prepare-export.ts';
import {sessionOfBranch} from '../../source/actions/export/session-of-branch.ts';
import type {BranchChoice} from '../../source/adapters/adapter.ts';
import {Library} from '../../source/catalog/library.ts';
import type {FormatId} from '../../source/formats/format.ts';
import type {Tokens} from '../../source/model/session.ts';
import {addTokens} from '../../source/model/usage.ts';
import {answer, call, collect, readSession, result, user} from '../helpers/claude-session.ts';
import {fixtureSessions} from '../helpers/every-session.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';

async function exported(scenario: string, format: FormatId, branch?: BranchChoice): Promise<string> {
	const {ref} = (await fixtureSessions()).find(({name}) => name.startsWith(scenario))!;
	const library = new Library({homes: [temporaryDirectory()]});
	const {pieces} = await prepareExport(library, ref, {choice: {...usualChoice, format, branch}});
	return Buffer.concat((await collect<string | Buffer>(pieces)).map(piece => Buffer.from(piece))).toString();
}

describe('one branch', () => {
	it.each(['claude/tui-rewind ', 'codex/tui-backtrack ', 'gemini/tui-rewind '])(
		'of %stells its own',
		async scenario => {
			for (const branch of [1, 2]) {
				const {session, messages} = JSON.parse(await exported(scenario, 'unified', branch));
				const {counts, token_usage: sum} = session.extensions;
				const said = (role: string) =>
					messages.filter(({role: own, metadata, content}: any) => {
						const isSaid = !metadata.is_meta && content.some(({type}: any) => type === 'text');
						return own === role && isSaid;
					}).length;
				expect(counts).toMatchObject({forks: 0, prompts: said('user'), messages: said('user') + said('assistant')});
				const tokens = messages.map(({metadata}: any): Tokens | undefined => {
					const {input_tokens: input, output_tokens: output} = metadata.token_usage ?? {};
					return metadata.token_usage && {input, output};
				});
				expect(tokens.reduce(addTokens)).toMatchObject({input: sum.input_tokens, output: sum.output_tokens});
				const times = messages.map(({timestamp}: any) => timestamp ?? '');
				expect(session.ended_at).toBe(times.toSorted().at(-1));
			}
		},
	);

	it('tells the same in every format', async () => {
		const {session} = JSON.parse(await exported('claude/tui-rewind ', 'unified', 1));
		const {input_tokens: input} = session.extensions.token_usage;
		const words = `${input.toLocaleString('en')} in`;
		expect(await exported('claude/tui-rewind ', 'markdown', 1)).toContain(`| Tokens | ${words}`);
		expect(await exported('claude/tui-rewind ', 'html', 1)).toContain(`<dt>Tokens</dt><dd>${words}`);
		expect(await exported('claude/tui-rewind ', 'session-data', 1)).toContain(`"tokens":{"input":${input},`);
		expect(JSON.parse(await exported('claude/tui-rewind ', 'universal', 1)).metadata.tokens.input).toBe(input);
	});

	it('is told of a large session without reading it once more', async () => {
		const {history} = await readSession([
			user('u1', null, 'go'),
			call('a1', 'u1', 't1'),
			result('r1', 'a1', 't1', 'no', {toolUseResult: 'Error'}),
			answer('a2', 'r1', 'done'),
			user('u2', 'a2', 'left'),
			call('a3', 'u2', 't2'),
			user('u3', 'a2', 'taken'),
			answer('a4', 'u3', 'yes'),
		]);
		const large = {...history, session: {...history.session, size: 20_000_000}};
		for (const branch of [1, 2, undefined]) {
			const {size: _, ...wanted} = await sessionOfBranch(history, branch);
			let read = 0;
			const batches: typeof history.batches = (...given) => {
				read++;
				return history.batches!(...given);
			};
			expect(await sessionOfBranch({...large, batches}, branch)).toMatchObject(wanted);
			expect(read).toBe(branch === 1 ? 1 : 0);
		}
		expect((await sessionOfBranch(history, 1)).counts).toMatchObject({prompts: 2, toolCalls: 2, forks: 0});
	});
});

it('what the first reading tells of a branch is what its entries tell', async () => {
	let branches = 0;
	for (const {adapter, ref, name} of await fixtureSessions()) {
		const history = await adapter.history(ref);
		if (!history.sums) continue;
		const {sums: _, ...unsummed} = history;
		const large = {...history, session: {...history.session, size: 20_000_000}};
		for (const {number} of history.graph.branches) {
			const wanted = await sessionOfBranch(unsummed, number);
			const {size: __, endedAt: ___, ...known} = await sessionOfBranch(large, number);
			expect({...wanted, ...known}, name).toEqual(wanted);
			expect(Object.keys(known), name).toEqual(expect.arrayContaining(['tokens', 'cost', 'models']));
			branches++;
		}
	}
	expect(branches).toBeGreaterThan(6);
});

it('all branches are told with all prompts that are shown', async () => {
	const markdown = await exported('claude/tui-rewind ', 'markdown', 'all');
	const prompts = markdown.match(/^## <a id/gm)!.length;
	expect(markdown).toContain(`| Content | ${prompts} prompts`);
	expect(await exported('claude/tui-rewind ', 'html')).toContain(`<dt>Content</dt><dd>${prompts} prompts`);
});
