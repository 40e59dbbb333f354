/** The first pass over a session: its shape and its sums, none of its text. */
import type {BranchGraph} from '../../model/branch-graph.ts';
import {BranchGraphBuilder} from '../../model/branch-graph-builder.ts';
import type {NodeRole} from '../../model/node-role.ts';
import type {Counts, Tokens} from '../../model/session.ts';
import type {Compaction} from '../adapter.ts';
import {numberOf, stringOf, textOf} from '../fields.ts';
import {idOfRecord} from '../jsonl/read-entries.ts';
import {RecordPlaces} from '../jsonl/record-places.ts';
import {Decoder} from './decoder.ts';
import type {Draft} from './draft.ts';
import type {CopilotEvent} from './event.ts';
import type {EventRecord} from './read-events.ts';
import {SessionFacts} from './session-facts.ts';
import {TokenUsage} from './token-usage.ts';

export class Survey {
	readonly facts = new SessionFacts();
	readonly compactions: Compaction[] = [];
	readonly places = new RecordPlaces();
	private readonly types: string[] = [];
	private readonly builder = new BranchGraphBuilder();
	private readonly decoder = new Decoder();
	private readonly usage = new TokenUsage();
	private readonly models = new Set<string>();
	private readonly parents: Array<string | undefined> = [];
	private errors = 0;
	private unknown = 0;
	private endsInError = false;
	private previous: string | undefined;

	observe(record: EventRecord): void {
		const {event, offset, length} = record;
		const type = event?.type ?? '';
		const known = event?.id;
		const earlier = known === undefined ? undefined : this.builder.find(known);
		if (earlier !== undefined && this.places.lengths.at(earlier) === length && this.types[earlier] === type) {
			this.places.repeat(record, earlier);
			return;
		}

		const id = idOfRecord(known, offset, earlier !== undefined);
		const drafts = this.decoder.decode(record);
		const role = roleOf(event, drafts);
		const rewound = type === 'session.snapshot_rewind' ? this.rewoundTo(event!) : undefined;
		const parent = rewound ?? this.parentOf(event);
		this.builder.add({
			id,
			alias: known,
			parent,
			role,
			message: drafts[0]?.message,
			takesBack: rewound !== undefined,
		});
		this.places.add(record);
		this.types.push(type);
		this.parents.push(parent);
		this.previous = id;
		if (event) this.facts.observe(event);
		if (event) this.observeSums(event, id, drafts);
		if (drafts.some(({kind}) => kind === 'unknown')) this.unknown++;
		if (type === 'session.error' || role === 'prompt' || role === 'answer') this.endsInError = type === 'session.error';
	}

	/** Every event names the one before it; where that is lost, the one before it in the file is. */
	private parentOf(event: CopilotEvent | undefined): string | undefined {
		const named = event?.parentId;
		return named !== undefined && this.builder.find(named) !== undefined ? named : this.previous;
	}

	/** A rewind removes the event it names and all after it. */
	private rewoundTo({data}: CopilotEvent): string | undefined {
		const node = this.builder.find(stringOf(data.upToEventId) ?? '');
		return node === undefined ? undefined : this.parents[node];
	}

	private observeSums(event: CopilotEvent, id: string, drafts: readonly Draft[]): void {
		const {type, data, timestamp} = event;
		if (type === 'assistant.message') {
			const model = textOf(data.model) ?? (event.isSidechain ? undefined : this.decoder.model);
			if (model !== undefined) this.models.add(model);
			this.usage.observeAnswer(data);
		} else if (type === 'session.shutdown') this.usage.observeShutdown(data);
		else if (drafts[0]?.kind === 'compaction') {
			this.compactions.push({
				id,
				timestamp,
				trigger: textOf(data.trigger),
				tokensBefore: numberOf(data.preCompactionTokens),
				tokensAfter: numberOf(data.postCompactionTokens),
			});
		}
		if (type === 'session.error' || drafts.some(({kind, isError}) => kind === 'tool_result' && isError)) this.errors++;
	}

	finish(): {graph: BranchGraph; counts: Counts; models: string[]; tokens?: Tokens} {
		const graph = this.builder.build();
		const belongs = graph.membership();
		let prompts = 0;
		const answers = new Set<string>();
		for (let node = 0; node < graph.size; node++) {
			if (!belongs(node)) continue;
			const role = graph.roleOf(node);
			if (role === 'prompt') prompts++;
			else if (role === 'answer') answers.add(graph.messageOf(node) ?? `#${node}`);
		}
		const counts = {
			prompts,
			messages: prompts + answers.size,
			toolCalls: this.decoder.tools.count,
			errors: this.errors,
			forks: graph.forks.length,
			unknown: this.unknown || undefined,
			endsInError: this.endsInError || undefined,
		};
		const models = this.models.size > 0 ? [...this.models] : this.usage.models;
		return {graph, counts, models, tokens: this.usage.total};
	}
}

function roleOf(event: CopilotEvent | undefined, drafts: readonly Draft[]): NodeRole {
	if (!event || event.isSidechain) return 'aside';
	if (event.type === 'assistant.message') return 'answer';
	switch (drafts[0]?.kind) {
		case 'user':
			return 'prompt';
		case 'tool_call':
		case 'tool_result':
			return 'result';
		default:
			return 'aside';
	}
}
