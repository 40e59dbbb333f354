/** From a survey to the branch graph and the counts. */
import {BranchGraph} from '../../model/branch-graph.ts';
import type {EntryKind} from '../../model/entry.ts';
import {IdTable} from '../../model/id-table.ts';
import {type NodeRole, nodeRoles, none} from '../../model/node-role.ts';
import type {Counts} from '../../model/session.ts';
import type {PlannedFile} from './plan.ts';
import {RecordIds} from './record-ids.ts';
import type {Survey} from './survey.ts';

const roles: Partial<Record<EntryKind, NodeRole>> = {
	user: 'prompt',
	assistant: 'answer',
	thinking: 'answer',
	tool_call: 'answer',
	tool_result: 'result',
};

/** Every record is a node; its number is its place in the order of reading. */
export class Shape {
	readonly graph: BranchGraph;
	private readonly ids: RecordIds;

	/** `activeNode` is the last record of the file the thread goes on in. */
	constructor(
		private readonly survey: Survey,
		files: readonly PlannedFile[],
		activeNode: number,
	) {
		this.ids = new RecordIds(files, survey.fileStarts, survey.offsets);
		this.graph = this.build(activeNode);
	}

	/** Without a builder, who would look for every parent by its id: here they are known, and stand before their children. */
	private build(activeNode: number): BranchGraph {
		const {survey, ids} = this;
		const {size, takesBack} = survey;
		const roles = new Uint8Array(size);
		for (let node = 0; node < size; node++) roles[node] = nodeRoles.indexOf(this.roleOf(node));
		const parents = survey.parents.flat();
		const messages = new Int32Array(size).fill(none);
		const rivalRoots = new Set([...takesBack].filter(node => parents[node]! < 0));
		const active = activeNode < 0 ? undefined : activeNode;
		const takers = new Set<number>();
		if (takesBack.size > 0)
			for (let at = active ?? size - 1; at >= 0; at = parents[at]!) if (takesBack.has(at)) takers.add(at);
		return new BranchGraph(
			{size, ids, parents, roles, messages, messageIds: new IdTable()},
			rivalRoots,
			active,
			takers,
		);
	}

	idOf(node: number): string {
		return this.ids.at(node);
	}

	/** The newest thing said up to a node, that node included. */
	lastSpoken(node: number): number | undefined {
		for (let at = node; at >= 0; at = this.survey.parents.at(at)) if (this.roleOf(at) !== 'aside') return at;
		return undefined;
	}

	counts(): Counts {
		const {survey, graph} = this;
		const belongs = graph.membership();
		let [prompts, answers, toolCalls] = [0, 0, 0];
		for (let node = 0; node < survey.size; node++) {
			if (survey.formOf(node) !== 'shown') continue;
			const kind = survey.kindOf(node);
			if (kind === 'tool_call') toolCalls++;
			else if (kind === 'user' && belongs(node)) prompts++;
			else if (kind === 'assistant' && belongs(node)) answers++;
		}
		const errors = survey.tools.errors + survey.errorEvents;
		return {
			prompts,
			messages: prompts + answers,
			toolCalls,
			errors,
			forks: graph.forks.length,
			unknown: survey.unknown || undefined,
			endsInError: survey.endsInError || undefined,
		};
	}

	private roleOf(node: number): NodeRole {
		const form = this.survey.formOf(node);
		if (form === 'result-only') return 'result';
		return (form === 'shown' ? roles[this.survey.kindOf(node)] : undefined) ?? 'aside';
	}
}
