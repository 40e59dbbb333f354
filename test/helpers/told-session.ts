/** A session made of what is told, for the writers: no file, no agent. */
import type {Exported} from '../../source/formats/format.ts';
import {BranchGraphBuilder} from '../../source/model/branch-graph-builder.ts';
import type {Entry} from '../../source/model/entry.ts';
import type {NodeRole} from '../../source/model/node-role.ts';

export type Told = Partial<Entry> & Pick<Entry, 'kind' | 'text'>;

/** Each follows the one before it, unless it says otherwise. */
export function toldSession(told: readonly Told[], more: Partial<Exported> = {}): Exported {
	const builder = new BranchGraphBuilder();
	let before: string | undefined;
	const entries = told.map((each, at): Entry => {
		const entry: Entry = {id: `e${at}`, parent: before, locator: {path: '/s.jsonl', offset: at, length: 1}, ...each};
		builder.add({id: entry.id, parent: entry.parent, role: roleOf(entry)});
		before = entry.id;
		return entry;
	});
	const graph = builder.build();
	const isShown = graph.membership(more.branch);
	return {
		session: {
			agent: 'claude',
			id: 'told',
			path: '/s.jsonl',
			files: ['/s.jsonl'],
			size: 1,
			title: 'Told',
			titleSource: 'custom',
			isAgentSession: false,
		},
		agentName: 'Claude Code',
		graph,
		compactions: [],
		exportedAt: '2026-11-16T12:00:00.000Z',
		async *entries() {
			for (const [at, entry] of entries.entries()) if (isShown(at)) yield entry;
		},
		ranges: [undefined],
		async *batches() {
			yield entries.filter((_, at) => isShown(at));
		},
		async *records() {},
		...more,
	};
}

function roleOf({kind}: Entry): NodeRole {
	if (kind === 'user') return 'prompt';
	if (kind === 'tool_result') return 'result';
	return kind === 'assistant' || kind === 'tool_call' || kind === 'thinking' ? 'answer' : 'aside';
}
