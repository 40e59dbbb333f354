/** From a survey to the branch graph and the counts. */
import {setImmediate as nextTurn} from 'node:timers/promises';
import type {BranchGraph} from '../../model/branch-graph.ts';
import {BranchGraphBuilder} from '../../model/branch-graph-builder.ts';
import type {EntryKind} from '../../model/entry.ts';
import type {NodeRole} from '../../model/node-role.ts';
import type {Counts} from '../../model/session.ts';
import type {PlannedFile} from './plan.ts';
import type {Survey} from './survey.ts';

const roles: Partial<Record<EntryKind, NodeRole>> = {
	user: 'prompt',
	assistant: 'answer',
	thinking: 'answer',
	tool_call: 'answer',
	tool_result: 'result',
};

const nodesAtOnce = 2048;

/** Every record is a node; its number is its place in the order of reading. */
export class Shape {
	graph!: BranchGraph;

	private constructor(
		private readonly survey: Survey,
		private readonly files: readonly PlannedFile[],
	) {}

	/** `activeNode` is the last record of the file the thread goes on in. */
	static async of(survey: Survey, files: readonly PlannedFile[], activeNode: number): Promise<Shape> {
		const shape = new Shape(survey, files);
		shape.graph = await shape.build(activeNode);
		return shape;
	}

	private async build(activeNode: number): Promise<BranchGraph> {
		const {survey, files} = this;
		const builder = new BranchGraphBuilder();
		let previousId: string | undefined;
		for (let file = 0; file < files.length; file++) {
			for (let node = survey.fileStarts[file]!; node < (survey.fileStarts[file + 1] ?? survey.size); node++) {
				// Of hundreds of thousands, so that a screen stays alive.
				if (node % nodesAtOnce === nodesAtOnce - 1) await nextTurn();
				const id = entryId(files[file]!, survey.offsets.at(node));
				const parent = survey.parents.at(node);
				const takesBack = survey.takesBack.has(node);
				builder.add({
					id,
					parent: parent < 0 ? undefined : parent === node - 1 ? previousId : this.idOf(parent),
					role: this.roleOf(node),
					takesBack,
					isRivalRoot: takesBack && parent < 0,
				});
				previousId = id;
			}
		}
		return builder.build(activeNode < 0 ? undefined : this.idOf(activeNode));
	}

	idOf(node: number): string {
		let file = this.survey.fileStarts.length - 1;
		while (file > 0 && this.survey.fileStarts[file]! > node) file--;
		return entryId(this.files[file]!, this.survey.offsets.at(node));
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

export function entryId({tag}: PlannedFile, offset: number): string {
	return `${tag}:${offset}`;
}
