/** The first pass over a session: which record is shown how, its shape and its sums, none of its text. */
import {Column} from '../../model/column.ts';
import {type EntryKind, entryKinds} from '../../model/entry.ts';
import type {Tokens} from '../../model/session.ts';
import {fieldsOf, numberOf, stringOf, textOf} from '../fields.ts';
import type {Cuts} from '../jsonl/cuts.ts';
import {CopiedHistory} from './copied-history.ts';
import {decode} from './decode.ts';
import type {Decoded} from './draft.ts';
import {type Form, forms} from './form.ts';
import type {Line} from './line.ts';
import type {PlannedFile} from './plan.ts';
import type {RolloutRecord} from './read-rollout.ts';
import {Speakers} from './speakers.ts';
import {noUsage, TokenUsage, type UsageMark} from './token-usage.ts';
import {ToolCalls} from './tool-calls.ts';
import {Turns} from './turns.ts';
import {answers, UsageByNode} from './usage-by-node.ts';

/** The state of a thread at a place where another file goes on from it. */
export type Checkpoint = {readonly node: number; readonly usage: UsageMark; readonly ordinal?: number};

/** Events that neither lead up to a prompt nor end one. */
const neutral = new Set(['token_count', 'token_usage_record', 'session_meta', 'thread_rolled_back']);
const turnEnds = new Set(['task_complete', 'turn_complete', 'turn_aborted', 'compacted']);
const kindNumbers = new Map(entryKinds.map((kind, number) => [kind, number]));
const speech = new Set<EntryKind>(['assistant', 'thinking', 'tool_call', 'tool_result']);

export class Survey {
	/** Of every record, in the order they are read. */
	readonly offsets = new Column(Float64Array);
	readonly lengths = new Column(Float64Array);
	readonly parents = new Column(Int32Array);
	private readonly forms = new Column(Uint8Array);
	private readonly kinds = new Column(Uint8Array);
	/** The first node of each file of the plan, and one more for the end. */
	readonly fileStarts: number[] = [];
	/** Nodes that take back what follows the same parent; those without a parent replace the beginning. */
	readonly takesBack = new Set<number>();
	readonly compactions: Array<{node: number; timestamp?: string; tokensBefore?: number; tokensAfter?: number}> = [];
	readonly usage = new TokenUsage();
	readonly usageByNode = new UsageByNode();
	readonly tools = new ToolCalls((node, form) => this.setForm(node, form));
	readonly models = new Set<string>();
	/** The model and the directory of the turns, wherever one of them changes: for whoever begins in the middle. */
	readonly settings: Array<{readonly node: number; readonly model?: string; readonly cwd?: string}> = [];
	/** The records that know how the call of a result ended, where others do; found when entries are read. */
	readonly outcomeNodes = new Map<number, number>();
	/** The nodes of errors that were told as events. */
	readonly errorEvents: number[] = [];
	/** Records that we do not know. */
	unknown = 0;
	/** Nothing was said since an error ended a turn. */
	endsInError = false;
	latestCwd: string | undefined;
	/** The time of the newest record of the session's own files. */
	endedAt: string | undefined;
	threadName: string | undefined;
	goal: string | undefined;
	/** The newest node of the file that is being read. */
	leaf = -1;
	private readonly speakers = new Speakers(
		(node, form) => this.setForm(node, form),
		node => this.turns.prompt(this.parents.at(node)),
	);
	private readonly turns = new Turns();
	private readonly copied = new CopiedHistory();
	private file: PlannedFile | undefined;
	private ordinal: number | undefined;
	private hasTurnError = false;
	private awaitsContext = false;
	private answers: ReadonlyMap<number, Tokens> | undefined;

	/** `isAgent`: of a sub-agent, what its parent said before is context. `cuts` is told of every record. */
	constructor(
		private readonly isAgent: boolean,
		private readonly cuts?: Cuts,
	) {}

	/** What answers took, by their nodes; to be asked for when every file was read. */
	get usageByAnswer(): ReadonlyMap<number, Tokens> {
		this.answers ??= this.usageByNode.byAnswer(this);
		return this.answers;
	}

	get size(): number {
		return this.offsets.length;
	}

	formOf(node: number): Form {
		return forms[this.forms.at(node)]!;
	}

	/** Its place among the forms. */
	formNumber(node: number): number {
		return this.forms.at(node);
	}

	kindOf(node: number): EntryKind {
		return entryKinds[this.kinds.at(node)]!;
	}

	get checkpoint(): Checkpoint {
		return {node: this.leaf, usage: this.usage.mark, ordinal: this.ordinal};
	}

	beginFile(file: PlannedFile, from: Checkpoint | undefined): void {
		this.file = file;
		this.leaf = from?.node ?? -1;
		this.ordinal = undefined;
		this.fileStarts.push(this.size);
		const {meta} = file;
		const isContinued = meta?.base !== undefined || meta?.forkedFrom !== undefined;
		this.usage.begin(from ? from.usage : isContinued ? undefined : noUsage, file.isOwn);
		this.copied.begin(meta?.id);
		this.turns.reset();
		if (from || this.size > 0) this.takesBack.add(this.size);
	}

	endFile(): void {
		this.speakers.reset();
		this.tools.reset();
	}

	observe({line, value, offset, length}: RolloutRecord): void {
		const node = this.size;
		const before = this.leaf;
		const decoded = decode(line, value, true);
		const [first] = decoded.drafts;
		this.offsets.push(offset);
		this.lengths.push(length);
		this.parents.push(before);
		this.forms.push(0);
		this.kinds.push(kindNumbers.get(first?.isAside ? 'system' : (first?.kind ?? 'unknown'))!);
		this.leaf = node;
		this.cuts?.begin(offset, first?.kind === 'user');
		if (this.cuts && first?.tool) tellCalls(this.cuts, offset, decoded);
		this.ordinal = line?.ordinal ?? this.ordinal;

		const isCopied = line !== undefined && this.copied.covers(line);
		this.usage.setOwn(this.file!.isOwn && !isCopied);
		this.usageByNode.pass(first?.kind === 'user', isModels(line, decoded));
		if (line && line.type !== 'response_item') this.observeFacts(line, node);
		const time = this.file!.isOwn ? line?.timestamp : undefined;
		if (time !== undefined && (this.endedAt === undefined || time > this.endedAt)) this.endedAt = time;
		if (this.isAgent && (isCopied || !this.file!.isOwn || this.isBeforeStart(line))) {
			this.setForm(node, 'aside');
			return;
		}
		if (first?.kind === 'unknown') this.unknown++;
		if (first?.kind === 'user' || first?.kind === 'assistant') this.endsInError = false;
		if (line) this.observeTurn(line, node, before, decoded);
		if (!first || first.isAside) {
			if (line?.payload.type === 'reasoning') this.speakers.settle();
			return;
		}
		if (first.kind === 'user' || first.kind === 'assistant' || first.kind === 'thinking')
			this.speakers.observe(node, first, decoded);
		else if (first.kind === 'tool_call' || first.kind === 'tool_result') {
			this.speakers.settle();
			this.tools.observe(node, decoded);
		}
	}

	private isBeforeStart(line: Line | undefined): boolean {
		const start = this.file?.meta?.startOrdinal;
		return start !== undefined && line?.ordinal !== undefined && line.ordinal < start;
	}

	/** Sums and settings, of which it does not matter how their record is shown. */
	private observeFacts({type, payload, timestamp}: Line, node: number): void {
		switch (type === 'event_msg' ? payload.type : type) {
			case 'turn_context': {
				const model = textOf(payload.model);
				if (model !== undefined) this.models.add(model);
				this.latestCwd = textOf(payload.cwd) ?? this.latestCwd;
				this.observeSettings(node, model);
				break;
			}
			case 'token_usage_record':
				this.usage.observeResponse(payload);
				this.usageByNode.observe(node, this.usage.total, false);
				break;
			case 'token_count':
				this.usage.observeSum(payload);
				this.usageByNode.observe(node, this.usage.total, true);
				if (this.awaitsContext) this.compactions.at(-1)!.tokensAfter = this.usage.contextTokens;
				this.awaitsContext = false;
				break;
			case 'compacted':
				this.compactions.push({node, timestamp, tokensBefore: this.usage.contextTokens});
				this.awaitsContext = true;
				break;
			case 'thread_name_updated':
				this.threadName = textOf(payload.thread_name) ?? this.threadName;
				break;
			case 'thread_goal_updated':
				this.goal ??= textOf(fieldsOf(payload.goal).objective);
				break;
			case 'error':
				this.errorEvents.push(node);
				this.hasTurnError = true;
				this.endsInError = true;
				break;
			case 'task_started':
			case 'turn_started':
				this.hasTurnError = false;
				break;
			case 'task_complete':
			case 'turn_complete':
				// The error that ended a turn may have been told as an event of its own.
				if (payload.error === undefined || payload.error === null) break;
				if (!this.hasTurnError) this.errorEvents.push(node);
				this.endsInError = true;
				break;
		}
	}

	private observeSettings(node: number, named: string | undefined): void {
		const before = this.settings.at(-1);
		const model = named ?? before?.model;
		if (before && model === before.model && this.latestCwd === before.cwd) return;
		this.settings.push({node, model, cwd: this.latestCwd});
	}

	private observeTurn(line: Line, node: number, before: number, {drafts: [draft], source}: Decoded): void {
		const {type, payload} = line;
		const name = type === 'event_msg' ? (stringOf(payload.type) ?? type) : type;
		if (name === 'thread_rolled_back') this.rollBack(node, numberOf(payload.num_turns) ?? 0);
		else if (name === 'compacted') this.speakers.compacted(stringOf(payload.message) ?? '');
		else if (turnEnds.has(name)) this.speakers.endTurn();
		else if (name === 'task_started' || name === 'turn_started') this.speakers.beginTurn();

		if (turnEnds.has(name) || (draft !== undefined && speech.has(draft.kind))) this.turns.settle();
		else if (!neutral.has(name) && (draft?.kind !== 'user' || source === 'response'))
			this.turns.leadUp(before, textOf(payload.turn_id));
	}

	/** The newest turns are abandoned: what comes next follows what was before them. */
	private rollBack(node: number, turns: number): void {
		this.speakers.settle();
		const before = this.turns.rollBack(turns);
		if (before === undefined) return;
		this.parents.set(node, before);
		this.takesBack.add(node);
	}

	private setForm(node: number, form: Form): void {
		this.forms.set(node, forms.indexOf(form));
	}
}

/** Something that came from the model, as it was sent; its thoughts may be sealed, and then say nothing. */
function isModels(line: Line | undefined, {drafts: [first], source}: Decoded): boolean {
	if (source !== 'response' || !first) return false;
	return answers.has(first.kind) || line?.payload.type === 'reasoning';
}

/** The end of a call, as the person saw it, tells of the call once more, and its output may still come. */
function tellCalls(cuts: Cuts, offset: number, {drafts, source}: Decoded): void {
	for (const {kind, tool} of drafts) {
		const callId = tool?.callId;
		if (callId === undefined) continue;
		if (kind === 'tool_result') cuts.result(callId);
		else if (source === 'response' && tool?.name !== 'web_search') cuts.call(callId, offset);
		else cuts.tellAgain(callId, offset);
	}
}
