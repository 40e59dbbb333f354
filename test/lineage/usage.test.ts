/** What branches and sessions took: what they share counts once, in every agent. */
import fs from 'node:fs';
import {describe, expect, it} from 'vitest';
import {treeHome} from '../helpers/drawn-tree.ts';

type Row = {kind: string; tokens: number | null; branch: number | null};
type SessionJson = {tokens: number | null; own: {tokens: number | null}};

/** The plainest way to count: each answer of a file once, without any code of ours. */
function answersIn(file: string): Map<string, number> {
	const answers = new Map<string, number>();
	for (const line of fs.readFileSync(file, 'utf8').split('\n')) {
		const {message} = line === '' ? {message: undefined} : JSON.parse(line);
		const {input_tokens = 0, output_tokens = 0, cache_creation_input_tokens = 0} = message?.usage ?? {};
		if (message?.usage) answers.set(message.id, input_tokens + output_tokens + cache_creation_input_tokens);
	}
	return answers;
}

const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0);

describe('what a family took', () => {
	it('of a fork of Claude is what its files tell, once', async () => {
		const home = await treeHome('claude/fork');
		const files = home.sessions.map(({path}) => answersIn(path));
		const shared = [...files[0]!.keys()].filter(id => files[1]!.has(id));
		const all = new Map(files.flatMap(each => [...each]));
		const {family, sessions} = await home.json(0, {family: true});
		expect(shared.length).toBeGreaterThan(0);
		expect(family.tokens).toBe(sum(all.values()));
		expect(family.shared.tokens).toBe(sum(shared.map(id => all.get(id)!)));
		expect(new Set(sessions.map(({tokens}: SessionJson) => tokens))).toEqual(
			new Set(files.map(each => sum(each.values()))),
		);
	});

	it.each([
		'claude/fork',
		'claude/tui-branch',
		'claude/subagent',
		'codex/fork',
		'codex/subagent',
		'gemini/subagent',
		'gemini/tui-rewind',
		'opencode/fork',
		'opencode/subagent',
		'pi/tree',
		'pi/subagent',
	])('of %s is the sum of what each session has of its own', async fixture => {
		const home = await treeHome(fixture);
		for (const which of home.sessions.keys()) {
			const {family, sessions} = await home.json(which, {family: true});
			expect(family.tokens).toBe(sum(sessions.map(({own}: SessionJson) => own.tokens ?? 0)));
			expect(family.tokens + (family.shared.tokens ?? 0)).toBeGreaterThanOrEqual(
				Math.max(...sessions.map(({tokens}: SessionJson) => tokens ?? 0)),
			);
		}
	});
});

describe('what branches took', () => {
	it.each(['claude/tui-rewind', 'claude/tui-rewind-first', 'codex/tui-backtrack', 'codex/tui-backtrack-mid'])(
		'of %s: both together with what they share are all of it',
		async fixture => {
			const home = await treeHome(fixture);
			const {tokens, branches} = await home.json();
			const [left, active] = branches;
			expect(branches).toHaveLength(2);
			for (const {tokens: whole, own} of branches) {
				expect(own.tokens).toBeGreaterThan(0);
				expect(whole).toBeGreaterThanOrEqual(own.tokens);
			}
			expect(left.tokens - left.own.tokens).toBe(active.tokens - active.own.tokens);
			expect(left.tokens + active.own.tokens).toBe(tokens);
			const {rows} = await home.json(0, {family: true});
			expect(rows.filter(({branch}: Row) => branch !== null).map(({tokens: own}: Row) => own)).toEqual([
				left.own.tokens,
				active.own.tokens,
			]);
		},
	);

	it('is drawn where there is room for it', async () => {
		const home = await treeHome('claude/tui-rewind');
		const wide = await home.raw(0, {columns: 120});
		expect(wide[1]).toMatch(/1 fork · 15k tokens$/);
		expect(wide[3]).toMatch(/○ second prompt beta {2}2 prompts · 6\.2k tokens · branch 1 · left · \d\d:\d\d$/);
		const narrow = await home.raw(0, {columns: 80});
		expect(narrow[5]).toMatch(/● second prompt DELTA \(after rewind\) {2}2 prompts · branch 2 · active · \d\d:\d\d$/);
	});
});
