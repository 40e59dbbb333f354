/** The first pass over a session: its shape and its sums, none of its text. */
import type {BranchGraph} from '../../model/branch-graph.ts';
import {BranchGraphBuilder} from '../../model/branch-graph-builder.ts';
import type {NodeRole} from '../../model/node-role.ts';
import type {Counts, Tokens} from '../../model/session.ts';
import {addTokens} from '../../model/usage.ts';
import type {Compaction} from '../adapter.ts';
import {fieldsOf, isFields, textOf} from '../fields.ts';
import type {Decoded} from './decoder.ts';
import type {Message} from './source.ts';
import {costOf, usageOf} from './usage.ts';

/** The node at which the session stands since an undo, while nothing was typed after it. */
export const undoNode = 'undo';

export class Survey {
	readonly compactions: Compaction[] = [];
	readonly models = new Set<string>();
	/** The number of each node, by its id. */
	readonly nodes = new Map<string, number>();
	firstPrompt: string | undefined;
	cwd: string | undefined;
	latestCwd: string | undefined;
	tokens: Tokens | undefined;
	/** Of the first model. */
	modelProvider: string | undefined;
	cost: number | undefined;
	bytes = 0;
	private readonly ids: string[] = [];
	private readonly roles: NodeRole[] = [];
	private undoneFrom: number | undefined;
	private toolCalls = 0;
	private errors = 0;
	private unknown = 0;
	private endsInError = false;

	get hasUndone(): boolean {
		return this.undoneFrom !== undefined;
	}

	/** The last node that was not undone. */
	get undoneAfter(): string | undefined {
		return this.undoneFrom === undefined ? undefined : this.ids[this.undoneFrom - 1];
	}

	observe(message: Message, decoded: readonly Decoded[]): void {
		this.bytes += message.bytes;
		this.tokens = addTokens(this.tokens, usageOf(message));
		const cost = costOf(message);
		if (cost !== undefined) this.cost = (this.cost ?? 0) + cost;
		if (isFields(message.info) && message.info.role === 'assistant') {
			const model = textOf(message.info.modelID);
			if (model !== undefined && this.models.size === 0) this.modelProvider = textOf(message.info.providerID);
			if (model !== undefined) this.models.add(model);
			const place = fieldsOf(message.info.path);
			this.latestCwd = textOf(place.cwd) ?? textOf(place.root) ?? this.latestCwd;
			this.cwd ??= this.latestCwd;
		}
		for (const node of decoded) this.observeNode(node);
	}

	private observeNode({id, role, entries, isUndone}: Decoded): void {
		if (isUndone) this.undoneFrom ??= this.ids.length;
		this.nodes.set(id, this.ids.length);
		this.ids.push(id);
		this.roles.push(role);
		for (const {kind, text, id: entry, timestamp, detail, isError} of entries) {
			if (kind === 'user') this.firstPrompt ??= text.trim() === '' ? '[Image]' : text;
			else if (kind === 'compaction') this.compactions.push({id: entry, timestamp, trigger: detail});
			else if (kind === 'tool_call') this.toolCalls++;
			else if (kind === 'unknown') this.unknown++;
			// Who stops the model does not make a mistake.
			const isMistake = isError === true && detail !== 'MessageAbortedError';
			if (isMistake) this.errors++;
			if (kind === 'user' || kind === 'assistant') this.endsInError = false;
			else if (kind === 'system' && isMistake) this.endsInError = true;
		}
	}

	finish(): {graph: BranchGraph; counts: Counts} {
		const graph = this.buildGraph();
		const belongs = graph.membership();
		let [prompts, answers] = [0, 0];
		for (const [node, role] of this.roles.entries()) {
			if (!belongs(node)) continue;
			if (role === 'prompt') prompts++;
			else if (role === 'answer') answers++;
		}
		const counts = {
			prompts,
			messages: prompts + answers,
			toolCalls: this.toolCalls,
			errors: this.errors,
			forks: graph.forks.length,
			unknown: this.unknown || undefined,
			endsInError: this.endsInError || undefined,
		};
		return {graph, counts};
	}

	/** A list; an undo makes a fork of it, with what was undone on one side and nothing yet on the other. */
	private buildGraph(): BranchGraph {
		const {undoneFrom} = this;
		// An undo may begin inside an answer: then no prompt opens what it took away, which is a side all the same.
		const builder = new BranchGraphBuilder(undoneFrom !== undefined);
		for (const [node, id] of this.ids.entries()) {
			const message = this.roles[node] === 'answer' ? id : undefined;
			builder.add({id, parent: this.ids[node - 1], role: this.roles[node]!, message});
		}
		if (undoneFrom === undefined) return builder.build();
		const parent = this.undoneAfter;
		builder.add({id: undoNode, parent, role: 'aside', takesBack: true, isRivalRoot: parent === undefined});
		return builder.build(undoNode);
	}
}
