import {expect, it} from 'vitest';
import {treeLead} from '../../source/actions/tree-text.ts';
import {BranchGraphBuilder} from '../../source/model/branch-graph-builder.ts';
import {treeRows} from '../../source/model/lineage.ts';
import type {Milestone} from '../../source/model/relative.ts';

it('what leads to a row leaves room for the row, however often it forked before', () => {
	const builder = new BranchGraphBuilder();
	const milestones = new Map<string, Milestone>();
	const add = (id: string, parent?: string) => {
		builder.add({id, parent, role: 'prompt'});
		milestones.set(id, {kind: 'prompt', text: id, locator: {path: '/fake', offset: 0, length: 1}});
	};
	add('0');
	for (let at = 1; at <= 40; at++) {
		add(`left ${at}`, `${at - 1}`);
		add(`${at}`, `${at - 1}`);
	}
	const rows = treeRows([{agent: 'claude', id: 'one', title: 'deep', graph: builder.build(), milestones}]);
	expect(treeLead(rows[2]!, 80)).toBe('├─');
	const last = rows.at(-1)!;
	expect(last.lead.length).toBeGreaterThan(80);
	expect(treeLead(last, 80)).toMatch(/^….*└─$/);
	expect(treeLead(last, 80).length).toBeLessThan(30);
});
