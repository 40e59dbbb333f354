import {describe, expect, test} from 'vitest';
import type {SessionSource} from '../../source/components/session-source.ts';
import {BranchGraphBuilder} from '../../source/model/branch-graph-builder.ts';
import type {Milestone, Relative} from '../../source/model/relative.ts';
import {widthOf} from '../../source/text/width.ts';
import {Gate, openExplorer} from '../helpers/fake-explorer.tsx';
import {entry, type FakeLibrary, fakeLibrary} from '../helpers/fake-library.ts';

const nodes = [
	entry('user', 'begin 検索 🎉', {id: 'a'}),
	entry('user', 'left road', {id: 'b', parent: 'a'}),
	entry('user', 'further left', {id: 'c', parent: 'b'}),
	entry('user', 'right road', {id: 'd', parent: 'a'}),
];

function familyOf(library: FakeLibrary): SessionSource['family'] {
	const builder = new BranchGraphBuilder();
	const milestones = new Map<string, Milestone>();
	for (const {id, parent, text, timestamp, locator} of nodes) {
		builder.add({id, parent, role: 'prompt'});
		milestones.set(id, {kind: 'prompt', text, timestamp, locator});
	}
	const relative: Relative = {agent: 'claude', id: 'one', title: 'forked', graph: builder.build(), milestones};
	return async () => ({refs: [library.ref('one')], relatives: [relative]});
}

type Options = {columns?: number; labels?: SessionSource['labels']; export?: SessionSource['export']};

async function opened({labels, export: write, ...size}: Options = {}) {
	const library = fakeLibrary([{id: 'one', title: 'forked', entries: nodes}]);
	const source = {...library, family: familyOf(library), labels};
	const explorer = await openExplorer(write ? {...source, export: write} : source, size);
	explorer.press('b');
	await explorer.shows('left road');
	return explorer;
}

describe('the fork tree', () => {
	test.each([40, 80, 100])('draws branches at %i columns, CJK included', async columns => {
		const {lines, explorer} = await opened({columns});
		expect(lines().some(line => /├─○ left road/.test(line))).toBe(true);
		expect(lines().some(line => /└─● right road/.test(line))).toBe(true);
		expect(lines().every(line => widthOf(line) <= columns)).toBe(true);
		explorer.close();
	});

	test('exports the branch of the row one is at, and of what branches share what is usual', async () => {
		const wanted: unknown[] = [];
		const {press, shows, explorer} = await opened({
			export: async ({refs, choice, target}) => {
				wanted.push([refs[0]!.id, choice.branch]);
				return {files: [target], size: 1};
			},
		});
		for (const row of ['forked', 'begin', 'left road', 'further left', 'right road']) {
			press('e');
			await shows('Export   forked');
			press('enter');
			await shows('Exported');
			expect(explorer.place, row).toBe('tree');
			press('down');
		}
		expect(wanted).toEqual([
			['one', undefined],
			['one', undefined],
			['one', 1],
			['one', 1],
			['one', 2],
		]);
		explorer.close();
	});

	test('has a palette of what can be done in it', async () => {
		const {press, type, frame, explorer} = await opened();
		press(':');
		type('all keys');
		expect(frame()).toMatch(/▸ All keys of this screen/);
		expect(frame()).toMatch(/Enter take/);
		press('enter');
		expect(frame()).toContain('Keys   of the tree');
		explorer.close();
	});

	test('Enter reads that branch from there, Esc comes back to where one was', async () => {
		const {press, shows, frame, explorer} = await opened();
		press('right');
		expect(frame()).toMatch(/▸├─○ left road/);
		press('enter');
		await shows('further left');
		expect(explorer.reader!.branch).toBe(1);
		press('q');
		expect(explorer.place).toBe('list');
		explorer.close();
	});

	test('Tab leaves out what was not typed, then the prompts between; arrows go from branch to branch', async () => {
		const {press, frame, explorer} = await opened();
		press('tab');
		expect(frame()).toContain('only prompts');
		expect(frame()).toContain('further left');
		press('tab');
		expect(frame()).toContain('only branches');
		expect(frame()).not.toContain('further left');
		expect(frame()).toContain('left road');
		press('right', 'right', 'right');
		expect(frame()).toContain('No branch after this');
		press('tab');
		expect(frame()).toContain('further left');
		press('q');
		expect(explorer.place).toBe('list');
		explorer.close();
	});

	test('h folds a branch, l unfolds it, - and + all of them', async () => {
		const {press, frame, explorer} = await opened();
		press('j', 'j', 'j', 'h');
		expect(frame()).not.toContain('further left');
		expect(frame()).toMatch(/▸├─○ \+1 left road/);
		press('l');
		expect(frame()).toContain('further left');
		press('l');
		expect(frame()).toContain('Nothing is folded here');
		press('-');
		expect(frame()).not.toContain('further left');
		expect(frame()).toContain('└─● right road');
		press('+', 'g', 'g', 'h');
		expect(frame()).not.toContain('left road');
		expect(frame()).toMatch(/\+4 claude one/);
		press('h');
		expect(frame()).toContain('Nothing hangs below this');
		press('l');
		expect(frame()).toContain('further left');
		explorer.close();
	});

	test('L gives a row a label, which stays; an empty one takes it away', async () => {
		const kept = new Map<string, string>();
		const labels: SessionSource['labels'] = {
			of: ({id}, entryId = '') => kept.get(`${id} ${entryId}`),
			set: ({id}, entryId = '', text) =>
				void (text === '' ? kept.delete(`${id} ${entryId}`) : kept.set(`${id} ${entryId}`, text)),
		};
		const {press, type, frame, explorer} = await opened({labels});
		press('right', 'L');
		expect(explorer.place).toBe('label');
		type('dead end 検索');
		expect(frame()).toContain('label › dead end 検索');
		press('enter');
		expect(explorer.place).toBe('tree');
		expect(frame()).toMatch(/├─○ \[dead end 検索\] left road/);
		expect([...kept]).toEqual([['one b', 'dead end 検索']]);
		press('L', 'ctrl-u', 'escape');
		expect(kept.size).toBe(1);
		press('L', 'ctrl-u', 'enter');
		expect(kept.size).toBe(0);
		expect(frame()).not.toContain('dead end');
		explorer.close();
	});

	test('a label that can not be kept is said', async () => {
		const labels: SessionSource['labels'] = {
			of: () => undefined,
			set() {
				throw new Error('no such luck');
			},
		};
		const {press, type, frame, explorer} = await opened({labels});
		press('L');
		type('x');
		press('enter');
		expect(frame()).toContain('The label could not be kept: no such luck');
		explorer.close();
	});

	test('f says why it does nothing, and ? shows all keys', async () => {
		const {press, frame, explorer} = await opened();
		press('f');
		expect(frame()).toContain('Forking a session comes with a later version');
		press('L');
		expect(frame()).toContain('There is no place here to keep labels in');
		press('?');
		expect(frame()).toContain('Fold every branch and every copy');
		press('escape');
		expect(explorer.place).toBe('tree');
		explorer.close();
	});

	test('what branches took comes when it was read', async () => {
		const library = fakeLibrary([{id: 'one', title: 'forked', entries: nodes}]);
		const gate = new Gate();
		const spent = (id: string, input: number, cost?: number) => ({id, key: id, tokens: {input}, cost});
		const family: SessionSource['family'] = async (...given) => ({
			...(await familyOf(library)!(...given)),
			async spendings() {
				await gate.pass();
				return [spent('a', 1000, 0.25), spent('b', 20_000, 0.5), spent('c', 3000), spent('d', 500)];
			},
		});
		const {press, shows, frame, lines, explorer} = await openExplorer({...library, family}, {columns: 100});
		press('b');
		await shows('left road');
		expect(frame()).not.toContain('tokens');
		press('right');
		expect(frame()).toMatch(/▸├─○ left road/);
		await gate.open();
		await shows('25k tokens · $0.75');
		expect(frame()).toMatch(/left road +2 prompts · 23k tokens · \$0\.50 · branch 1 · left/);
		expect(frame()).toMatch(/right road +1 prompt · 500 tokens · branch 2 · active/);
		expect(lines().every(line => widthOf(line) <= 100)).toBe(true);
		explorer.close();
	});

	test('a click selects a row, another one reads from it; the wheel moves, and the footer is clicked', async () => {
		const {press, lines, shows, frame, explorer} = await opened();
		const click = (words: string, name = 'click') => {
			const row = lines().findIndex(line => line.includes(words));
			explorer.press({name, column: lines()[row]!.indexOf(words), row});
		};
		click('right road');
		expect(frame()).toMatch(/▸└─● right road/);
		click('left road', 'wheel-up');
		expect(explorer.tree!.selected).toBe(1);
		click('fold');
		expect(frame()).not.toContain('left road');
		press('+');
		click('left road');
		click('left road');
		await shows(() => explorer.reader?.branch === 1);
		expect(explorer.place).toBe('reader');
		explorer.close();
	});

	test('U counts large sessions too', async () => {
		const library = fakeLibrary([{id: 'one', title: 'forked', entries: nodes}]);
		const family: SessionSource['family'] = async (...given) => {
			const {refs, relatives} = await familyOf(library)!(...given);
			return {
				refs,
				relatives: relatives.map(each => ({...each, tokens: {input: 5000}})),
				spendings: async (_, isAnySize) => (isAnySize ? [{id: 'b', key: 'b', tokens: {input: 5000}}] : undefined),
			};
		};
		const {press, shows, frame, explorer} = await openExplorer({...library, family}, {columns: 100});
		press('b');
		// Its sum is known without reading it again.
		await shows('5k tokens');
		expect(frame()).toMatch(/left road +2 prompts · branch 1/);
		press('U');
		await shows(/left road +2 prompts · 5k tokens · branch 1/);
		press('U');
		expect(frame()).toContain('Everything is counted');
		explorer.close();
	});

	test('two marked rows are compared', async () => {
		const {press, shows, frame, explorer} = await opened();
		press('D');
		expect(frame()).toContain('Mark two rows with m');
		press('right', 'm', 'm', 'D');
		expect(frame()).toContain('Both rows are on one branch');
		press('m', 'D');
		await shows('common until prompt 1');
		press('q');
		expect(explorer.place).toBe('tree');
		explorer.close();
	});

	test('what can not be read is said; without families there is no tree', async () => {
		const library = fakeLibrary([{id: 'one', title: 'forked', entries: nodes}]);
		const broken = {...library, family: () => Promise.reject(new Error('no such luck'))};
		const {press, shows, explorer} = await openExplorer(broken);
		press('b');
		await shows('no such luck');
		explorer.close();
		const without = await openExplorer(library);
		without.press('b');
		expect(without.frame()).toContain('There is no tree of these sessions');
		without.explorer.close();
	});
});
