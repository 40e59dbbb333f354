/** The second pass: the entries of the records that somebody wants to see. */
import type {Entry, EntryFacts} from '../../model/entry.ts';
import type {FileLocator} from '../../model/locator.ts';
import type {Tokens} from '../../model/session.ts';
import type {ToolOutcome} from '../../model/tool.ts';
import type {EntryOptions} from '../adapter.ts';
import {withFacts} from '../entry-facts.ts';
import {textOf, unshortened} from '../fields.ts';
import {nodeAt} from '../jsonl/node-at.ts';
import {RecordFile} from '../jsonl/record-file.ts';
import {RecentNames} from '../tools/recent-names.ts';
import {universalTool} from '../tools/tool-table.ts';
import {decode} from './decode.ts';
import {aside, type Draft} from './draft.ts';
import {lineOf} from './line.ts';
import type {PlannedFile} from './plan.ts';
import {type RolloutRecord, readRollout} from './read-rollout.ts';
import {entryId} from './shape.ts';
import type {Survey} from './survey.ts';

export async function* readEntries(
	files: readonly PlannedFile[],
	survey: Survey,
	belongs: (node: number) => boolean,
	{isWhole}: EntryOptions = {},
): AsyncGenerator<Entry> {
	const reader = new EntryReader(survey, isWhole ? survey.usageByNode.byAnswer(survey) : undefined);
	for (const [position, file] of files.entries()) {
		let node = survey.fileStarts[position]!;
		const last = survey.fileStarts[position + 1] ?? survey.size;
		if (node === last) continue;
		// What was written since the first pass has no place in its shape yet.
		const end = survey.offsets.at(last - 1) + survey.lengths.at(last - 1);
		for await (const batch of readRollout(file.path, {end, isWhole})) {
			for (const record of batch) {
				// A damaged line may fall into other records when it is read whole.
				while (node < last && survey.offsets.at(node) < record.offset) node++;
				if (node >= last || survey.offsets.at(node) !== record.offset) continue;
				const read = () => reader.read(file, record, node, belongs(node));
				yield* isWhole ? unshortened(read) : read();
				node++;
			}
		}
	}
}

/** Single records once more, as the second pass told them. */
export function recaller(files: readonly PlannedFile[], survey: Survey): (locator: FileLocator) => readonly Entry[] {
	const reader = new EntryReader(survey);
	const opened = files.map(({path}) => new RecordFile(path));
	const readNode = (position: number, node: number, place: Place) =>
		opened[position]!.read(place).flatMap(record => {
			const isFirst = record.offset === place.offset;
			return isFirst ? reader.read(files[position]!, {...record, line: lineOf(record.value)}, node, true) : [];
		});
	return ({path, offset, length}) => {
		const position = files.findIndex(file => file.path === path);
		if (position < 0) return [];
		const [first, last] = [survey.fileStarts[position]!, survey.fileStarts[position + 1] ?? survey.size];
		const node = nodeAt(survey.offsets, offset, first, last);
		if (node < 0) return [];
		const end = survey.outcomeNodes.get(node);
		if (end !== undefined) readNode(position, end, {offset: survey.offsets.at(end), length: survey.lengths.at(end)});
		return readNode(position, node, {offset, length});
	};
}

type Place = {readonly offset: number; readonly length: number};

class EntryReader {
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

	/** `usage`: what answers took, for entries that tell everything. */
	constructor(
		private readonly survey: Survey,
		private readonly usage?: ReadonlyMap<number, Tokens>,
	) {
		this.forkBases = new Set([...survey.takesBack].map(node => survey.parents.at(node)));
	}

	read(
		file: PlannedFile,
		{line, value, offset, length, cutBytes}: RolloutRecord,
		node: number,
		isWanted: boolean,
	): Entry[] {
		if (line?.type === 'turn_context') this.model = textOf(line.payload.model) ?? this.model;
		const facts = this.usage && this.factsOf(file, line, node);
		if (!isWanted) return [];
		const id = entryId(file, offset);
		let parent = this.survey.takesBack.has(node) ? this.lastIds.get(this.survey.parents.at(node)) : this.previous;
		const entries = this.draftsOf(node, decode(line, value).drafts).map((draft, index): Entry => {
			const entry: Entry = {
				id: index === 0 ? id : `${id}#${index}`,
				parent,
				...this.complete(draft, node),
				timestamp: line?.timestamp,
				locator: {path: file.path, offset, length},
			};
			parent = entry.id;
			return cutBytes > 0 ? {...entry, cutBytes} : entry;
		});
		this.previous = parent;
		if (this.forkBases.has(node) && parent !== undefined) this.lastIds.set(node, parent);
		return facts ? withFacts(entries, facts) : entries;
	}

	/** The beginning of a file and the settings of each turn tell where they are; single records do not. */
	private factsOf(file: PlannedFile, line: RolloutRecord['line'], node: number): EntryFacts {
		if (file !== this.file) this.cwd = file.meta?.cwd;
		this.file = file;
		if (line?.type === 'turn_context') this.cwd = textOf(line.payload.cwd) ?? this.cwd;
		return {
			cwd: this.cwd,
			gitBranch: file.meta?.gitBranch,
			agentVersion: file.meta?.version,
			tokens: this.usage?.get(node),
		};
	}

	/** What the record says, less what others say. */
	private draftsOf(node: number, drafts: readonly Draft[]): readonly Draft[] {
		const detail = drafts[0]?.detail ?? drafts[0]?.tool?.name ?? '';
		switch (this.survey.formOf(node)) {
			case 'repeated':
				this.rememberOutcome(node, drafts);
				return [aside(detail)];
			case 'aside':
				return [{...aside(detail, textBehind(drafts)), media: drafts[0]?.media}];
			case 'result-only':
				return drafts.filter(({kind}) => kind === 'tool_result');
			default:
				return drafts;
		}
	}

	private rememberOutcome(node: number, drafts: readonly Draft[]): void {
		const tool = drafts.find(({kind}) => kind === 'tool_result')?.tool;
		if (tool?.callId === undefined) return;
		const {exitCode, durationMs, patch} = tool;
		this.outcomes.set(tool.callId, {exitCode, durationMs, patch, node});
		if (this.outcomes.size > mostOutcomes) this.outcomes.delete(this.outcomes.keys().next().value!);
	}

	private complete(draft: Draft, node: number): Partial<Entry> & Draft {
		const {tool, kind} = draft;
		const {tools} = this.survey;
		if (kind === 'tool_call' && tool?.callId !== undefined) {
			this.names.set(tool.callId, tool.name);
			return {...draft, model: this.model, spawned: draft.spawned ?? tools.spawned.get(tool.callId)};
		}
		if (kind === 'tool_result' && tool?.callId !== undefined) {
			const name = this.names.get(tool.callId) ?? tool.name;
			const isError = tool.isError === true || tools.failed.has(tool.callId);
			const known = this.outcomes.get(tool.callId);
			this.outcomes.delete(tool.callId);
			if (known) this.survey.outcomeNodes.set(node, known.node);
			const outcome = {
				exitCode: tool.exitCode ?? known?.exitCode,
				durationMs: tool.durationMs ?? known?.durationMs,
				patch: tool.patch ?? known?.patch,
			};
			const complete = {...tool, ...outcome, name, universal: universalTool(name), isError};
			return {...draft, tool: complete, isError: isError || undefined};
		}
		return kind === 'assistant' || kind === 'thinking' || kind === 'tool_call' ? {...draft, model: this.model} : draft;
	}
}

/** Such a record stands just before the result it belongs to; one without is forgotten. */
const mostOutcomes = 64;

/** A script steps back for its commands, but its code stays readable. */
function textBehind(drafts: readonly Draft[]): string {
	return drafts.map(({text, tool}) => (typeof tool?.input === 'string' ? tool.input : text)).join('\n');
}
