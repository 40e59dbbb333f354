import {describe, expect, test} from 'vitest';
import type {SessionSource} from '../../source/components/session-source.ts';
import {BranchGraphBuilder} from '../../source/model/branch-graph-builder.ts';
import type {Milestone, Relative} from '../../source/model/lineage.ts';
import {widthOf} from '../../source/text/width.ts';
import {openExplorer} from '../helpers/fake-explorer.tsx';
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

async function opened(size = {}) {
	const library = fakeLibrary([{id: 'one', title: 'forked', entries: nodes}]);
	const explorer = await openExplorer({...library, family: familyOf(library)}, size);
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

	test('Tab leaves out the prompts between, arrows go from branch to branch', async () => {
		const {press, frame, explorer} = await opened();
		press('tab');
		expect(frame()).not.toContain('further left');
		expect(frame()).toContain('left road');
		press('right', 'right', 'right');
		expect(frame()).toContain('No branch after this');
		press('q');
		expect(explorer.place).toBe('list');
		explorer.close();
	});

	test('two marked rows are compared', async () => {
		const {press, shows, frame, explorer} = await opened();
		press('D');
		expect(frame()).toContain('Mark two rows with m');
		press('right', 'm', 'right', 'm', 'D');
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
