/** From a record to its entries, with what other records tell of it. To be given every record of a file, in order. */
import type {Entry, EntryFacts} from '../../model/entry.ts';
import type {Tokens} from '../../model/session.ts';
import type {ToolOutcome, ToolUse} from '../../model/tool.ts';
import {textOf} from '../fields.ts';
import {RecordFile} from '../jsonl/record-file.ts';
import {RecentNames} from '../tools/recent-names.ts';
import {universalTool} from '../tools/tool-table.ts';
import {decode} from './decode.ts';
import {aside, type Draft} from './draft.ts';
import {settingsBefore} from './hint.ts';
import {type Line, lineOf} from './line.ts';
import type {PlannedFile} from './plan.ts';
import type {RolloutRecord} from './read-rollout.ts';
import {entryId} from './record-ids.ts';
import type {Survey} from './survey.ts';

type OpenEntry = Omit<Entry, 'facts'> & {facts?: EntryFacts};

/** What has to be known of all records to read one. */
export type Known = Pick<Survey, 'formOf' | 'outcomeNodes'> & {
	readonly takesBack: ReadonlySet<number>;
	readonly parents: {at(node: number): number};
	readonly tools: {readonly failed: ReadonlySet<number>; readonly spawned: ReadonlyMap<number, string>};
};

export class EntryReader {
	private readonly names = new RecentNames();
	private model: string | undefined;
	/** The last entry of each node that more than one may follow. */
	private readonly lastIds = new Map<number, string>();
	private readonly forkBases: ReadonlySet<number>;
	/** What the person's side knows of calls whose result the model's side is still to tell. */
	private readonly outcomes = new Map<string, ToolOutcome & {readonly node: number}>();
	private previous: string | undefined;
	private file: PlannedFile | undefined;
	private cwd: string | undefined;
	/** Of most records: they are in the same place, and tell of no tokens. */
	private usualFacts: EntryFacts | undefined;

	/** `usage`: what answers took, for entries that tell everything. */
	constructor(
		private readonly survey: Known,
		private readonly usage?: ReadonlyMap<number, Tokens>,
	) {
		this.forkBases = new Set([...survey.takesBack].map(node => survey.parents.at(node)));
	}

	/** Reading begins in the middle: takes over what the records before would have told. */
	beginAt(survey: Survey, file: PlannedFile, first: number, belongs: (node: number) => boolean): void {
		this.beginWith(file, settingsBefore(survey, first));
		let before = first - 1;
		while (before >= 0 && !belongs(before)) before--;
		const opened = new RecordFile(file.path);
		if (before >= 0) this.previous = this.lastIdOf(survey, file, opened, before);
		for (const node of this.forkBases)
			if (node >= 0 && node < first && belongs(node)) this.lastIds.set(node, this.lastIdOf(survey, file, opened, node));
	}

	/** The same for whoever need not know what entries follow. */
	beginWith(file: PlannedFile, {model, cwd}: {readonly model?: string; readonly cwd?: string}): void {
		this.file = file;
		this.model = model;
		this.cwd = cwd ?? file.meta?.cwd;
	}

	read(file: PlannedFile, record: RolloutRecord, node: number, isWanted: boolean, into: Entry[]): void {
		const {line, offset, length, cutBytes, bytes} = record;
		if (file !== this.file) this.beginFile(file);
		if (line?.type === 'turn_context') this.observeSettings(line);
		if (!isWanted) return;
		const {survey} = this;
		const id = entryId(file, offset);
		let parent = survey.takesBack.has(node) ? this.lastIds.get(survey.parents.at(node)) : this.previous;
		const drafts = this.draftsOf(node, decode(line, record.value).drafts);
		for (let block = 0; block < drafts.length; block++) {
			const draft = drafts[block]!;
			const {kind} = draft;
			let {tool, spawned, isError} = draft;
			const callId = tool?.callId;
			if (tool && callId !== undefined) {
				if (kind === 'tool_call') {
					this.names.set(callId, tool.name);
					spawned ??= survey.tools.spawned.get(node);
				} else if (kind === 'tool_result') {
					tool = this.completeResult(tool, callId, node);
					isError = tool.isError || undefined;
				}
			}
			const blockId = block === 0 ? id : `${id}#${block}`;
			// Field by field and all of one shape: a spread costs as much as the rest.
			const entry: OpenEntry = {
				id: blockId,
				parent,
				kind,
				role: draft.role,
				timestamp: line?.timestamp,
				text: draft.text,
				tool,
				media: draft.media,
				model: kind === 'assistant' || kind === 'thinking' || kind === 'tool_call' ? this.model : undefined,
				detail: draft.detail,
				isAside: draft.isAside,
				isError,
				spawned,
				cutBytes: cutBytes > 0 ? cutBytes : undefined,
				bytes,
				locator: {path: file.path, offset, length},
			};
			if (this.usage) {
				const facts = this.factsOf(block === 0 ? this.usage.get(node) : undefined);
				entry.facts = draft.facts ? {...facts, ...draft.facts} : facts;
			}
			into.push(entry);
			parent = blockId;
		}
		this.previous = parent;
		if (parent !== undefined && this.forkBases.has(node)) this.lastIds.set(node, parent);
	}

	/** The beginning of a file and the settings of each turn tell where they are; single records do not. */
	private beginFile(file: PlannedFile): void {
		this.file = file;
		this.cwd = file.meta?.cwd;
		this.usualFacts = undefined;
	}

	private observeSettings({payload}: Line): void {
		this.model = textOf(payload.model) ?? this.model;
		const cwd = textOf(payload.cwd);
		if (cwd === undefined || cwd === this.cwd) return;
		this.cwd = cwd;
		this.usualFacts = undefined;
	}

	private factsOf(tokens: Tokens | undefined): EntryFacts {
		const meta = this.file?.meta;
		this.usualFacts ??= {cwd: this.cwd, gitBranch: meta?.gitBranch, agentVersion: meta?.version};
		return tokens ? {...this.usualFacts, tokens} : this.usualFacts;
	}

	/** What the record says, less what others say. */
	private draftsOf(node: number, drafts: readonly Draft[]): readonly Draft[] {
		const form = this.survey.formOf(node);
		if (form === 'shown') return drafts;
		if (form === 'result-only') return drafts.filter(({kind}) => kind === 'tool_result');
		const detail = drafts[0]?.detail ?? drafts[0]?.tool?.name ?? '';
		if (form === 'aside') return [{...aside(detail, textBehind(drafts)), media: drafts[0]?.media}];
		this.rememberOutcome(node, drafts);
		return [aside(detail)];
	}

	private rememberOutcome(node: number, drafts: readonly Draft[]): void {
		const tool = drafts.find(({kind}) => kind === 'tool_result')?.tool;
		if (tool?.callId === undefined) return;
		const {exitCode, durationMs, patch} = tool;
		this.outcomes.set(tool.callId, {exitCode, durationMs, patch, node});
		if (this.outcomes.size > mostOutcomes) this.outcomes.delete(this.outcomes.keys().next().value!);
	}

	private completeResult(tool: ToolUse, callId: string, node: number): ToolUse {
		const called = this.names.get(callId);
		let known: (ToolOutcome & {readonly node: number}) | undefined;
		if (this.outcomes.size > 0) {
			known = this.outcomes.get(callId);
			this.outcomes.delete(callId);
			if (known) this.survey.outcomeNodes.set(node, known.node);
		}
		return {
			name: called ?? tool.name,
			universal: called === undefined ? tool.universal : universalTool(called),
			callId,
			output: tool.output,
			isError: tool.isError === true || this.survey.tools.failed.has(node),
			printed: tool.printed,
			exitCode: tool.exitCode ?? known?.exitCode,
			durationMs: tool.durationMs ?? known?.durationMs,
			patch: tool.patch ?? known?.patch,
		};
	}

	/** The last entry of a node that was not read, as `read` would have named it. */
	private lastIdOf(survey: Survey, file: PlannedFile, opened: RecordFile, node: number): string {
		const place = {offset: survey.offsets.at(node), length: survey.lengths.at(node)};
		const id = entryId(file, place.offset);
		const form = survey.formOf(node);
		// Only calls are told of together with their results.
		if (survey.kindOf(node) !== 'tool_call' || form === 'repeated' || form === 'aside') return id;
		const record = opened.read(place).find(({offset}) => offset === place.offset);
		if (!record) return id;
		const last = this.draftsOf(node, decode(lineOf(record.value), record.value).drafts).length - 1;
		return last <= 0 ? id : `${id}#${last}`;
	}
}

/** Such a record stands just before the result it belongs to; one without is forgotten. */
const mostOutcomes = 64;

/** A script steps back for its commands, but its code stays readable. */
function textBehind(drafts: readonly Draft[]): string {
	return drafts.map(({text, tool}) => (typeof tool?.input === 'string' ? tool.input : text)).join('\n');
}
