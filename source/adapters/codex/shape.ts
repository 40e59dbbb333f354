/** From a survey to the branch graph and the counts. */
import {BranchGraph} from '../../model/branch-graph.ts';
import type {BranchSums} from '../../model/branch-sums.ts';
import type {EntryKind} from '../../model/entry.ts';
import {IdTable} from '../../model/id-table.ts';
import {type NodeRole, nodeRoles, none} from '../../model/node-role.ts';
import type {Counts, Tokens} from '../../model/session.ts';
import {addTokens} from '../../model/usage.ts';
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
		const {prompts, answers} = this.shown(graph.isLinear ? undefined : graph.membership());
		return {
			prompts,
			messages: prompts + answers,
			toolCalls: this.shown().toolCalls,
			errors: survey.tools.errors.length + survey.errorEvents.length,
			forks: graph.forks.length,
			unknown: survey.unknown || undefined,
			endsInError: survey.endsInError || undefined,
		};
	}

	/** Of a branch of several. */
	sums(branch?: number): BranchSums {
		const {survey, graph} = this;
		const belongs = graph.membership(branch);
		const {prompts, answers, toolCalls} = this.shown(belongs);
		const errors = [...survey.tools.errors, ...survey.errorEvents].filter(belongs).length;
		const unknown = survey.unknown || undefined;
		let tokens: Tokens | undefined;
		for (const [node, spent] of survey.usageByAnswer) if (belongs(node)) tokens = addTokens(tokens, spent);
		return {
			counts: {prompts, messages: prompts + answers, toolCalls, errors, forks: 0, unknown},
			models: this.modelsOn(belongs),
			tokens,
		};
	}

	/** The models that answered; a setting holds until the next one. */
	private modelsOn(belongs: (node: number) => boolean): string[] {
		const {survey} = this;
		const models = new Set<string>();
		let setting = -1;
		for (let node = 0; node < survey.size; node++) {
			if (survey.settings[setting + 1]?.node === node) setting++;
			const model = survey.settings[setting]?.model;
			if (model !== undefined && belongs(node) && this.roleOf(node) === 'answer') models.add(model);
		}
		return [...models];
	}

	/** Without a question, of all there are. */
	private shown(belongs?: (node: number) => boolean) {
		const {survey} = this;
		let [prompts, answers, toolCalls] = [0, 0, 0];
		for (let node = 0; node < survey.size; node++) {
			if (survey.formOf(node) !== 'shown') continue;
			if (belongs && !belongs(node)) continue;
			const kind = survey.kindOf(node);
			if (kind === 'tool_call') toolCalls++;
			else if (kind === 'user') prompts++;
			else if (kind === 'assistant') answers++;
		}
		return {prompts, answers, toolCalls};
	}

	private roleOf(node: number): NodeRole {
		const form = this.survey.formOf(node);
		if (form === 'result-only') return 'result';
		return (form === 'shown' ? roles[this.survey.kindOf(node)] : undefined) ?? 'aside';
	}
}
